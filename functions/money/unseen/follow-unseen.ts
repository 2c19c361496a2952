/**
 * Lists sold matches that cannot be watched, emails their buyers once, and pays back what was paid for a match that
 * will not be seen. All of it waits an hour, because short absences need nothing. Computed from the stored items, so
 * that a lost event does no harm.
 */
import { events } from '../../league/events/store.ts';
import { readCents } from '../../platform/aws/prices.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { isPublished } from '../../recordings/vods/rules.ts';
import { findVodsOfEvent, type VodRow, vods } from '../../recordings/vods/store.ts';
import { listSoldEvents, noteSeen, type SoldEvent, sumUpBuyers } from '../payments/buyers.ts';
import { eventAccessMs } from '../payments/rules.ts';
import { refundEvent } from '../payments/stripe/charges.ts';
import { takesPayments } from '../payments/stripe/client.ts';
import {
  findUnseenReason,
  followUnseen,
  isKnownWatchable,
  isLossEmailDue,
  isRefundDue,
  isReturnEmailDue,
  type UnseenMatch,
} from './rules.ts';
import { forgetUnseen, listUnseen, saveUnseen } from './store.ts';
import { tellBack, tellRefund, tellUnseen } from './tell-buyers.ts';

/** Follows all sold matches. Stops sending at `stopAt`, where the next run continues. */
export const followAllUnseen = async (now: number, stopAt: number): Promise<void> =>
  followUnseenEvents(await listSoldEvents(), now, stopAt);

/** Like `followAllUnseen`, for some of the sold matches. */
export async function followUnseenEvents(
  sold: readonly SoldEvent[],
  now: number,
  stopAt = Number.POSITIVE_INFINITY,
): Promise<void> {
  const byMatch = new Map((await listUnseen()).map((match) => [match.eventId, match]));
  await events.refresh();
  await attemptEach(
    'a paid match was not followed',
    sold,
    async (event) => {
      const match = await follow(event, byMatch.get(event.eventId), now);
      if (match) await act(match, now, stopAt);
    },
    ({ eventId }) => ({ event: eventId }),
  );
}

async function follow(
  { eventId, title, seenAt }: SoldEvent,
  before: UnseenMatch | undefined,
  now: number,
): Promise<UnseenMatch | undefined> {
  const row = events.getRow(eventId);
  // The rights of everybody who bought before the match have ended.
  if (row && Date.parse(row.finish) + eventAccessMs < now) return undefined;
  const recordings = await findVodsOfEvent(eventId);
  if (seenAt === undefined && recordings.some(isPublished)) await noteSeen(eventId, now);
  const isKnown = row && isKnownWatchable(row, recordings, now);
  const reason = isKnown ? undefined : await readReason(eventId, recordings, now, seenAt !== undefined);
  if (!reason && (!before || before.backAt)) return before;
  const paid = await sumUpBuyers(eventId, readCents('event'));
  const event = reason === 'DELETED' ? undefined : await events.get(eventId);
  const facts = {
    title: event?.title ?? before?.title ?? title,
    start: event?.scheduledStartDate ?? before?.start ?? null,
  };
  const next = followUnseen(before, reason, { eventId, ...facts, ...paid }, now);
  if (next && next !== before) return saveUnseen(next);
  if (!next && before) await forgetUnseen(before);
  return next;
}

async function readReason(eventId: string, recordings: readonly VodRow[], now: number, wasSeen: boolean) {
  const [event, items] = await Promise.all([events.get(eventId), vods.items(recordings)]);
  return findUnseenReason(event, items, now, wasSeen);
}

async function act(match: UnseenMatch, now: number, stopAt: number): Promise<void> {
  if (isRefundDue(match, now)) await refundMatch(match, now, stopAt);
  else if (isLossEmailDue(match, now)) await tellUnseen(match, now, stopAt);
  else if (isReturnEmailDue(match, now)) await tellBack(match, now, stopAt);
}

/**
 * Refunds all payments for a match. It first emails the buyers, whose rights still name them, then asks the provider
 * for the payments. A run continues an interrupted one; no payment goes back twice.
 */
async function refundMatch(match: UnseenMatch, now: number, stopAt: number): Promise<void> {
  if (!(await takesPayments())) return;
  const { toldUpTo: _, ...fresh } = match;
  const begun = match.refund ? match : await saveUnseen({ ...fresh, refund: { since: now, payments: 0, amount: 0 } });
  const told = begun && (begun.refund?.told ? begun : await tell(begun, now, stopAt));
  if (!told?.refund) return;
  const refund = await refundEvent(told.eventId, told.refund, { now, stopAt });
  if (refund) await saveUnseen({ ...told, refund });
}

async function tell(match: UnseenMatch, now: number, stopAt: number): Promise<UnseenMatch | undefined> {
  const reached = await tellRefund(match, now, stopAt);
  return reached?.refund && saveUnseen({ ...reached, refund: { ...reached.refund, told: true } });
}
