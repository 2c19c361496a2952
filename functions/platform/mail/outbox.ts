/**
 * Emails that must not be lost: kept before they are sent, in the table `messages`. A failed one stays, and the
 * reconciliation tries it again.
 */
import { ulid } from 'ulid';
import {
  ConditionFailed,
  type Key,
  putItem,
  putWrite,
  queryItems,
  transact,
  updateItem,
  type Write,
} from '../aws/dynamo.ts';
import { type Email, sendEmail } from '../aws/email.ts';
import { log } from '../http/request-log.ts';

interface StoredMessage extends Key {
  mail: Email;
  attempts: number;
  /** Absent while it is still to be sent. */
  sentAt?: string;
}

/** Kept for a year: long enough to answer, no longer than needed (seconds). */
const keepSeconds = 365 * 86_400;

const newMessage = (mail: Email, now: number): StoredMessage & { expiresAt: number } => ({
  ...{ pk: 'OUTBOX', sk: ulid(now), mail, attempts: 0 },
  expiresAt: Math.ceil(now / 1000) + keepSeconds,
});

/** Moves a message from the outbox to the archive. */
async function markSent({ pk, sk }: Key, now: number): Promise<void> {
  await updateItem(
    'messages',
    { pk, sk },
    { expression: 'SET sentAt = :now', values: { ':now': new Date(now).toISOString() } },
  );
}

async function countAttempt({ pk, sk }: Key): Promise<void> {
  await updateItem('messages', { pk, sk }, { expression: 'ADD attempts :one', values: { ':one': 1 } });
}

/** Messages of the last days that have not been sent. */
async function waitingMessages(now: number, days = 7): Promise<StoredMessage[]> {
  const waiting: StoredMessage[] = [];
  for await (const page of queryItems<StoredMessage>('messages', 'OUTBOX', { after: ulid(now - days * 86_400_000) })) {
    waiting.push(...page.filter(({ sentAt, attempts }) => sentAt === undefined && attempts < 20));
  }
  return waiting;
}

/** Keeps an email and sends it; when the mail service fails, it is sent later. */
export async function post(mail: Email, now: number): Promise<void> {
  const message = newMessage(mail, now);
  await putItem('messages', message);
  await deliver(message, now);
}

/** The same for an email that may go out once only: `mark` refuses to be written a second time. */
export async function postOnce(mail: Email, mark: Write, now: number): Promise<void> {
  const message = newMessage(mail, now);
  try {
    await transact([mark, putWrite('messages', message)]);
  } catch (error) {
    if (error instanceof ConditionFailed) return;
    throw error;
  }
  await deliver(message, now);
}

export async function deliverWaiting(now: number): Promise<void> {
  for (const message of await waitingMessages(now)) await deliver(message, now);
}

async function deliver(message: StoredMessage, now: number): Promise<void> {
  try {
    await sendEmail(message.mail);
  } catch (error) {
    log('warn', 'message not sent yet', { message: message.sk, error: String(error) });
    await countAttempt(message);
    return;
  }
  await markSent(message, now);
}
