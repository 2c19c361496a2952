/**
 * Addresses that return emails, as SES's events report, in the table `messages`: RETURNED#{address} / STATE. After a
 * permanent bounce only requested emails are sent; after a complaint none that has an unsubscribe link.
 */
import { getItem, type Key, updateItem } from '../aws/dynamo.ts';
import type { Email } from '../aws/email.ts';

interface StoredReturns extends Key {
  /** ISO 8601; absent after a requested email was sent. */
  bouncedAt?: string;
  complainedAt?: string;
  expiresAt: number;
}

export type Returns = Pick<StoredReturns, 'bouncedAt' | 'complainedAt'>;

export type ReturnKind = 'BOUNCE' | 'COMPLAINT';

const fields = { BOUNCE: 'bouncedAt', COMPLAINT: 'complainedAt' } as const;

/** Mailboxes are given to other people after a year or more. */
const keepSeconds = 365 * 86_400;

export const returnsKey = (address: string): Key => ({ pk: `RETURNED#${address.toLowerCase()}`, sk: 'STATE' });

export async function readReturns(address: string): Promise<Returns> {
  const { bouncedAt, complainedAt } = (await getItem<StoredReturns>('messages', returnsKey(address))) ?? {};
  return { ...(bouncedAt && { bouncedAt }), ...(complainedAt && { complainedAt }) };
}

export async function noteReturn(address: string, kind: ReturnKind, now: number): Promise<void> {
  await updateItem('messages', returnsKey(address), {
    expression: 'SET #at = :at, expiresAt = :expiresAt',
    names: { '#at': fields[kind] },
    values: { ':at': new Date(now).toISOString(), ':expiresAt': Math.ceil(now / 1000) + keepSeconds },
  });
}

/** Forgets a bounce, because the address is tried again; another bounce would be noted. */
export async function forgetBounce(address: string, now: number): Promise<void> {
  await updateItem('messages', returnsKey(address), {
    expression: 'SET triedAt = :at REMOVE bouncedAt',
    values: { ':at': new Date(now).toISOString() },
  });
}

export function mayBeSent({ isRequested, unsubscribe }: Email, { bouncedAt, complainedAt }: Returns): boolean {
  if (isRequested) return true;
  return !bouncedAt && !(complainedAt && unsubscribe);
}
