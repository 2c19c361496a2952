/**
 * Ends the sale of a match: its open payment pages expire, and later payments are refunded. Open pages are listed in
 * the table `purchases`: CHECKOUTS#{event} / USER#{id}.
 */
import type Stripe from 'stripe';
import { paths } from '../../../shared/domain/paths.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { titleFor } from '../../../shared/domain/result-text.ts';
import type { StoredEvent } from '../../league/events/rules.ts';
import { events } from '../../league/events/store.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { deleteItem, isNew, type Key, putItem, putWrite } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';
import { greet, renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { readUnseen } from '../unseen/store.ts';
import { readPaidItem } from './receipts.ts';
import { refundPurchase } from './stripe/charges.ts';
import { expireCheckout, readCheckout } from './stripe/checkout-sessions.ts';

export const noteOpenPage = (eventId: string, userId: string, sessionId: string) =>
  putItem('purchases', { ...pageKey(eventId, userId), sessionId });

/** True if the event can be sold: visible, not open to everybody, and not cancelled. */
export const isOffered = (event: StoredEvent | undefined): boolean =>
  event?.visible === true && !event.isPublic && event.state !== 'CANCELLED';

/** Expires the open payment pages of a match that is no longer for sale; idempotent. */
export async function endSale(eventId: string): Promise<void> {
  if (isOffered(await events.get(eventId))) return;
  for await (const pages of queryItems<Key & { sessionId: string }>('purchases', toEventKey(eventId))) {
    for (const { pk, sk, sessionId } of pages) {
      if ((await readCheckout(sessionId)).status === 'open') await expireCheckout(sessionId);
      // The entry of a newer page stays: its request has checked the sale.
      await deleteItem('purchases', { pk, sk }, { expression: 'sessionId = :id', values: { ':id': sessionId } }).catch(
        ignoreFailedCondition,
      );
    }
  }
}

/**
 * Refunds a purchase of a match that was cancelled, deleted or refunded before the money arrived; idempotent. Returns the
 * function that emails the buyer; undefined for any other event of the provider.
 */
export async function refundIfCancelled(
  { type, data }: Stripe.Event,
  customerId: string,
): Promise<((user: StoredUser, now: number) => Promise<void>) | undefined> {
  if (type !== 'checkout.session.completed' && type !== 'checkout.session.async_payment_succeeded') return undefined;
  const { id, metadata, created } = data.object;
  const paid = readPaidItem({ type, data } as Stripe.Event);
  const eventId = metadata?.sportEventId;
  if (!paid || !eventId) return undefined;
  const event = await events.get(eventId);
  if (event && event.state !== 'CANCELLED' && !(await wasRefundedSince(eventId, created * 1000))) return undefined;
  await refundPurchase(customerId, eventId, created);
  return (user, now) => tellRefund(user, { ...paid, id }, now);
}

/** True for a payment that was begun before all others went back, and took days, such as a direct debit. */
async function wasRefundedSince(eventId: string, begun: number): Promise<boolean> {
  const refund = (await readUnseen(eventId))?.refund;
  return refund !== undefined && begun < refund.since;
}

async function tellRefund(
  user: StoredUser,
  { id, amount, title }: { id: string; amount: number; title: string },
  now: number,
): Promise<void> {
  const match = titleFor(user, title);
  const mail = renderEmail({
    to: user.email,
    subject:
      amount > 0 ? 'Te devolvemos el dinero de un partido que no se juega' : 'Un partido que pediste no se juega',
    lines: [
      `${greet(user)} «${match}» se ha cancelado${amount > 0 ? `, así que te devolvemos los ${formatPrice(amount / 100)} que acabas de pagar` : '. Con tu código no pagaste nada por él'}.`,
      ...(amount > 0
        ? ['Llegan a la misma tarjeta o cuenta con la que has pagado; el banco suele tardar entre cinco y diez días.']
        : []),
    ],
    action: { label: 'Ver mi cuenta', url: pageUrl(paths.profile) },
  });
  const mark = { pk: `USER#${user.id}`, sk: `REFUND#${id}`, sentAt: new Date(now).toISOString() };
  await queueEmailOnce(mail, putWrite('purchases', mark, isNew), now);
}

const toEventKey = (eventId: string) => `CHECKOUTS#${eventId}`;
const pageKey = (eventId: string, userId: string): Key => ({ pk: toEventKey(eventId), sk: `USER#${userId}` });
