/** Decides whether a paid match can be watched, and when its buyers get an email. Pure. */
import { awaitsDate } from '../../../shared/domain/event-state.ts';
import type { UnseenReason } from '../../../shared/domain/unseen.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { isHeldByRights } from '../../platform/shown/rules.ts';
import { familiesHold, isHeldByMatter } from '../../platform/withholding/rules.ts';
import { isPublished, type StoredVod } from '../../recordings/vods/rules.ts';
import type { EventRefund } from '../payments/rules.ts';

export interface UnseenMatch {
  eventId: string;
  title: string;
  /** Scheduled start; null if the match was deleted before it was listed. */
  start: string | null;
  reason: UnseenReason;
  /** Milliseconds since the Unix epoch, like all times here. */
  since: number;
  /** Set if the reason has changed since then. */
  reasonSince?: number;
  buyers: number;
  /** Sum of the buyers' payments in cents. */
  amount: number;
  /** Time from which emails may have been sent. */
  tellingSince?: number;
  /** Number of buyers at the last complete round of emails about the loss. */
  told?: number;
  /** Id of the last user who got the email, while sending is under way. */
  toldUpTo?: string;
  /** Time from which it can be watched again. */
  backAt?: number;
  /** True once buyers got the email about its return; a later absence then counts as a new one. */
  backTold?: boolean;
  /** The refund of all buyers. */
  refund?: EventRefund;
  /** Incremented by each write, so that one of two concurrent runs fails. */
  version: number;
}

/** Minimum absence before buyers get an email. */
export const untilToldMs = 60 * 60_000;
/** Time for which a match must be available again before buyers get an email. */
export const untilBackMs = 10 * 60_000;
const dayMs = 24 * 3_600_000;
/**
 * Duration of an absence after which all buyers are refunded. A match that was never shown is listed a day after its
 * end, or later while something is encoded, so that two days pass.
 */
const untilRefundMs: Partial<Record<UnseenReason, number>> = {
  CANCELLED: untilToldMs,
  DELETED: untilToldMs,
  NEVER_SHOWN: dayMs,
};
/** Time after the match in which a recording may still be uploaded and encoded. */
const maxEncodingMs = 3 * dayMs;

type Recording = Pick<StoredVod, 'visible' | 'status' | 'withheld'>;

/**
 * Returns the reason why a match cannot be watched; undefined if it can be, or may still appear. `wasSeen`: it once had a
 * published recording, so that its loss pays nobody back by itself.
 */
export function findUnseenReason(
  event: StoredEvent | undefined,
  recordings: readonly Recording[],
  now: number,
  wasSeen = false,
): UnseenReason | undefined {
  if (recordings.some(isPublished)) return undefined;
  if (!event) return 'DELETED';
  if (event.state === 'CANCELLED') return 'CANCELLED';
  if (!event.visible) return findHold([event]) ?? 'HIDDEN';
  const overForMs = now - Date.parse(event.scheduledFinishDate);
  if (awaitsDate(event) || overForMs < dayMs) return undefined;
  const isEncoding = recordings.some(({ status }) => status === 'SENT' || status === 'STARTED');
  if (isEncoding && overForMs < maxEncodingMs) return undefined;
  const finished = recordings.filter(({ status }) => status === 'FINISHED');
  const hold = findHold(finished) ?? (finished.length > 0 ? 'HIDDEN' : undefined);
  return hold ?? (event.signal || wasSeen ? 'NO_RECORDING' : 'NEVER_SHOWN');
}

function findHold(items: readonly Pick<Recording, 'visible' | 'withheld'>[]): UnseenReason | undefined {
  if (items.some(isHeldByMatter)) return 'WITHDRAWN';
  if (items.some(({ withheld }) => withheld?.matters.includes(familiesHold))) return 'FAMILIES';
  return items.some(isHeldByRights) ? 'RIGHTS' : undefined;
}

/** True if the rows of the index show that the match can be watched, which saves reading its items. */
export const isKnownWatchable = (
  { visible, state, finish }: Pick<StoredEvent, 'visible' | 'state'> & { finish: string },
  recordings: readonly Pick<Recording, 'visible' | 'status'>[],
  now: number,
): boolean => recordings.some(isPublished) || (visible && state !== 'CANCELLED' && now - Date.parse(finish) < dayMs);

type Sales = Pick<UnseenMatch, 'title' | 'start' | 'buyers' | 'amount'> & { eventId: string };

/** Returns the match's next entry; undefined for none, the same object for no change. */
export function followUnseen(
  before: UnseenMatch | undefined,
  reason: UnseenReason | undefined,
  sales: Sales,
  now: number,
): UnseenMatch | undefined {
  if (!before) return reason && sales.buyers > 0 ? { ...sales, reason, since: now, version: 0 } : undefined;
  if (!reason) {
    if (before.backAt) return before;
    const { toldUpTo: _, ...told } = before;
    return before.refund || (before.tellingSince && sales.buyers > 0) ? { ...told, backAt: now } : undefined;
  }
  // The entry keeps the amounts from before the refund, during which the number of buyers shrinks.
  if (before.refund && !before.backAt) return before;
  // All buyers were refunded by hand.
  if (sales.buyers === 0) return undefined;
  const { backAt, ...waiting } = before;
  if (before.backTold) return { ...sales, reason, since: now, version: before.version };
  const hasChanged = backAt !== undefined || reason !== before.reason;
  const next = { ...waiting, ...sales, reason, ...(hasChanged && { reasonSince: now }) };
  if (backAt) {
    delete next.toldUpTo;
    delete next.refund;
  }
  const isSame = !backAt && reason === before.reason && sales.title === before.title;
  return isSame && sales.buyers === before.buyers && sales.amount === before.amount ? before : next;
}

/** False for a match whose buyers are notified of their refund within the hour. */
export const isLossEmailDue = ({ reason, since, told, backAt, refund, buyers }: UnseenMatch, now: number): boolean =>
  !backAt &&
  !refund &&
  untilRefundMs[reason] !== untilToldMs &&
  now - since >= untilToldMs &&
  (told === undefined || buyers > told);

/** The wait counts from the reason: a match that was hidden for long may be cancelled by mistake all the same. */
export const isRefundDue = (
  { reason, since, reasonSince = since, backAt, refund }: UnseenMatch,
  now: number,
): boolean =>
  !backAt && refund?.doneAt === undefined && now - reasonSince >= (untilRefundMs[reason] ?? Number.POSITIVE_INFINITY);

export const isReturnEmailDue = ({ backAt, backTold }: UnseenMatch, now: number): boolean =>
  backAt !== undefined && !backTold && now - backAt >= untilBackMs;
