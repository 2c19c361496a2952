/** Endpoints of 'Quitar unos segundos', for staff of the clubs of a video or live, and for admins. */
import { ApiError } from '../../shared/contract/errors.ts';
import { withdrawalEndpoints } from '../../shared/contract/withdrawals.ts';
import { type Range, toShownSecond } from '../../shared/domain/withdrawn.ts';
import type { StoredBroadcast } from '../broadcast/broadcasts/rules.ts';
import { findCuttableLive } from '../broadcast/live-clips/cut.ts';
import { type Caller, manages } from '../platform/auth/rules.ts';
import { serve } from '../platform/http/serve.ts';
import type { StoredVod } from '../recordings/vods/rules.ts';
import { vods } from '../recordings/vods/store.ts';
import { restoreLiveRange, restoreVodRange, withdrawFromLive, withdrawFromVod } from '../trust/takedown/ranges.ts';

const withdrawnText = 'Esos segundos ya no se ven. Quien guardó su dirección los pierde en menos de un minuto.';
const restoredText = 'Esos segundos se ven otra vez';

export const handler = serve(withdrawalEndpoints, {
  'GET /vods/{id}/withdrawn': async ({ params, caller }) => answerVod(await requireVod(params.id, caller)),
  'POST /vods/{id}/withdrawn': async ({ params, body, caller, now }) => ({
    ...answerVod(await withdrawFromVod(await requireVod(params.id, caller), toRange(body), caller, now)),
    message: withdrawnText,
  }),
  'DELETE /vods/{id}/withdrawn/{rangeId}': async ({ params, caller, now }) => {
    await requireVod(params.id, caller);
    return { ...answerVod(await restoreVodRange(params.id, params.rangeId, now)), message: restoredText };
  },

  'GET /liveusers/{slug}/withdrawn': async ({ params, query, caller }) =>
    answerLive(await requireLive(params.slug, query.startedAt, caller)),
  'POST /liveusers/{slug}/withdrawn': async ({ params, body, caller, now }) => {
    const live = await requireRunning(params.slug, body.startedAt, caller);
    return { ...answerLive(await withdrawFromLive(live, toRange(body), caller, now)), message: withdrawnText };
  },
  'DELETE /liveusers/{slug}/withdrawn/{rangeId}': async ({ params, query, caller, now }) => {
    const live = await requireRunning(params.slug, query.startedAt, caller);
    return { ...answerLive(await restoreLiveRange(live, params.rangeId, now)), message: restoredText };
  },
});

const toRange = ({ from, seconds }: { from: number; seconds: number }): Range => ({ from, to: from + seconds });

interface IdentifiedRange extends Range {
  id: string;
  at: string;
}

const answer = (ranges: readonly IdentifiedRange[]) => ({
  data: {
    ranges: ranges.map(({ id, from, to, at }) => ({ id, from, to, at, shownAt: toShownSecond(ranges, from) })),
  },
});

const answerVod = ({ withdrawn = [] }: StoredVod) => answer(withdrawn);

const answerLive = ({ withdrawn = [], startedAt }: StoredBroadcast) =>
  answer(
    withdrawn.map((range) => ({
      ...range,
      from: countSecondsSince(startedAt, range.from),
      to: countSecondsSince(startedAt, range.to),
    })),
  );

const countSecondsSince = (startedAt: string, at: number) => Math.max(0, (at - Date.parse(startedAt)) / 1000);

/** @throws ApiError 403 for an item of another club. */
async function requireVod(id: string, caller: Caller): Promise<StoredVod> {
  const vod = await vods.get(id);
  if (!vod) throw new ApiError('VOD4040');
  if (!manages(caller, vod)) throw new ApiError('SSN4030');
  return vod;
}

async function requireLive(slug: string, startedAt: string, caller: Caller): Promise<StoredBroadcast> {
  const live = await findCuttableLive(slug, startedAt);
  if (!live) throw new ApiError('BRD4040');
  if (!manages(caller, live)) throw new ApiError('SSN4030');
  return live.broadcast;
}

/** @throws ApiError once the broadcast has become a video, whose own ranges apply from then on. */
async function requireRunning(slug: string, startedAt: string, caller: Caller): Promise<StoredBroadcast> {
  const broadcast = await requireLive(slug, startedAt, caller);
  if (Object.values(broadcast.recordings).some(({ kind }) => kind === 'VIDEO')) throw new ApiError('BRD4090');
  return broadcast;
}
