/** Televisions that wait for confirmation, in the table `sessions`. */
import { randomBytes, randomInt } from 'node:crypto';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { createSession, hashToken } from '../../platform/auth/sessions.ts';
import { getItem, type Key, putItem, transact, updateItem, updateWrite } from '../../platform/aws/dynamo.ts';
import { isWritten, retryWrite } from '../../platform/aws/dynamo-errors.ts';
import { hashValue } from '../../platform/limits/limits.ts';
import { isOver, type StoredTelevision, toExpiry } from './rules.ts';

/** Creates a code that no other television uses at present, and its secret. */
export async function createTelevision(
  { device, network }: { device: string; network: string },
  now: number,
  chooseCode = () => String(randomInt(1_000_000)).padStart(6, '0'),
): Promise<{ code: string; secret: string; expiresAt: number }> {
  const secret = randomBytes(32).toString('base64url');
  const expiresAt = toExpiry(now);
  const about = { secretHash: hashToken(secret), device, network: hashValue(network), state: 'WAITING' as const };
  const askedAt = new Date(now).toISOString();
  // A collision among a million codes is rare; a repeated write finds its own item.
  return retryWrite(async () => {
    const code = chooseCode();
    const television: StoredTelevision = { code, ...about, askedAt, expiresAt };
    await putItem('sessions', { ...toKey(code), ...television }, isFree(now));
    return { code, secret, expiresAt };
  });
}

/** Undefined for an unknown or expired code. */
export async function findTelevision(code: string, now: number): Promise<StoredTelevision | undefined> {
  const television = await getItem<StoredTelevision>('sessions', toKey(code));
  return television && !isOver(television, now) ? television : undefined;
}

interface Answered {
  code: string;
  askedAt: string;
}

/**
 * Confirms the television for the caller. The session, under the television's own secret, and the answer are written in
 * one transaction, so that a lost response loses nothing. False if the code has expired or was answered.
 */
export async function confirmTelevision(
  { code, askedAt, secretHash }: Answered & Pick<StoredTelevision, 'secretHash'>,
  user: StoredUser,
  now: number,
): Promise<boolean> {
  const { write, expiresAt } = createSession(user, { secretHash, remember: true, now });
  const answer = updateWrite(
    'sessions',
    toKey(code),
    {
      expression: 'SET #state = :confirmed, userId = :user, sessionEndsAt = :ends',
      names: { '#state': 'state' },
      values: { ...toWaitingValues(askedAt, now), ':confirmed': 'CONFIRMED', ':user': user.id, ':ends': expiresAt },
    },
    isWaiting,
  );
  return isWritten(transact([answer, write]));
}

export const declineTelevision = ({ code, askedAt }: Answered, now: number): Promise<boolean> =>
  isWritten(
    updateItem(
      'sessions',
      toKey(code),
      {
        expression: 'SET #state = :declined',
        names: { '#state': 'state' },
        values: { ...toWaitingValues(askedAt, now), ':declined': 'DECLINED' },
      },
      { condition: isWaiting },
    ),
  );

const isFree = (now: number) => ({
  expression: 'attribute_not_exists(pk) OR expiresAt <= :now',
  values: { ':now': Math.floor(now / 1000) },
});

const isWaiting = '#state = :waiting AND askedAt = :asked AND expiresAt > :now';

const toWaitingValues = (askedAt: string, now: number) => ({
  ':waiting': 'WAITING',
  ':asked': askedAt,
  ':now': Math.floor(now / 1000),
});

const toKey = (code: string): Key => ({ pk: `TELEVISION#${code}`, sk: 'LOGIN' });
