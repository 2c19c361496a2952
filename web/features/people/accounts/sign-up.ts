import { ApiError, api, type ErrorText } from '../../../lib/api.ts';
import { CaptchaError, describeMissingCaptcha, getCaptchaToken } from '../../../lib/captcha.ts';
import { describeAccountError } from './account-errors.ts';
import type { Basic, Contact, Security } from './account-validation.ts';
import { toContactBody } from './contact-values.ts';
import { rememberSignup } from './signup-credentials.ts';

/** Creates an account, after the captcha. Returns an error text, or undefined on success. */
export async function signUp(
  { name, surname, email, club, password, marketing }: Basic & Security,
  contact?: Contact,
): Promise<ErrorText | string | undefined> {
  try {
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
    return undefined;
  } catch (error) {
    if (error instanceof CaptchaError) return describeMissingCaptcha(error);
    if (error instanceof ApiError) return describeAccountError(error);
    throw error;
  }
}
