/**
 * Brute force: failed logins are counted per address, per account and address, and per account, in windows of fifteen
 * minutes that start anew by themselves, so that nobody is locked out for good. An attacker on other addresses can
 * exhaust the account's own count, but not for an address from which its owner has logged in before.
 */
import { createHash } from 'node:crypto';
import { Refusal } from '../../../shared/errors.ts';
import { getItems, type Key, putItem, updateItem } from '../../platform/aws/dynamo.ts';

const windowMs = 15 * 60 * 1000;
const knownAddressMs = 90 * 24 * 3600 * 1000;
const limits = { address: 60, accountAndAddress: 8, account: 80 } as const;

type Subject = keyof typeof limits;

export interface LoginAttempt {
  username: string;
  address: string;
  now: number;
}

/** Counts the attempt before the password is looked at, so that parallel guesses count too; refuses with 429. */
export async function countAttempt(attempt: LoginAttempt): Promise<void> {
  const counts = await Promise.all(
    (Object.keys(limits) as Subject[]).map(async (subject) => [subject, await count(subject, attempt)] as const),
  );
  const exceeded = counts.filter(([subject, value]) => value > limits[subject]).map(([subject]) => subject);
  if (exceeded.length === 0) return;
  if (exceeded.length === 1 && exceeded[0] === 'account' && (await isKnownAddress(attempt))) return;
  const retryAfter = Math.ceil((windowMs - (attempt.now % windowMs)) / 1000);
  throw new Refusal('REQ4290', undefined, { 'retry-after': String(retryAfter) });
}

/**
 * Mails to one address, and requests from one caller: five and thirty in a window. Gives false when there were more.
 */
export async function countRecovery(
  subject: 'recoveryAddress' | 'recoveryMail',
  name: string,
  now: number,
): Promise<boolean> {
  const key = { pk: `LIMIT#${subject}#${hash([name])}`, sk: `RECOVERY#${Math.floor(now / windowMs)}` };
  const { attempts } = await updateItem<{ attempts: number }>('sessions', key, {
    expression: 'ADD attempts :one SET expiresAt = :end',
    values: { ':one': 1, ':end': windowEnd(now) },
  });
  return attempts <= (subject === 'recoveryMail' ? 5 : 30);
}

/** After a success this account starts again from zero here, and the address is one of its owner's. */
export async function forgiveAttempts(attempt: LoginAttempt): Promise<void> {
  await Promise.all([
    putItem('sessions', {
      ...counterKey('accountAndAddress', attempt),
      attempts: 0,
      expiresAt: windowEnd(attempt.now),
    }),
    putItem('sessions', { ...knownKey(attempt), expiresAt: seconds(attempt.now + knownAddressMs) }),
  ]);
}

async function count(subject: Subject, attempt: LoginAttempt): Promise<number> {
  const { attempts } = await updateItem<{ attempts: number }>('sessions', counterKey(subject, attempt), {
    expression: 'ADD attempts :one SET expiresAt = :end',
    values: { ':one': 1, ':end': windowEnd(attempt.now) },
  });
  return attempts;
}

async function isKnownAddress(attempt: LoginAttempt): Promise<boolean> {
  const [known] = await getItems([{ table: 'sessions', key: knownKey(attempt) }]);
  return known !== undefined && Number(known.expiresAt) * 1000 > attempt.now;
}

function counterKey(subject: Subject, { username, address, now }: LoginAttempt): Key {
  const names = { address: [address], account: [username], accountAndAddress: [username, address] }[subject];
  return { pk: `LIMIT#${subject}#${hash(names)}`, sk: `LOGIN#${Math.floor(now / windowMs)}` };
}

const knownKey = ({ username, address }: LoginAttempt): Key => ({
  pk: `KNOWN#${hash([username, address])}`,
  sk: 'LOGIN',
});

/** Usernames and addresses are personal data: the counters keep their hashes only. */
const hash = (names: string[]) =>
  createHash('sha256')
    .update(names.map((name) => name.trim().toLowerCase()).join('\n'))
    .digest('base64url');

const windowEnd = (now: number) => seconds((Math.floor(now / windowMs) + 1) * windowMs);
const seconds = (ms: number) => Math.floor(ms / 1000);
