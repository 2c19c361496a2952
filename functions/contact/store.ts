/**
 * Messages and newsletter subscribers, in the table `messages`. A message is kept before it is sent, so that nothing is
 * lost when mail fails; the reconciliation sends what is still waiting.
 */
import { createHash, randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { getItem, type Key, putItem, queryItems, updateItem } from '../aws/dynamo.ts';
import type { Email } from '../aws/email.ts';

export interface StoredMessage extends Key {
  mail: Email;
  attempts: number;
  /** Absent while it is still to be sent. */
  sentAt?: string;
}

/** Kept for a year: long enough to answer, no longer than needed (seconds). */
const keepSeconds = 365 * 86_400;

export async function keepMessage(mail: Email, now: number): Promise<StoredMessage> {
  const message = { pk: 'OUTBOX', sk: ulid(now), mail, attempts: 0, expiresAt: Math.ceil(now / 1000) + keepSeconds };
  await putItem('messages', message);
  return message;
}

/** Moves a message from the outbox to the archive. */
export async function markSent({ pk, sk }: Key, now: number): Promise<void> {
  await updateItem(
    'messages',
    { pk, sk },
    { expression: 'SET sentAt = :now', values: { ':now': new Date(now).toISOString() } },
  );
}

export async function countAttempt({ pk, sk }: Key): Promise<void> {
  await updateItem('messages', { pk, sk }, { expression: 'ADD attempts :one', values: { ':one': 1 } });
}

/** Messages of the last days that have not been sent. */
export async function waitingMessages(now: number, days = 7): Promise<StoredMessage[]> {
  const waiting: StoredMessage[] = [];
  for await (const page of queryItems<StoredMessage>('messages', 'OUTBOX', { after: ulid(now - days * 86_400_000) })) {
    waiting.push(...page.filter(({ sentAt, attempts }) => sentAt === undefined && attempts < 20));
  }
  return waiting;
}

export interface Subscriber {
  email: string;
  status: 'pending' | 'confirmed' | 'left';
  /** Hash of the token in the confirming email and in every newsletter. */
  tokenHash: string;
  changedAt: string;
}

export const getSubscriber = (email: string) => getItem<Subscriber>('messages', subscriberKey(email));

export async function saveSubscriber(subscriber: Subscriber): Promise<void> {
  await putItem('messages', { ...subscriber, ...subscriberKey(subscriber.email) });
}

/** A token that names its subscriber: `<email in base64url>.<secret>`. */
export function newSubscriberToken(email: string): { token: string; tokenHash: string } {
  const secret = randomBytes(24).toString('base64url');
  return { token: `${Buffer.from(email).toString('base64url')}.${secret}`, tokenHash: hashOf(secret) };
}

export async function subscriberOf(token: string): Promise<Subscriber | undefined> {
  const [name, secret] = token.split('.');
  if (!name || !secret) return undefined;
  const subscriber = await getSubscriber(Buffer.from(name, 'base64url').toString('utf8').slice(0, 254));
  return subscriber?.tokenHash === hashOf(secret) ? subscriber : undefined;
}

const subscriberKey = (email: string): Key => ({ pk: `NEWSLETTER#${email}`, sk: 'SUBSCRIBER' });
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url');
