/**
 * Sends each buyer one email about the loss, one about the refund and one about the return. An email and its mark are
 * one transaction, and the position is stored, so that an interrupted run continues without a second email.
 */

import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { checkWrite, getItems, isNew, type Key, putWrite, type Write } from '../../platform/aws/dynamo.ts';
import type { Email } from '../../platform/aws/email.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { isPublished } from '../../recordings/vods/rules.ts';
import { findVodsOfEvent } from '../../recordings/vods/store.ts';
import { listBuyers } from '../payments/buyers.ts';
import { writeRefund, writeReturn, writeUnseen } from './emails.ts';
import type { UnseenMatch } from './rules.ts';
import { saveUnseen } from './store.ts';

export async function tellUnseen(match: UnseenMatch, now: number, stopAt: number): Promise<void> {
  const { eventId, title, reason, since, buyers } = match;
  // The start is stored before the first email, so that a return is announced even if this run dies.
  const begun = await saveUnseen({ ...match, tellingSince: match.tellingSince ?? now });
  const reached =
    begun &&
    (await visitBuyers(begun, { now, stopAt }, async (user, until) => {
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
  return visitBuyers(match, { now, stopAt }, async (user, until, amount) => {
    const mail = writeRefund(user, { eventId, title, until }, reason, amount);
    await sendOnce(mail, refundKey(user.id, eventId, since), now);
  });
}

export async function tellBack(match: UnseenMatch, now: number, stopAt: number): Promise<void> {
  const { eventId, title, since } = match;
  const vodId = (await findVodsOfEvent(eventId)).find(isPublished)?.id;
  const reached = await visitBuyers(match, { now, stopAt }, async (user, until) => {
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

/** Calls `each` for the buyers after `toldUpTo`; undefined if time ran out or another run took the match. */
async function visitBuyers(
  match: UnseenMatch,
  { now, stopAt }: { now: number; stopAt: number },
  each: (user: StoredUser, until: string, amount: number | undefined) => Promise<void>,
): Promise<UnseenMatch | undefined> {
  let reached = match;
  for await (const ids of listBuyers(match.eventId, match.toldUpTo)) {
    for (let from = 0; from < ids.length; from += atOnce) {
      if (Date.now() > stopAt) return undefined;
      const some = ids.slice(from, from + atOnce);
      const users = await getItems(some.map((id) => ({ table: 'users', key: userKey(id) })));
      const holders = (users as (StoredUser | undefined)[]).flatMap(
        (user) => findHolder(user, match.eventId, now) ?? [],
      );
      await Promise.all(holders.map(({ user, until, amount }) => each(user, until, amount)));
      const saved = await saveUnseen({ ...reached, toldUpTo: some.at(-1) });
      if (!saved) return undefined;
      reached = saved;
    }
  }
  return reached;
}

/** Undefined for deleted and disabled accounts, and for rights that have ended. */
function findHolder(user: StoredUser | undefined, eventId: string, now: number) {
  const right = user?.purchases.find(({ id }) => id === eventId);
  return user && !user.disabled && right && Date.parse(right.until) > now
    ? { user, until: right.until, amount: right.amount }
    : undefined;
}

const sendOnce = (mail: Email, key: Key, now: number, also: Write[] = []) =>
  queueEmailOnce(
    mail,
    putWrite('purchases', { ...key, expiresAt: Math.ceil(now / 1000) + markSeconds }, isNew),
    now,
    also,
  );

/** Emails sent concurrently, well below SES's usual rate. */
const atOnce = 10;
/** Longer than any right lasts. */
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
