/**
 * Rate limits: counters in fixed windows (table `sessions`). A counter is incremented before the action, so that
 * concurrent attempts all count; where only failures count, a success decrements it.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { ApiError } from '../../../shared/contract/errors.ts';
import { type Key, updateItem } from '../aws/dynamo.ts';
import { ignoreFailedCondition } from '../aws/dynamo-errors.ts';

export interface Limit {
  /** Unique among all limits. */
  name: string;
  max: number;
  minutes: number;
}

/**
 * Counts one attempt of a subject (account, network, email address) and returns the count in this window. An attempt
 * with an id counts once, however often it is sent, and can be undone.
 */
export async function countUp(limit: Limit, subject: string, now: number, attempt = createAttempt()): Promise<number> {
  const counted = await change('ADD', { limit, subject, now, attempt }).catch(ignoreFailedCondition);
  return counted ?? maxStoredAttempts;
}

/** Undoes an attempt that turned out to be no failure. */
export async function countDown(limit: Limit, subject: string, now: number, attempt: string): Promise<void> {
  await change('DELETE', { limit, subject, now, attempt });
}

/** A short id of an attempt; a window stores the ids of all its attempts. */
export const createAttempt = () => randomBytes(6).toString('base64url');

/**
 * Counts one attempt.
 * @throws ApiError 429 with the text if that exceeds the limit.
 */
export async function spend(limit: Limit, subject: string, message: string, now: number): Promise<void> {
  if ((await countUp(limit, subject, now)) > limit.max) throw createLimitError(limit, message, now);
}

/**
 * Counts a guess as wrong before it is checked, so that concurrent guesses all count. Returns a function that undoes
 * it.
 * @throws ApiError 429 with the text if that exceeds the limit.
 */
export async function spendGuess(
  limit: Limit,
  subject: string,
  message: string,
  now: number,
): Promise<() => Promise<void>> {
  const attempt = createAttempt();
  if ((await countUp(limit, subject, now, attempt)) > limit.max) throw createLimitError(limit, message, now);
  return () => countDown(limit, subject, now, attempt);
}

export function createLimitError({ minutes }: Pick<Limit, 'minutes'>, message: string, now: number): ApiError {
  const windowMs = minutes * 60_000;
  const retryAfter = Math.ceil((windowMs - (now % windowMs)) / 1000);
  return new ApiError('REQ4290', message, { 'retry-after': String(retryAfter) });
}

/**
 * The network of an address: an IPv4 address, or the /64 that a provider gives to one household. Other values are used
 * as they are.
 */
export function toNetwork(address: string): string {
  if (!isIPv6(address) || address.includes('%')) return address;
  const groups = parseGroups(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

/** The eight groups of an IPv6 address; URL parsing normalises its spelling. */
function parseGroups(address: string): number[] {
  const [before = [], after] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = after ? Array(8 - before.length - after.length).fill('0') : [];
  return [...before, ...zeros, ...(after ?? [])].map((group) => Number.parseInt(group, 16));
}

/** Names and addresses are personal data: only their hash is stored. */
export const hashValue = (...names: string[]) =>
  createHash('sha256')
    .update(names.map((name) => name.trim().toLowerCase()).join('\n'))
    .digest('base64url');

/** Attempts stored per window: more than any limit allows. Their ids take 20 KB. */
const maxStoredAttempts = 2_000;

interface Change {
  limit: Limit;
  subject: string;
  now: number;
  attempt: string;
}

/** Adds to a set of ids rather than to a number, so that a request repeated by the SDK counts once. */
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
      values: how === 'ADD' ? { ...values, ':max': maxStoredAttempts } : values,
    },
    how === 'ADD' ? { condition: 'attribute_not_exists(tries) OR size(tries) < :max' } : {},
  );
  return tries?.size ?? 0;
}
