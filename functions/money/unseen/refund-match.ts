/**
 * Refunds all payments for a match. It first emails the buyers, whose rights still name them, then asks the provider
 * for the payments. A run continues an interrupted one; no payment goes back twice.
 */
import { refundEvent } from '../payments/stripe/charges.ts';
import { takesPayments } from '../payments/stripe/client.ts';
import type { UnseenMatch } from './rules.ts';
import { saveUnseen } from './store.ts';
import { tellRefund } from './tell-buyers.ts';

/** Milliseconds after which the provider's search certainly has every payment. */
const searchDelayMs = 5 * 60_000;

export async function refundMatch(match: UnseenMatch, now: number, stopAt: number): Promise<void> {
  if (!(await takesPayments())) return;
  const begun = match.refund
    ? match
    : await saveUnseen({ ...withoutPlace(match), refund: { since: now, payments: 0, amount: 0 } });
  const told = begun && (begun.refund?.told ? begun : await tell(begun, now, stopAt));
  if (!told?.refund) return;
  const returned = await refundEvent(told.eventId, stopAt);
  if (!returned) return;
  const { payments, amount, wasNothingLeft } = returned;
  const isDone = wasNothingLeft && now - told.refund.since >= searchDelayMs;
  await saveUnseen({ ...told, refund: { ...told.refund, payments, amount, ...(isDone && { doneAt: now }) } });
}

async function tell(match: UnseenMatch, now: number, stopAt: number): Promise<UnseenMatch | undefined> {
  const reached = await tellRefund(match, now, stopAt);
  if (!reached?.refund) return undefined;
  return saveUnseen({ ...withoutPlace(reached), refund: { ...reached.refund, told: true } });
}

function withoutPlace({ toldUpTo: _, ...match }: UnseenMatch): UnseenMatch {
  return match;
}
