/**
 * How often somebody may do something: counters in windows that start anew by themselves (table `sessions`). A counter
 * goes up before the thing is done, so that a hundred at the same time count as a hundred, and down again where only
 * failures count.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { ApiError } from '../../../shared/contract/errors.ts';
import { ConditionFailed, type Key, updateItem } from '../aws/dynamo.ts';

export interface Limit {
  /** Unique among all limits. */
  name: string;
  most: number;
  minutes: number;
}

/**
 * Counts one more for a subject (an account, a network, an address of mail); gives how many there are in this window.
 * An attempt that is named counts once, however often its count is sent, and can be taken back.
 */
export async function countUp(limit: Limit, subject: string, now: number, attempt = newAttempt()): Promise<number> {
  try {
    return await change('ADD', { limit, subject, now, attempt });
  } catch (error) {
    if (error instanceof ConditionFailed) return countedAtMost;
    throw error;
  }
}

/** Takes back what was counted, for what turned out to be no failure. */
export async function countDown(limit: Limit, subject: string, now: number, attempt: string): Promise<void> {
  await change('DELETE', { limit, subject, now, attempt });
}

/** Names an attempt: short, because a window keeps the names of all. */
export const newAttempt = () => randomBytes(6).toString('base64url');

/** Counts one more, and refuses with 429 and this text when that is too many. */
export async function spend(limit: Limit, subject: string, says: string, now: number): Promise<void> {
  if ((await countUp(limit, subject, now)) > limit.most) throw tooMany(limit, says, now);
}

/**
 * Counts a guess as a wrong one before anybody looks at it, so that a hundred at once count as a hundred; refuses with 429
 * and this text when that is too many, and gives what takes it back when it was right.
 */
export async function spendGuess(
  limit: Limit,
  subject: string,
  says: string,
  now: number,
): Promise<() => Promise<void>> {
  const attempt = newAttempt();
  if ((await countUp(limit, subject, now, attempt)) > limit.most) throw tooMany(limit, says, now);
  return () => countDown(limit, subject, now, attempt);
}

export function tooMany({ minutes }: Pick<Limit, 'minutes'>, says: string, now: number): ApiError {
  const windowMs = minutes * 60_000;
  const retryAfter = Math.ceil((windowMs - (now % windowMs)) / 1000);
  return new ApiError('REQ4290', says, { 'retry-after': String(retryAfter) });
}

/**
 * What counts as one place on the network: an IPv4 address, or the /64 of an IPv6 address, which a provider gives to one
 * household. What is neither counts as it is written.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight numbers of an IPv6 address; addresses of the web are written in one way only. */
function groupsOf(address: string): number[] {
  const [before = [], after] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = after ? Array(8 - before.length - after.length).fill('0') : [];
  return [...before, ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16));
}

/** Names and addresses are personal data: only their hash is kept. */
export const hashValue = (...names: string[]) =>
  createHash('sha256')
    .update(names.map((name) => name.trim().toLowerCase()).join('\n'))
    .digest('base64url');

/** More in one window than any limit asks for; the names of so many are 20 KB. */
const countedAtMost = 2_000;

interface Change {
  limit: Limit;
  subject: string;
  now: number;
  attempt: string;
}

/** A set of names, and not a number: what the SDK sends twice, because an answer was lost, counts once. */
async function change(how: 'ADD' | 'DELETE', { limit: { name, minutes }, subject, now, attempt }: Change) {
  const windowMs = minutes * 60_000;
  const window = Math.floor(now / windowMs);
  const key: Key = { pk: `LIMIT#${name}#${hashValue(subject)}`, sk: `WINDOW#${window}` };
  const values = { ':attempts': new Set([attempt]), ':end': Math.floor(((window + 1) * windowMs) / 1000) };
  const { tries } = await updateItem<{ tries?: Set<string> }>(
    'sessions',
    key,
    {
      expression: `SET expiresAt = :end ${how} tries :attempts`,
      values: how === 'ADD' ? { ...values, ':most': countedAtMost } : values,
    },
    how === 'ADD' ? { condition: 'attribute_not_exists(tries) OR size(tries) < :most' } : {},
  );
  return tries?.size ?? 0;
}
