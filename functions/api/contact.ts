/** Endpoints of the teams' contact form and the newsletter (double opt-in). */
import { contactEndpoints } from '../../shared/contract/contact.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { paths } from '../../shared/domain/paths.ts';
import { checkCaptcha } from '../people/accounts/captcha.ts';
import { createSubscriberToken, findSubscriber, getSubscriber, saveSubscriber } from '../people/contact/store.ts';
import { pageUrl } from '../platform/aws/addresses.ts';
import { environment } from '../platform/aws/environment.ts';
import { serve } from '../platform/http/serve.ts';
import { countUp, type Limit, spend, toNetwork } from '../platform/limits/limits.ts';
import { renderEmail } from '../platform/mail/email-template.ts';
import { queueEmail } from '../platform/mail/outbox.ts';

const messages: Limit = { name: 'contact-network', max: 20, minutes: 60 };
const subscriptions: Limit = { name: 'newsletter-network', max: 60, minutes: 60 };
const confirmations: Limit = { name: 'newsletter-mail', max: 3, minutes: 24 * 60 };

export const handler = serve(contactEndpoints, {
  'POST /public/contact/teams': async ({ body, address, now }) => {
    const to = chooseRecipient(body.toEmail);
    await checkCaptcha(body.captchaToken, 'contact', address);
    await spend(messages, toNetwork(address), 'Has enviado demasiados mensajes. Prueba dentro de una hora.', now);
    const mail = renderEmail({
      to,
      subject: `Mensaje de ${body.name}`,
      lines: [body.message, `Nombre: ${body.name}`, `Email: ${body.email || '—'}`, `Teléfono: ${body.phone || '—'}`],
      replyTo: body.email || undefined,
    });
    // The message is stored before it is sent, so that it cannot be lost.
    await queueEmail(mail, now);
    return { message: 'Mensaje enviado correctamente' };
  },

  'POST /public/newsletter': async ({ body: { email }, address, now }) => {
    await spend(subscriptions, toNetwork(address), 'Demasiadas suscripciones desde tu red. Prueba más tarde.', now);
    const subscriber = await getSubscriber(email);
    // The response is the same for subscribed addresses and exceeded limits, which get no email.
    if (subscriber?.status !== 'confirmed' && (await countUp(confirmations, email, now)) <= confirmations.max) {
      const { token, tokenHash } = createSubscriberToken(email);
      await saveSubscriber({ email, tokenHash, status: 'pending', changedAt: new Date(now).toISOString() });
      await queueEmail(renderConfirmation(email, token), now);
    }
    return { message: 'Te hemos enviado un email para confirmar tu suscripción.' };
  },

  'POST /public/newsletter/confirm': async ({ body, now }) => {
    await setStatus(body.token, 'confirmed', now);
    return { message: 'Suscripción confirmada. ¡Gracias!' };
  },
  'POST /public/newsletter/unsubscribe/{token}': ({ params, now }) => leaveNewsletter(params.token, now),
  'POST /public/newsletter/unsubscribe': ({ body, now }) => leaveNewsletter(body.token, now),
});

async function leaveNewsletter(token: string, now: number) {
  await setStatus(token, 'left', now);
  return { message: 'Ya no recibirás más emails de nuestro boletín.' };
}

/** Email goes only to configured addresses. */
function chooseRecipient(wanted: string | undefined): string {
  const allowed = environment('CONTACT_ADDRESSES').split(',');
  const [standard = ''] = allowed;
  if (wanted && !allowed.includes(wanted)) throw new ApiError('CTC4000');
  return wanted || standard;
}

async function setStatus(token: string, status: 'confirmed' | 'left', now: number): Promise<void> {
  const subscriber = await findSubscriber(token);
  if (!subscriber) throw new ApiError('NWS4000');
  await saveSubscriber({ ...subscriber, status, changedAt: new Date(now).toISOString() });
}

function renderConfirmation(email: string, token: string) {
  const link = (path: string) => `${pageUrl(path)}?token=${token}`;
  return renderEmail({
    isRequested: true,
    to: email,
    subject: 'Confirma tu suscripción al boletín de Cantera TV',
    lines: [
      'Gracias por tu interés. Confirma que quieres recibir nuestro boletín con los partidos y novedades de la cantera.',
      `Si no has sido tú, ignora este email o date de baja aquí: ${link(paths.newsletterLeave)}`,
    ],
    action: { label: 'Confirmar la suscripción', url: link(paths.newsletterConfirm) },
    unsubscribe: `${environment('WEB_ORIGIN')}/api/public/newsletter/unsubscribe/${token}`,
  });
}
