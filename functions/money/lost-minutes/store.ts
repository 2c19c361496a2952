/** Measured matches, in the table `purchases`: LOST / {event}. One without a loss is kept until it is no longer looked for. */
import type { LostPicture } from '../../../shared/domain/lost-minutes.ts';
import { atVersion, isNew, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { isWritten } from '../../platform/aws/dynamo-errors.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import type { EventRefund } from '../payments/rules.ts';

export interface MeasuredMatch {
  eventId: string;
  title: string;
  start: string;
  /** Planned end, in milliseconds since the Unix epoch, like all times here. */
  finish: number;
  clubIds: string[];
  /** The cameras, profiles and phones that showed it. */
  sources: { id: string; name: string }[];
  /** The loss as everybody sees it; null if there is none. */
  lost: LostPicture | null;
  playedMs: number;
  measuredAt: number;
  /** The part that goes back, as it was decided once; null if none does. */
  refund: (EventRefund & { percent: number }) | null;
  /** Id of the last buyer who got the email, while sending is under way. */
  toldUpTo?: string;
  /** Incremented by each write, so that one of two concurrent runs fails. */
  version: number;
}

export async function listMeasured(): Promise<MeasuredMatch[]> {
  const matches = await queryAll<MeasuredMatch & Key & { expiresAt: number }>('purchases', partition);
  return matches.map(({ pk: _, sk: _sk, expiresAt: _at, ...match }) => match);
}

/** Replaces the item that was read; undefined if another run was faster. */
export async function saveMeasured(match: MeasuredMatch): Promise<MeasuredMatch | undefined> {
  const next = { ...match, version: match.version + 1 };
  const days = match.lost ? keptDays : watchedDays;
  const item = { ...next, ...toMeasuredKey(match.eventId), expiresAt: Math.ceil(match.finish / 1000) + days * 86_400 };
  const write = putItem('purchases', item, match.version === 0 ? isNew : atVersion(match.version));
  return (await isWritten(write)) ? next : undefined;
}

/** Thirteen months, as for the quality of playback. */
const keptDays = 396;
/** Longer than a match is looked at for the first time. */
const watchedDays = 16;

const partition = 'LOST';
export const toMeasuredKey = (eventId: string): Key => ({ pk: partition, sk: eventId });
