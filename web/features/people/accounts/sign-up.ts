import { ApiError, api, type ErrorText } from '../../../lib/api.ts';
import { CaptchaError, describeMissingCaptcha, getCaptchaToken } from '../../../lib/captcha.ts';
import { describeAccountError } from './account-errors.ts';
import type { Basic, Contact, Security } from './account-validation.ts';
import { rememberSignup } from './signup-credentials.ts';

/** Creates an account, after the captcha. Returns an error text, or undefined on success. */
export async function signUp(
  basic: Basic,
  security: Security,
  contact?: Contact,
): Promise<ErrorText | string | undefined> {
  try {
    const token = await getCaptchaToken('signup');
    await api('POST /users', {
      body: {
        name: basic.name,
        surname: basic.surname,
        email: basic.email,
        password: security.password,
        acceptMarketing: security.marketing,
        captchaToken: token,
        platform: 'web',
        ...(basic.clubId ? { favoriteClubId: basic.clubId } : {}),
        ...(contact ? toContactBody(contact) : {}),
      },
    });
    rememberSignup({ username: basic.email, password: security.password });
    return undefined;
  } catch (error) {
    if (error instanceof CaptchaError) return describeMissingCaptcha(error);
    if (error instanceof ApiError) return describeAccountError(error);
    throw error;
  }
}

export function toContactBody({ phone, documentId, streetName, municipality, zipCode }: Contact) {
  return { phone, documentId, address: { streetName, municipality, zipCode } };
}
