/**
 * Limits on password guesses. Only failures count, after the captcha. Too many from a network or for an account first
 * raise the required captcha score, then block. Strangers cannot lock a user out: on networks from which the owner has
 * logged in or reset the password, the password is enough.
 */
import { ApiError, type ErrorCode } from '../../../shared/contract/errors.ts';
import { getItem, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { isPasswordCorrect, LoginLocked } from '../../platform/aws/identity.ts';
import {
  countDown,
  countUp,
  createAttempt,
  createLimitError,
  hashValue,
  type Limit,
  spendGuess,
  toNetwork,
} from '../../platform/limits/limits.ts';

const minutes = 15;
/** Failed logins per window that raise the required score (`max`), and that block (`refused`). */
const byNetwork = { limit: { name: 'login-network', max: 60, minutes }, refused: 300 };
const byAccountAndNetwork = { limit: { name: 'login-account-network', max: 8, minutes }, refused: 8 };
/** All unknown networks together: from the fifth failure on, Cognito locks the account for everybody. */
const byAccount = { limit: { name: 'login-account', max: 4, minutes }, refused: 12 };

/** Required captcha score after many failures; the normal one is 0.5. */
const strictScore = 0.7;

const knownMs = 90 * 24 * 3600 * 1000;

export const tooManyFailures =
  'Demasiados intentos fallidos. Espera unos minutos, o entra ahora con «¿Has olvidado tu contraseña?».';

export interface LoginAttempt {
  username: string;
  address: string;
  now: number;
}

/**
 * Counts the attempt as a failure before the password is checked and returns a function that undoes it. `score`: the
 * captcha's; undefined while captchas are off.
 */
export async function countLoginAttempt(
  attempt: LoginAttempt,
  score: number | undefined,
): Promise<() => Promise<void>> {
  const { username, now } = attempt;
  const network = toNetwork(attempt.address);
  const isKnown = await isKnownNetwork(username, network, now);
  const counters: { limit: Limit; refused: number; subject: string }[] = [
    { ...byNetwork, subject: network },
    { ...byAccountAndNetwork, subject: hashValue(username, network) },
    ...(isKnown ? [] : [{ ...byAccount, subject: username }]),
  ];
  const name = createAttempt();
  const counts = await Promise.all(counters.map(({ limit, subject }) => countUp(limit, subject, now, name)));
  const takeBack = async () => {
    await Promise.all(counters.map(({ limit, subject }) => countDown(limit, subject, now, name)));
  };
  const over = (readLimit: (counter: (typeof counters)[number]) => number) =>
    counters.some((counter, index) => (counts[index] ?? 0) > readLimit(counter));
  const isProven = score !== undefined && score >= strictScore;
  if (over(({ refused }) => refused) || (over(({ limit }) => limit.max) && !isProven)) {
    // A blocked attempt was not a guess.
    await takeBack();
    throw score === undefined || isProven
      ? createLimitError({ minutes }, tooManyFailures, now)
      : new ApiError('CPT4001');
  }
  return takeBack;
}

export async function rememberNetwork(username: string, address: string, now: number): Promise<void> {
  const expiresAt = Math.floor((now + knownMs) / 1000);
  await putItem('sessions', { ...knownKey(username, toNetwork(address)), expiresAt });
}

async function isKnownNetwork(username: string, network: string, now: number): Promise<boolean> {
  const mark = await getItem<{ expiresAt: number }>('sessions', knownKey(username, network));
  return mark !== undefined && mark.expiresAt * 1000 > now;
}

const knownKey = (username: string, network: string): Key => ({
  pk: `KNOWN#${hashValue(username, network)}`,
  sk: 'LOGIN',
});

/** @throws ApiError 429 while Cognito has locked the account, and would reject the right password too. */
export async function checkPassword(userId: string, password: string, now: number): Promise<boolean> {
  try {
    return await isPasswordCorrect(userId, password);
  } catch (error) {
    throw error instanceof LoginLocked ? createLimitError({ minutes: 15 }, tooManyFailures, now) : error;
  }
}

/** Wrong passwords per user and window: a stolen session must not allow guessing. */
const guesses: Limit = { name: 'current-password', max: 5, minutes: 15 };

/** @throws ApiError `code` for a wrong password, 429 after too many. */
export async function requirePassword(userId: string, password: string, code: ErrorCode, now: number): Promise<void> {
  const message = 'Has escrito mal la contraseña demasiadas veces. Espera unos minutos.';
  const takeBack = await spendGuess(guesses, userId, message, now);
  if (!(await checkPassword(userId, password, now))) throw new ApiError(code);
  await takeBack();
}
