/**
 * Outgoing email, stored in the table `messages` before it is sent. A sender claims a message first, so that concurrent
 * workers send it once; failures are retried. Sent messages move to the archive of their day, so that polling for
 * pending ones stays cheap.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { deleteWrite, type Key, putItem, putWrite, transact, updateItem, type Write } from '../aws/dynamo.ts';
import { ignoreFailedCondition, isWritten } from '../aws/dynamo-errors.ts';
import { queryItems } from '../aws/dynamo-queries.ts';
import { type Email, hasSender, sendEmail } from '../aws/email.ts';
import { attemptEach } from '../observability/attempt-each.ts';
import { log } from '../observability/log.ts';
import { measure } from '../observability/metrics.ts';
import { forgetBounce, mayBeSent, readReturns } from './returned-mail.ts';

export interface StoredMessage extends Key {
  mail: Email;
  attempts: number;
  /** End of the current claim (milliseconds since the Unix epoch), in case its worker died. */
  claimedUntil: number;
  expiresAt: number;
}

/** Longer than SES takes to answer. */
const claimMs = 60_000;
/** Retries end after this many attempts; the message stays for inspection. */
const maxAttempts = 20;
const keepSeconds = 365 * 86_400;

/** A new message, claimed by its creator. */
const createMessage = (mail: Email, now: number): StoredMessage => ({
  pk: outbox,
  sk: ulid(now),
  mail,
  attempts: 1,
  claimedUntil: now + claimMs,
  expiresAt: Math.ceil(now / 1000) + keepSeconds,
});

/** Older messages are not sent: a link or news of yesterday would only confuse. */
const staleMs = 24 * 3600_000;

/** Stores an email and sends it; if SES fails, the email is sent later. */
export async function queueEmail(mail: Email, now: number): Promise<void> {
  const message = createMessage(mail, now);
  await putItem('messages', message);
  await deliver(message, now);
}

/**
 * Like `queueEmail`, at most once: `mark` is a conditional write that fails the second time. `also` is written in the
 * same transaction. @returns false if a condition failed, so that nothing was stored
 */
export async function queueEmailOnce(mail: Email, mark: Write, now: number, also: Write[] = []): Promise<boolean> {
  const message = createMessage(mail, now);
  if (!(await isWritten(transact([mark, ...also, putWrite('messages', message)])))) return false;
  await deliver(message, now);
  return true;
}

/** Prepares emails to be stored in the caller's transaction, and sent after it. */
export function prepareEmails(mails: readonly Email[], now: number): { writes: Write[]; send: () => Promise<void> } {
  const messages = mails.map((mail) => createMessage(mail, now));
  return {
    writes: messages.map((message) => putWrite('messages', message)),
    send: async () => {
      await Promise.all(messages.map((message) => deliver(message, now)));
    },
  };
}

export async function deliverPending(now: number): Promise<void> {
  if (!hasSender()) return;
  await attemptEach(
    'a pending message was not handled',
    readPending(now),
    async (message) => {
      const claimed = await claim(message, now);
      if (claimed) await deliver(claimed, now);
    },
    ({ sk }) => ({ message: sk }),
  );
}

async function* readPending(now: number): AsyncGenerator<StoredMessage> {
  for await (const page of queryItems<StoredMessage>('messages', outbox, { after: ulid(now - staleMs) }))
    yield* page.filter(({ claimedUntil, attempts }) => claimedUntil <= now && attempts < maxAttempts);
}

export const toArchiveKey = (now: number) => `SENT#${new Date(now).toISOString().slice(0, 10)}`;

/** Claims the message and counts the attempt; undefined if another worker holds it. */
const claim = ({ pk, sk }: Key, now: number): Promise<StoredMessage | undefined> =>
  updateItem<StoredMessage>(
    'messages',
    { pk, sk },
    {
      expression: 'SET claimedUntil = :until, claimedBy = :worker ADD attempts :one',
      values: { ':until': now + claimMs, ':one': 1, ':now': now, ':worker': randomUUID() },
    },
    // Accepts this worker's own claim: after a lost answer, the SDK repeats the write.
    { condition: 'attribute_exists(pk) AND (claimedUntil <= :now OR claimedBy = :worker)' },
  ).catch(ignoreFailedCondition);

/** Releases the claim made at `now`, unless it expired and another worker has claimed the message. */
async function release({ pk, sk }: Key, now: number): Promise<void> {
  const values = { ':now': now, ':held': now + claimMs };
  await updateItem(
    'messages',
    { pk, sk },
    { expression: 'SET claimedUntil = :now', values },
    { condition: 'claimedUntil = :held' },
  ).catch(ignoreFailedCondition);
}

async function deliver(message: StoredMessage, now: number): Promise<void> {
  const { pk, sk, mail, attempts, expiresAt } = message;
  if (!hasSender()) return;
  const returns = await readReturns(mail.to);
  const isSent = mayBeSent(mail, returns);
  try {
    // Forgotten first, because the event of another bounce may come before the call returns.
    if (isSent && returns.bouncedAt) await forgetBounce(mail.to, now);
    if (isSent) await sendEmail(mail);
  } catch (error) {
    const givenUp = attempts >= maxAttempts;
    log(givenUp ? 'error' : 'warn', 'message not sent', { message: sk, attempts, error: String(error) });
    measure(givenUp ? 'MailsGivenUp' : 'MailsRefused', 1, { message: sk });
    await release(message, now);
    return;
  }
  const at = new Date(now).toISOString();
  const end = isSent ? { sentAt: at } : { keptBackAt: at };
  const sent = { pk: toArchiveKey(now), sk, mail, attempts, expiresAt, ...end };
  await transact([deleteWrite('messages', { pk, sk }), putWrite('messages', sent)]);
}

const outbox = 'OUTBOX';
