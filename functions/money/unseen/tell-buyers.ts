/**
 * Sends each buyer one email about the loss, one about the refund and one about the return. An email and its mark are
 * one transaction, and the position is stored, so that an interrupted run continues without a second email.
 */
import { checkWrite, isNew, type Key, putWrite, type Write } from '../../platform/aws/dynamo.ts';
import type { Email } from '../../platform/aws/email.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { isPublished } from '../../recordings/vods/rules.ts';
import { findVodsOfEvent } from '../../recordings/vods/store.ts';
import { visitBuyers } from '../payments/visit-buyers.ts';
import { writeRefund, writeReturn, writeUnseen } from './emails.ts';
import type { UnseenMatch } from './rules.ts';
import { saveUnseen } from './store.ts';

export async function tellUnseen(match: UnseenMatch, now: number, stopAt: number): Promise<void> {
  const { eventId, title, reason, since, buyers } = match;
  // The start is stored before the first email, so that a return is announced even if this run dies.
  const begun = await saveUnseen({ ...match, tellingSince: match.tellingSince ?? now });
  const reached =
    begun &&
    (await visitBuyers(begun, saveUnseen, { now, stopAt }, async (user, until) => {
      const mail = writeUnseen(user, { eventId, title, until }, reason);
      await sendOnce(mail, lostKey(user.id, eventId, since), now);
    }));
  if (!reached) return;
  const { toldUpTo: _, ...told } = reached;
  await saveUnseen({ ...told, told: buyers });
}

/** Undefined if time ran out or another run took the match. */
export function tellRefund(match: UnseenMatch, now: number, stopAt: number): Promise<UnseenMatch | undefined> {
  const { eventId, title, reason, since } = match;
  return visitBuyers(match, saveUnseen, { now, stopAt }, async (user, until, amount) => {
    const mail = writeRefund(user, { eventId, title, until }, reason, amount);
    await sendOnce(mail, refundKey(user.id, eventId, since), now);
  });
}

export async function tellBack(match: UnseenMatch, now: number, stopAt: number): Promise<void> {
  const { eventId, title, since } = match;
  const vodId = (await findVodsOfEvent(eventId)).find(isPublished)?.id;
  const reached = await visitBuyers(match, saveUnseen, { now, stopAt }, async (user, until) => {
    const lost = lostKey(user.id, eventId, since);
    const mail = writeReturn(user, { eventId, title, until }, vodId);
    // Only buyers who got the email about the loss get the one about the return.
    await sendOnce(mail, backKey(user.id, eventId, since), now, [
      checkWrite('purchases', lost, { expression: 'attribute_exists(pk)' }),
    ]);
  });
  if (!reached) return;
  const { toldUpTo: _, ...told } = reached;
  await saveUnseen({ ...told, backTold: true });
}

const sendOnce = (mail: Email, key: Key, now: number, also: Write[] = []) =>
  queueEmailOnce(
    mail,
    putWrite('purchases', { ...key, expiresAt: Math.ceil(now / 1000) + markSeconds }, isNew),
    now,
    also,
  );

/** Seconds, longer than any right lasts. */
const markSeconds = 2 * 366 * 86_400;

const lostKey = (userId: string, eventId: string, since: number): Key => ({
  pk: `USER#${userId}`,
  sk: `UNSEEN#${eventId}#${since}`,
});
const refundKey = (userId: string, eventId: string, since: number): Key => ({
  pk: `USER#${userId}`,
  sk: `REFUNDED#${eventId}#${since}`,
});
const backKey = (userId: string, eventId: string, since: number): Key => ({
  pk: `USER#${userId}`,
  sk: `SEEN#${eventId}#${since}`,
});
