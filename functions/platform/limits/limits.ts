/**
 * How often somebody may do something: counters in windows that start anew by themselves (table `sessions`). A counter
 * goes up before the thing is done, so that a hundred at the same time count as a hundred, and down again where only
 * failures count.
 */
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { Refusal } from '../../../shared/errors.ts';
import { addOnce } from '../aws/counters.ts';
import type { Key } from '../aws/dynamo.ts';

export interface Limit {
  /** Unique among all limits. */
  name: string;
  most: number;
  minutes: number;
}

/** Counts one more for a subject (an account, a network, an address of mail); gives how many there are in this window. */
export async function countUp(limit: Limit, subject: string, now: number): Promise<number> {
  return change(limit, subject, 1, now);
}

/** Takes back what was counted, for what turned out to be no failure. */
export async function countDown(limit: Limit, subject: string, now: number): Promise<void> {
  await change(limit, subject, -1, now);
}

/** Counts one more, and refuses with 429 and this text when that is too many. */
export async function spend(limit: Limit, subject: string, says: string, now: number): Promise<void> {
  if ((await countUp(limit, subject, now)) > limit.most) throw tooMany(limit, says, now);
}

export function tooMany({ minutes }: Pick<Limit, 'minutes'>, says: string, now: number): Refusal {
  const windowMs = minutes * 60_000;
  const retryAfter = Math.ceil((windowMs - (now % windowMs)) / 1000);
  return new Refusal('REQ4290', says, { 'retry-after': String(retryAfter) });
}

/**
 * What counts as one place on the network: an IPv4 address, or the /64 of an IPv6 address, which a provider gives to one
 * household. What is neither counts as it is written.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return `${parsed.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}

/** Names and addresses are personal data: only their hash is kept. */
export const hashed = (...names: string[]) =>
  createHash('sha256')
    .update(names.map((name) => name.trim().toLowerCase()).join('\n'))
    .digest('base64url');

async function change({ name, minutes }: Limit, subject: string, by: 1 | -1, now: number): Promise<number> {
  const windowMs = minutes * 60_000;
  const window = Math.floor(now / windowMs);
  const key: Key = { pk: `LIMIT#${name}#${hashed(subject)}`, sk: `WINDOW#${window}` };
  const expiresAt = Math.floor(((window + 1) * windowMs) / 1000);
  const { attempts } = await addOnce<{ attempts: number }>('sessions', key, ['attempts'], by, { expiresAt });
  return attempts;
}
