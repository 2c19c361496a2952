import { api, type ErrorText, withRequestId } from '../../../lib/api.ts';
import { CaptchaError, getCaptchaToken } from '../../../lib/captcha.ts';

/** Requests a password email, after the captcha. Returns an error text, or undefined on success. */
export async function requestPasswordLink(email: string): Promise<ErrorText | string | undefined> {
  try {
    const token = await getCaptchaToken('forgotPassword');
    await api('POST /users/forgot-password', { body: { email, captchaToken: token, platform: 'web' } });
    return undefined;
  } catch (error) {
    if (error instanceof CaptchaError) return error.message;
    return withRequestId(
      error,
      'Ha ocurrido un error al procesar tu solicitud. Por favor, inténtalo de nuevo más tarde.',
    );
  }
}

export const passwordLinkSentText = 'Recibirás un correo con instrucciones para recuperar tu contraseña.';
