/** Ranges that staff took out of a recording or a live. Pure. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { overlaps, type Range, toRecordedSecond } from '../../../shared/domain/withdrawn.ts';
import { type Closing, platformOwner } from '../../platform/withholding/closings.ts';

/** In seconds of the recording, or in milliseconds since the Unix epoch for a live. */
export interface WithdrawnRange extends Range, Closing {
  id: string;
}

interface Withdrawable {
  withdrawn?: WithdrawnRange[];
}

/** Limit per item: more ranges would not fit into one value of the edge's key-value store. */
const maxRanges = 30;

/**
 * Adds a range. One that is there already gets the matters of the new one, and belongs to the platform if either does.
 * @throws ApiError if the item already has the maximum number of ranges.
 */
export function withRange<Item extends Withdrawable>(item: Item, range: WithdrawnRange): Item {
  const { withdrawn: before = [] } = item;
  const same = before.find((one) => one.from === range.from && one.to === range.to && canJoin(one, range));
  const withdrawn = same
    ? before.map((one) => (one === same ? joinClosings(same, range) : one))
    : [...before, range].toSorted((a, b) => a.from - b.from);
  if (withdrawn.length > maxRanges) throw new ApiError('WDR4090');
  return { ...item, withdrawn };
}

/** False for ranges of two clubs, of which each may only restore its own. */
const canJoin = (one: Closing, other: Closing) => one.owner === other.owner || isOfPlatform(one) || isOfPlatform(other);

const isOfPlatform = ({ owner }: Closing) => owner === platformOwner;

function joinClosings(range: WithdrawnRange, { owner, by, at, matterIds: added = [] }: Closing): WithdrawnRange {
  const matterIds = [...new Set([...(range.matterIds ?? []), ...added])];
  return {
    ...range,
    ...(!isOfPlatform(range) && owner !== range.owner && { owner, by, at }),
    ...(matterIds.length > 0 && { matterIds }),
  };
}

/** Undefined if there is no such range. */
export function removeRange<Item extends Withdrawable>(item: Item, id: string): Item | undefined {
  const { withdrawn = [], ...rest } = item;
  const left = withdrawn.filter((range) => range.id !== id);
  if (left.length === withdrawn.length) return undefined;
  return { ...(rest as Item), ...(left.length > 0 && { withdrawn: left }) };
}

/** Converts what the caller saw in a player to seconds of the recording. @throws ApiError outside of it. */
export function toRecordedRange(played: Range, ranges: readonly Range[], duration: number): Range {
  const range = { from: toRecordedSecond(ranges, played.from), to: toRecordedSecond(ranges, played.to) };
  // Browser and encoder disagree on the last tenths of a second.
  if (range.from >= range.to || range.to > duration + 1) throw new ApiError('WDR4000');
  return range;
}

/** @throws ApiError if a cut would show something that was taken out. */
export function assertNotWithdrawn(
  { withdrawn = [] }: Withdrawable,
  parts: readonly { start: number; seconds: number }[],
) {
  if (parts.some(({ start, seconds }) => overlaps(withdrawn, { from: start, to: start + seconds })))
    throw new ApiError('CLP4092');
}
