/** Sends messages of teams and prospective subscribers, from the contact page and the landing page. */
import { isSpanishPhone } from '../../../../shared/domain/phone.ts';
import { cleanEmail, simpleEmail } from '../../../../shared/domain/simple-email.ts';
import { api } from '../../../lib/api.ts';
import { describeUnsent, getCaptchaToken } from '../../../lib/captcha.ts';
import { toast } from '../../../ui/toaster.tsx';

export type TeamsMessage = Record<'name' | 'email' | 'phone' | 'message', string>;

export async function sendTeamsMessage(message: TeamsMessage): Promise<boolean> {
  try {
    const token = await getCaptchaToken('contact');
    await api('POST /public/contact/teams', { body: { ...message, captchaToken: token } });
    toast.success('Mensaje enviado correctamente');
    return true;
  } catch (error) {
    toast.error(describeUnsent(error, 'Error al enviar el mensaje. Por favor, inténtalo de nuevo.'));
    return false;
  }
}

/** Returns the problems of an email or phone, if it is given. */
export function validateContactDetails({ email, phone }: Pick<TeamsMessage, 'email' | 'phone'>): Partial<TeamsMessage> {
  if (cleanEmail(email) && !simpleEmail.test(cleanEmail(email)))
    return { email: 'Por favor, introduce un email válido' };
  if (phone.trim() && !isSpanishPhone(phone)) return { phone: 'Por favor, introduce un número de teléfono válido' };
  return {};
}
