/** Newsletter subscribers, in the table `messages`. */
import { randomBytes } from 'node:crypto';
import { hashToken } from '../../platform/auth/sessions.ts';
import { deleteWrite, getItem, type Key, putItem, type Write } from '../../platform/aws/dynamo.ts';

export interface Subscriber {
  email: string;
  status: 'pending' | 'confirmed' | 'left';
  /** Hash of the token in the confirmation email and in every newsletter. */
  tokenHash: string;
  changedAt: string;
}

export const getSubscriber = (email: string) => getItem<Subscriber>('messages', subscriberKey(email));

export async function saveSubscriber(subscriber: Subscriber): Promise<void> {
  await putItem('messages', { ...subscriber, ...subscriberKey(subscriber.email) });
}

export const removeSubscriber = (email: string): Write => deleteWrite('messages', subscriberKey(email));

/** A token that identifies its subscriber: `<email in base64url>.<secret>`. */
export function createSubscriberToken(email: string): { token: string; tokenHash: string } {
  const secret = randomBytes(24).toString('base64url');
  return { token: `${Buffer.from(email).toString('base64url')}.${secret}`, tokenHash: hashToken(secret) };
}

export async function findSubscriber(token: string): Promise<Subscriber | undefined> {
  const [name, secret] = token.split('.');
  if (!name || !secret) return undefined;
  const subscriber = await getSubscriber(Buffer.from(name, 'base64url').toString('utf8').slice(0, 254));
  return subscriber?.tokenHash === hashToken(secret) ? subscriber : undefined;
}

const subscriberKey = (email: string): Key => ({ pk: `NEWSLETTER#${email}`, sk: 'SUBSCRIBER' });
