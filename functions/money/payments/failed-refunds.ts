/**
 * Refunds that the buyer's bank sends back days later, as a closed account does. The money is ours again and still owed:
 * the sync returns the right, an alarm tells operators, and a match's refund becomes due again.
 */
import type Stripe from 'stripe';
import { updateItem } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { log } from '../../platform/observability/log.ts';
import { measure } from '../../platform/observability/metrics.ts';
import { toMeasuredKey } from '../lost-minutes/store.ts';
import { toUnseenKey } from '../unseen/store.ts';
import { toId } from './stripe/client.ts';
import { readCharge } from './stripe/ledger.ts';

export async function reopenRefund({ id, charge, failure_reason: reason }: Stripe.Refund, now: number): Promise<void> {
  log('error', 'a refund failed', { refund: id, charge, reason });
  measure('RefundsFailed', 1, { refund: id });
  const eventId = charge && (await readCharge(toId(charge))).metadata.sportEventId;
  if (!eventId) return;
  const update = {
    expression: 'SET refund.failedAt = :now, #version = #version + :one REMOVE refund.doneAt',
    names: { '#version': 'version' },
    values: { ':now': now, ':one': 1 },
  };
  for (const key of [toUnseenKey(eventId), toMeasuredKey(eventId)])
    await updateItem('purchases', key, update, { condition: 'attribute_exists(refund.since)' }).catch(
      ignoreFailedCondition,
    );
}
