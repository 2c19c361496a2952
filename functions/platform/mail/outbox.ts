/**
 * Emails that must not be lost: kept before they are sent, in the table `messages`. Whoever sends one claims it first,
 * so that two workers at once send it once; a failed one stays and is tried again. What was sent moves to the archive of
 * its day, so that looking for what waits costs nothing when nothing does.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import {
  ConditionFailed,
  deleteWrite,
  type Key,
  putItem,
  putWrite,
  queryItems,
  transact,
  updateItem,
  type Write,
} from '../aws/dynamo.ts';
import { type Email, hasSender, sendEmail } from '../aws/email.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';

export interface StoredMessage extends Key {
  mail: Email;
  /** How often it has been tried. */
  attempts: number;
  /** Somebody is sending it until then (ms), if they have not died. */
  claimedUntil: number;
  expiresAt: number;
}

/** Longer than the mail service takes to answer. */
const claimMs = 60_000;
/** After these nobody expects it any more; it stays where it is, for whoever looks into it. */
const maxAttempts = 20;
/** Kept for a year: long enough to answer, no longer than needed (seconds). */
const keepSeconds = 365 * 86_400;

/** A new message, claimed by whoever keeps it. */
const newMessage = (mail: Email, now: number): StoredMessage => ({
  ...{ pk: waiting, sk: ulid(now), mail, attempts: 1, claimedUntil: now + claimMs },
  expiresAt: Math.ceil(now / 1000) + keepSeconds,
});

/** Who asked for a mail a day ago has long helped themselves. */
const staleMs = 24 * 3600_000;

/** Keeps an email and sends it; when the mail service fails, it is sent later. */
export async function queueEmail(mail: Email, now: number): Promise<void> {
  const message = newMessage(mail, now);
  await putItem('messages', message);
  await deliver(message, now);
}

/**
 * The same for an email that may go out once only: `mark` refuses to be written a second time. `also` is what the email
 * speaks of, and comes with it.
 */
export async function queueEmailOnce(mail: Email, mark: Write, now: number, also: Write[] = []): Promise<void> {
  const message = newMessage(mail, now);
  try {
    await transact([mark, ...also, putWrite('messages', message)]);
  } catch (error) {
    if (error instanceof ConditionFailed) return;
    throw error;
  }
  await deliver(message, now);
}

/** Sends what waits, and is not stale. */
export async function deliverPending(now: number): Promise<void> {
  if (!hasSender()) return;
  for await (const page of queryItems<StoredMessage>('messages', waiting, { after: ulid(now - staleMs) })) {
    for (const message of page) {
      if (message.claimedUntil > now || message.attempts >= maxAttempts) continue;
      const claimed = await claim(message, now);
      if (claimed) await deliver(claimed, now);
    }
  }
}

/** Archive of a day, `YYYY-MM-DD`: what was sent on it, by UTC. */
export const archiveOf = (now: number) => `SENT#${new Date(now).toISOString().slice(0, 10)}`;

/** The message as this worker has it now, this attempt counted; nothing when somebody else has it. */
async function claim({ pk, sk }: Key, now: number): Promise<StoredMessage | undefined> {
  try {
    return await updateItem<StoredMessage>(
      'messages',
      { pk, sk },
      {
        expression: 'SET claimedUntil = :until, claimedBy = :worker ADD attempts :one',
        values: { ':until': now + claimMs, ':one': 1, ':now': now, ':worker': randomUUID() },
      },
      // A claim whose answer was lost, and that the SDK repeats, is this worker's already.
      { condition: 'attribute_exists(pk) AND (claimedUntil <= :now OR claimedBy = :worker)' },
    );
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

/** The next round may have it; unless the claim of `now` has run out meanwhile, and another worker sends or has sent it. */
async function release({ pk, sk }: Key, now: number): Promise<void> {
  const values = { ':now': now, ':held': now + claimMs };
  try {
    await updateItem(
      'messages',
      { pk, sk },
      { expression: 'SET claimedUntil = :now', values },
      { condition: 'claimedUntil = :held' },
    );
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

async function deliver(message: StoredMessage, now: number): Promise<void> {
  const { pk, sk, mail, attempts, expiresAt } = message;
  if (!hasSender()) return;
  try {
    await sendEmail(mail);
  } catch (error) {
    const givenUp = attempts >= maxAttempts;
    log(givenUp ? 'error' : 'warn', 'message not sent', { message: sk, attempts, error: String(error) });
    measure(givenUp ? 'MailsGivenUp' : 'MailsRefused', 1, { message: sk });
    await release(message, now);
    return;
  }
  const sent = { pk: archiveOf(now), sk, mail, attempts, sentAt: new Date(now).toISOString(), expiresAt };
  await transact([deleteWrite('messages', { pk, sk }), putWrite('messages', sent)]);
}

const waiting = 'OUTBOX';
