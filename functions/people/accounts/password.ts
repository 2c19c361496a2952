/** Asking for the password that somebody has, where a mistake costs: at login, and to confirm what a session wants. */
import { ApiError, type ErrorCode } from '../../../shared/contract/errors.ts';
import { isPasswordCorrect, LoginLocked } from '../../platform/aws/identity.ts';
import { type Limit, spendGuess, tooMany } from '../../platform/limits/limits.ts';
import { tooManyFailures } from './login-limits.ts';

/** The login service locks an account after a few wrong passwords by itself: then the right one reads as such, too late. */
export async function isPasswordOf(userId: string, password: string, now: number): Promise<boolean> {
  try {
    return await isPasswordCorrect(userId, password);
  } catch (error) {
    throw error instanceof LoginLocked ? tooMany({ minutes: 15 }, tooManyFailures, now) : error;
  }
}

/** Wrong ones of one person in a window: whoever has stolen a session does not learn the password by trying. */
const guesses: Limit = { name: 'current-password', most: 5, minutes: 15 };

/** Refuses with `code` when this is not the person's password, and with 429 after too many wrong ones. */
export async function requirePassword(userId: string, password: string, code: ErrorCode, now: number): Promise<void> {
  const says = 'Has escrito mal la contraseña demasiadas veces. Espera unos minutos.';
  const takeBack = await spendGuess(guesses, userId, says, now);
  if (!(await isPasswordOf(userId, password, now))) throw new ApiError(code);
  await takeBack();
}
