import { api, type ErrorText } from '../../../lib/api.ts';
import { CaptchaError, describeMissingCaptcha, getCaptchaToken } from '../../../lib/captcha.ts';
import { describeAccountError } from './account-errors.ts';
import type { Basic, Contact, Security } from './account-validation.ts';
import { toContactBody } from './contact-values.ts';
import { rememberSignup } from './signup-credentials.ts';

/** Creates an account, after the captcha. */
export async function signUp(
  { name, surname, email, club, password, marketing }: Basic & Security,
  contact?: Contact,
): Promise<void> {
  const captchaToken = await getCaptchaToken('signup');
  await api('POST /users', {
    body: {
      name,
      surname,
      email,
      password,
      acceptMarketing: marketing,
      captchaToken,
      platform: 'web',
      ...(club && { favoriteClubId: club.id }),
      ...(contact && toContactBody(contact)),
    },
  });
  rememberSignup({ username: email, password });
}

export const describeSignUpError = (error: unknown): ErrorText | string =>
  error instanceof CaptchaError ? describeMissingCaptcha(error) : describeAccountError(error);
