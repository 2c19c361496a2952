/** Removes seconds from a video or a running live, and restores them. Clips, pictures and the edge follow. */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import { formatCuts, type Range } from '../../../shared/domain/withdrawn.ts';
import { assertHasNoVideo, type StoredBroadcast } from '../../broadcast/broadcasts/rules.ts';
import { changeWithdrawn } from '../../broadcast/broadcasts/store.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { assertMayOpen, createClosing } from '../../platform/withholding/closings.ts';
import { type WithdrawnRef, withdrawalWrites } from '../../platform/withholding/withdrawals.ts';
import { readRendition } from '../../recordings/media/rendition-playlist.ts';
import {
  removeRange,
  toRecordedRange,
  type WithdrawnRange,
  withRange,
} from '../../recordings/media/withdrawn-ranges.ts';
import { alignRange } from '../../recordings/media/withdrawn-segments.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { followClipsOfLive, followClipsOfVod } from './follow-clips.ts';

/**
 * Returns the seconds of the recording that would be removed: whole segments. `shown` is in seconds of a player, which
 * does not see the ranges named by `cuts`. @throws ApiError WDR4091 if other ranges are removed meanwhile.
 */
export async function findVodRange(vod: StoredVod, shown: Range, cuts: string): Promise<Range> {
  if (!vod.generation || vod.duration === null) throw new ApiError('VOD4090');
  assertSameCuts(vod, cuts);
  const wanted = toRecordedRange(shown, vod.withdrawn ?? [], vod.duration);
  return alignRange(await readRendition('vods', vod), wanted);
}

interface Withdrawing {
  cuts: string;
  caller: Caller;
  matterId?: string | undefined;
  now: number;
}

export async function withdrawFromVod(
  vod: StoredVod,
  shown: Range,
  { cuts, caller, matterId, now }: Withdrawing,
): Promise<StoredVod> {
  const range = createRange(await findVodRange(vod, shown, cuts), { caller, matterId, now });
  const addRange = (current: StoredVod) => {
    assertSameCuts(current, cuts);
    // The range was aligned to the segments of what played then.
    if (current.generation !== vod.generation) throw new ApiError('WDR4091');
    return withRange(current, range);
  };
  return changeVod(vod.id, addRange, now);
}

function assertSameCuts({ withdrawn = [] }: StoredVod, cuts: string): void {
  if (formatCuts(withdrawn) !== cuts) throw new ApiError('WDR4091');
}

/** @throws ApiError 404 if it is restored already, 403 if somebody else removed it. */
export const restoreVodRange = (vodId: string, rangeId: string, caller: Caller, now: number): Promise<StoredVod> =>
  changeVod(vodId, (current) => withoutRange(current, rangeId, caller), now);

function withoutRange<Item extends { withdrawn?: WithdrawnRange[] }>(
  item: Item,
  rangeId: string,
  caller: Caller,
): Item {
  assertMayOpen(
    caller,
    item.withdrawn?.find(({ id }) => id === rangeId),
  );
  const next = removeRange(item, rangeId);
  if (!next) throw new ApiError('WDR4040');
  return next;
}

async function changeVod(id: string, edit: (vod: StoredVod) => StoredVod, now: number): Promise<StoredVod> {
  const changed = await vods.change(id, edit);
  if (!changed) throw new ApiError('VOD4040');
  await followClipsOfVod(changed, now);
  return changed;
}

/** `shown` is in seconds since the start of the broadcast. */
export function withdrawFromLive(
  broadcast: StoredBroadcast,
  shown: Range,
  caller: Caller,
  now: number,
): Promise<StoredBroadcast> {
  const startedAt = Date.parse(broadcast.startedAt);
  const until = broadcast.endedAt === null ? now : Date.parse(broadcast.endedAt);
  const [from, to] = [startedAt + 1000 * shown.from, Math.min(startedAt + 1000 * shown.to, until)];
  if (from >= to) throw new ApiError('WDR4000');
  return changeLive(broadcast, (current) => withRange(current, createRange({ from, to }, { caller, now })), now);
}

/** @throws ApiError 404 if it is restored already, 403 if somebody else removed it. */
export const restoreLiveRange = (
  broadcast: StoredBroadcast,
  rangeId: string,
  caller: Caller,
  now: number,
): Promise<StoredBroadcast> => changeLive(broadcast, (current) => withoutRange(current, rangeId, caller), now);

async function changeLive(
  { channelArn, id }: StoredBroadcast,
  edit: (broadcast: StoredBroadcast) => StoredBroadcast,
  now: number,
): Promise<StoredBroadcast> {
  const ref: WithdrawnRef = { kind: 'broadcasts', id: `${channelArn} ${id}` };
  const editRunning = (current: StoredBroadcast) => {
    assertHasNoVideo(current);
    return edit(current);
  };
  const changed = await changeWithdrawn({ channelArn, id }, editRunning, ({ withdrawn = [] }) =>
    withdrawalWrites(ref, withdrawn.length > 0, now),
  );
  if (!changed) throw new ApiError('BRD4040');
  await followClipsOfLive(changed, now);
  return changed;
}

const createRange = (
  range: Range,
  { caller, matterId, now }: Pick<Withdrawing, 'caller' | 'matterId' | 'now'>,
): WithdrawnRange => ({ id: ulid(now), ...createClosing(caller, now, matterId), ...range });
