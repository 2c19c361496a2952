/** Requests a password email, after the captcha. */
import { api, traced } from '../../../lib/api.ts';
import { CaptchaError, captchaToken } from '../../../lib/captcha.ts';

/** Returns an error text, or undefined on success. */
export async function requestPasswordLink(email: string): Promise<string | undefined> {
  try {
    const token = await captchaToken('forgotPassword');
    await api('POST /users/forgot-password', { body: { email, captchaToken: token, platform: 'web' } });
    return undefined;
  } catch (error) {
    if (error instanceof CaptchaError) return error.message;
    return traced(error, 'Ha ocurrido un error al procesar tu solicitud. Por favor, inténtalo de nuevo más tarde.');
  }
}

export const passwordLinkSentText = 'Recibirás un correo con instrucciones para recuperar tu contraseña.';
