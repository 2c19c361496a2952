import * as z from 'zod';
import { emailField } from '../domain/account-forms.ts';
import { isSpanishPhone } from '../domain/phone.ts';
import { cleanEmail, simpleEmail } from '../domain/simple-email.ts';
import { defineEndpoints } from './endpoint.ts';
import { CaptchaToken, requiredText, text } from './schema.ts';

/** Either email or phone is required. */
export const TeamsMessage = z
  .object({
    name: requiredText(200, 'El nombre es obligatorio'),
    email: text(254)
      .overwrite(cleanEmail)
      .refine((email) => email === '' || simpleEmail.test(email), 'Por favor, introduce un email válido')
      .default('')
      .meta({ pattern: `^$|${simpleEmail.source}` }),
    phone: text(30)
      .refine((phone) => phone === '' || isSpanishPhone(phone), 'Por favor, introduce un número de teléfono válido')
      .default('')
      .meta({ pattern: '^$|^(\\+34|0034|34)?[6-9][0-9 -]{8,}$', examples: ['600 11 22 33', '+34 600112233'] }),
    message: requiredText(5000, 'El mensaje es obligatorio'),
    toEmail: text(254).optional(),
    captchaToken: CaptchaToken,
  })
  .refine(({ email, phone }) => email !== '' || phone !== '', {
    error: 'Debes proporcionar al menos un método de contacto: email o teléfono',
    path: ['email'],
  })
  .meta({
    anyOf: [
      { required: ['email'], properties: { email: { minLength: 1 } } },
      { required: ['phone'], properties: { phone: { minLength: 1 } } },
    ],
  });

export const NewsletterSubscription = z.object({ email: emailField('Por favor, introduce un email válido') });

/** An email in base64 (at most 340 characters), a dot and a secret. */
const SubscriberToken = z.string().max(400);

export const contactEndpoints = defineEndpoints({
  'POST /public/contact/teams': {
    summary: 'Send a message to the platform’s team',
    access: 'public',
    body: TeamsMessage,
    refuses: ['CPT4000', 'CTC4000', 'REQ4290'],
  },
  'POST /public/newsletter': {
    summary: 'Subscribe to the newsletter; a link in an email confirms it',
    access: 'public',
    body: NewsletterSubscription,
    refuses: ['REQ4290'],
  },
  'POST /public/newsletter/confirm': {
    summary: 'Confirm a subscription with the token from the email',
    access: 'public',
    body: z.object({ token: SubscriberToken }),
    refuses: ['NWS4000'],
  },
  'POST /public/newsletter/unsubscribe/{token}': {
    summary: 'One-click unsubscription from the newsletter (RFC 8058); the body is ignored',
    access: 'public',
    rawBody: true,
    refuses: ['NWS4000'],
  },
  'POST /public/newsletter/unsubscribe': {
    summary: 'Unsubscribe from the newsletter with the token from any of its emails',
    access: 'public',
    body: z.object({ token: SubscriberToken }),
    refuses: ['NWS4000'],
  },
});
