/** Endpoints of past broadcasts and their outcome. Admins only. */
import { broadcastEndpoints, type PastBroadcast } from '../../shared/contract/broadcasts.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { findFailure, listVideoIds, type StoredBroadcast, toState } from '../broadcast/broadcasts/rules.ts';
import { listLastBroadcasts } from '../broadcast/broadcasts/store.ts';
import { findProfile } from '../broadcast/live/profile.ts';
import type { StoredSource } from '../broadcast/live/rules.ts';
import { sources } from '../broadcast/live/store.ts';
import { serve } from '../platform/http/serve.ts';
import { vods } from '../recordings/vods/store.ts';

const maxBroadcasts = 10;

export const handler = serve(broadcastEndpoints, {
  'GET /live/cameras/{id}/broadcasts': async ({ params }) => {
    const source = await sources.get(params.id);
    if (source?.kind !== 'camera') throw new ApiError('CAM4040');
    return answer(source);
  },
  'GET /live/users/me/broadcasts': async ({ caller }) => answer(await findProfile(caller.user.id)),
});

async function answer(source: StoredSource | undefined) {
  const broadcasts = source ? await listLastBroadcasts(source.channelArn, maxBroadcasts) : [];
  return { data: { broadcasts: await Promise.all(broadcasts.map(describe)) } };
}

async function describe(broadcast: StoredBroadcast): Promise<PastBroadcast> {
  const { id, startedAt, endedAt, event, peak = null } = broadcast;
  const videos = await Promise.all(listVideoIds(broadcast).map((vodId) => vods.get(vodId)));
  return {
    id,
    startedAt,
    endedAt,
    peak,
    state: toState(broadcast),
    event: event && { id: event.id, title: event.title },
    failure: findFailure(broadcast),
    videos: videos.flatMap((video) => {
      if (!video) return [];
      return [{ id: video.id, title: video.title, status: video.status, failure: video.failure }];
    }),
  };
}
