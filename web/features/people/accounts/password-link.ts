import { api } from '../../../lib/api.ts';
import { describeUnsent, getCaptchaToken } from '../../../lib/captcha.ts';

/** Requests a password email, after the captcha. */
export async function requestPasswordLink(email: string): Promise<void> {
  const captchaToken = await getCaptchaToken('forgotPassword');
  await api('POST /users/forgot-password', { body: { email, captchaToken, platform: 'web' } });
}

export const describeUnsentLink = (error: unknown) =>
  describeUnsent(error, 'Ha ocurrido un error al procesar tu solicitud. Por favor, inténtalo de nuevo más tarde.');

export const passwordLinkSentText = 'Recibirás un correo con instrucciones para recuperar tu contraseña.';
