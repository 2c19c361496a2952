/** Endpoints of past broadcasts and their outcome. Admins only. */
import { broadcastEndpoints, type PastBroadcast } from '../../shared/contract/broadcasts.ts';
import { findFailure, listVideoIds, type StoredBroadcast, toState } from '../broadcast/broadcasts/rules.ts';
import { listLastBroadcasts } from '../broadcast/broadcasts/store.ts';
import { findProfile } from '../broadcast/live/profile.ts';
import type { StoredSource } from '../broadcast/live/rules.ts';
import { requireCamera } from '../broadcast/live/store.ts';
import { serve } from '../platform/http/serve.ts';
import { vods } from '../recordings/vods/store.ts';

const maxBroadcasts = 10;

export const handler = serve(broadcastEndpoints, {
  'GET /live/cameras/{id}/broadcasts': async ({ params }) => answer(await requireCamera(params.id)),
  'GET /live/users/me/broadcasts': async ({ caller }) => answer(await findProfile(caller.user.id)),
});

async function answer(source: StoredSource | undefined) {
  const broadcasts = source ? await listLastBroadcasts(source.channelArn, maxBroadcasts) : [];
  return { data: { broadcasts: await Promise.all(broadcasts.map(describe)) } };
}

async function describe(broadcast: StoredBroadcast): Promise<PastBroadcast> {
  const videos = await Promise.all(listVideoIds(broadcast).map((vodId) => vods.get(vodId)));
  return {
    ...broadcast,
    peak: broadcast.peak ?? null,
    state: toState(broadcast),
    failure: findFailure(broadcast),
    videos: videos.filter((video) => video !== undefined),
  };
}
