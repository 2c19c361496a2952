/** Endpoints of 'Quitar unos segundos', for staff of the clubs of a video or live, and for admins. */
import { ApiError } from '../../shared/contract/errors.ts';
import { withdrawalEndpoints } from '../../shared/contract/withdrawals.ts';
import { formatCuts, type Range, toShownSecond } from '../../shared/domain/withdrawn.ts';
import { assertHasNoVideo, type StoredBroadcast } from '../broadcast/broadcasts/rules.ts';
import { requireManagedLive } from '../broadcast/live-clips/cut.ts';
import { type Caller, manages } from '../platform/auth/rules.ts';
import { serve } from '../platform/http/serve.ts';
import { assertMayOpen, mayOpen, platformOwner } from '../platform/withholding/closings.ts';
import type { WithdrawnRange } from '../recordings/media/withdrawn-ranges.ts';
import type { StoredVod } from '../recordings/vods/rules.ts';
import { requireManagedVod } from '../recordings/vods/store.ts';
import { reopenMatter } from '../trust/matters/answered-seconds.ts';
import { matters } from '../trust/matters/store.ts';
import {
  findVodRange,
  restoreLiveRange,
  restoreVodRange,
  withdrawFromLive,
  withdrawFromVod,
} from '../trust/takedown/ranges.ts';

const withdrawnText = 'Esos segundos ya no se ven. Quien guardó su dirección los pierde en menos de un minuto.';
const restoredText = 'Esos segundos se ven otra vez';

export const handler = serve(withdrawalEndpoints, {
  'GET /vods/{id}/withdrawn': async ({ params, caller }) =>
    answerVod(await requireManagedVod(params.id, caller), caller),
  'POST /vods/{id}/withdrawn': async ({ params, body: { dry, cuts, matterId, ...wanted }, caller, now }) => {
    const vod = await requireManagedVod(params.id, caller);
    if (matterId) await requireMatterForVod(matterId, vod, caller);
    if (dry) return answerDry(vod, await findVodRange(vod, toRange(wanted), cuts), caller);
    const changed = await withdrawFromVod(vod, toRange(wanted), { cuts, caller, matterId, now });
    return { ...answerVod(changed, caller), message: withdrawnText };
  },
  'DELETE /vods/{id}/withdrawn/{rangeId}': async ({ params, caller, now }) => {
    const { withdrawn } = await requireManagedVod(params.id, caller);
    await reopenAnswered(withdrawn, params.rangeId, caller, now);
    const changed = await restoreVodRange(params.id, params.rangeId, caller, now);
    return { ...answerVod(changed, caller), message: restoredText };
  },

  'GET /liveusers/{slug}/withdrawn': async ({ params, query, caller }) =>
    answerLive((await requireManagedLive(params.slug, query.startedAt, caller)).broadcast, caller),
  'POST /liveusers/{slug}/withdrawn': async ({ params, body, caller, now }) => {
    const live = await requireRunning(params.slug, body.startedAt, caller);
    return { ...answerLive(await withdrawFromLive(live, toRange(body), caller, now), caller), message: withdrawnText };
  },
  'DELETE /liveusers/{slug}/withdrawn/{rangeId}': async ({ params, query, caller, now }) => {
    const live = await requireRunning(params.slug, query.startedAt, caller);
    await reopenAnswered(live.withdrawn, params.rangeId, caller, now);
    const restored = await restoreLiveRange(live, params.rangeId, caller, now);
    return { ...answerLive(restored, caller), message: restoredText };
  },
});

const toRange = ({ from, seconds }: { from: number; seconds: number }): Range => ({ from, to: from + seconds });

const listRanges = (ranges: readonly WithdrawnRange[], caller: Caller) =>
  ranges.map((range) => ({
    id: range.id,
    from: range.from,
    to: range.to,
    at: range.at,
    shownAt: toShownSecond(ranges, range.from),
    by:
      range.owner === platformOwner
        ? ('PLATFORM' as const)
        : range.owner === caller.user.clubId
          ? ('OWN_CLUB' as const)
          : ('OTHER_CLUB' as const),
    mayRestore: mayOpen(caller, range),
  }));

const answerVod = ({ withdrawn = [] }: StoredVod, caller: Caller) => ({
  data: { ranges: listRanges(withdrawn, caller), cuts: formatCuts(withdrawn) },
});

function answerDry(vod: StoredVod, range: Range, caller: Caller) {
  const from = toShownSecond(vod.withdrawn ?? [], range.from);
  const seconds = toShownSecond(vod.withdrawn ?? [], range.to) - from;
  return { data: { ...answerVod(vod, caller).data, wouldRemove: { from, seconds } } };
}

function answerLive({ withdrawn = [], startedAt }: StoredBroadcast, caller: Caller) {
  const toSeconds = (at: number) => Math.max(0, (at - Date.parse(startedAt)) / 1000);
  const ranges = withdrawn.map((range) => ({ ...range, from: toSeconds(range.from), to: toSeconds(range.to) }));
  return { data: { ranges: listRanges(ranges, caller) } };
}

async function requireRunning(slug: string, startedAt: string, caller: Caller): Promise<StoredBroadcast> {
  const { broadcast } = await requireManagedLive(slug, startedAt, caller);
  assertHasNoVideo(broadcast);
  return broadcast;
}

/** @throws ApiError for a matter about another item, or one of another club. */
async function requireMatterForVod(id: string, vod: StoredVod, caller: Caller): Promise<void> {
  const target = (await matters.get(id))?.target;
  if (!target || ![vod.id, vod.sportEventId].includes(target.id)) throw new ApiError('MTT4040');
  if (!manages(caller, target)) throw new ApiError('SSN4030');
}

async function reopenAnswered(
  ranges: readonly WithdrawnRange[] | undefined,
  rangeId: string,
  caller: Caller,
  now: number,
): Promise<void> {
  const range = ranges?.find(({ id }) => id === rangeId);
  assertMayOpen(caller, range);
  for (const id of range?.matterIds ?? []) await reopenMatter(id, now);
}
