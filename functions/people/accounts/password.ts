/** Password checks at login and before sensitive changes, with a limit of wrong attempts. */
import { ApiError, type ErrorCode } from '../../../shared/contract/errors.ts';
import { isPasswordCorrect, LoginLocked } from '../../platform/aws/identity.ts';
import { createLimitError, type Limit, spendGuess } from '../../platform/limits/limits.ts';
import { tooManyFailures } from './login-limits.ts';

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
