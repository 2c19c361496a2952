import * as z from 'zod';
import { EmailField } from '../domain/account-forms.ts';
import { endOfDay } from '../domain/madrid-time.ts';
import { trimInvisible } from '../domain/visible-text.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id, Instant, text } from './schema.ts';

/** The partner's id of a customer, which also works as a login name. */
export const ExternalId = z
  .string('El identificador es requerido')
  .overwrite(trimInvisible)
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{2,63}$/, 'El identificador no es válido');

export const PartnerCustomer = z.object({
  email: EmailField,
  userId: ExternalId,
  /** End of access: a time, or the last day. */
  to: z.union([Instant, z.iso.date().transform(endOfDay)], 'La fecha no es válida'),
  name: text(100).default(''),
  surname: text(100).default(''),
});
export type PartnerCustomer = z.output<typeof PartnerCustomer>;

export const partnerEndpoints = defineEndpoints({
  'POST /partner/customers': {
    summary: 'Create or renew a customer by email and user id',
    access: 'partner',
    body: PartnerCustomer,
    data: z.object({ id: Id }),
    refuses: ['PTN4090'],
  },
  'DELETE /partner/customers/{userId}': {
    summary: 'End the subscription of a customer',
    access: 'partner',
    refuses: ['PTN4040'],
  },
});
