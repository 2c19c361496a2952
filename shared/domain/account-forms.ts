/**
 * Account forms, validated identically in browser and server. Fields are in the order of their checks: the first issue
 * is shown.
 */
import * as z from 'zod';
import { Id, requiredText } from '../contract/schema.ts';
import { passwordMaxLength, passwordMinLength, passwordPattern, passwordPatternText } from './limits.ts';
import { cleanEmail, simpleEmail } from './simple-email.ts';
import { hasIdFormat, isValidId, normaliseId } from './spanish-id.ts';
import { trimInvisible } from './visible-text.ts';

export const emailField = (missing: string) =>
  z
    .string(missing)
    .overwrite(cleanEmail)
    .toLowerCase()
    .min(1, missing)
    .max(254, 'Por favor, introduce un email válido')
    .regex(simpleEmail, 'Por favor, introduce un email válido')
    .meta({ format: 'email' });

export const EmailField = emailField('Por favor, introduce tu email');

const password = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .min(passwordMinLength, 'La contraseña debe tener al menos 8 caracteres')
    .max(passwordMaxLength, 'La contraseña es demasiado larga')
    .regex(passwordPattern, passwordPatternText);

export const NewPassword = password('Por favor, introduce una contraseña');
export const ResetPassword = password('Por favor, introduce una nueva contraseña');

/** Step 1 of sign-up and of the subscription wizard. */
export const BasicFields = z.object({
  name: requiredText(100, 'Por favor, introduce tu nombre'),
  surname: requiredText(100, 'Por favor, introduce tu apellido'),
  email: EmailField,
});

export const PhoneField = z
  .string('Por favor, introduce tu número de teléfono')
  .overwrite(trimInvisible)
  .min(1, 'Por favor, introduce tu número de teléfono')
  .regex(/^\d{9}$/, 'El número de teléfono debe tener 9 dígitos');

export const DocumentField = z
  .string('Por favor, introduce tu DNI')
  .overwrite(trimInvisible)
  .min(1, 'Por favor, introduce tu DNI')
  .refine(hasIdFormat, { error: 'El DNI debe tener 8 números y una letra', abort: true })
  .refine(isValidId, 'El DNI no es válido')
  .transform(normaliseId)
  .meta({
    description: 'DNI, NIE or CIF with its right control letter or digit',
    pattern: '^\\s*([0-9]{8}[A-Za-z]|[K-MX-Zk-mx-z][0-9]{7}[A-Za-z]|[A-HJNP-SUVWa-hjnp-suvw][0-9]{7}[0-9A-Ja-j])\\s*$',
  });

export const AddressFields = z.object({
  streetName: requiredText(200, 'Por favor, introduce tu calle'),
  municipality: requiredText(100, 'Por favor, introduce tu municipio'),
  zipCode: z
    .string('Por favor, introduce tu código postal')
    .overwrite(trimInvisible)
    .min(1, 'Por favor, introduce tu código postal')
    .regex(/^\d{5}$/, 'El código postal debe tener 5 dígitos'),
});

export const favoriteClubId = Id;

/** Contact data of the partner's customers until they edit it; shown as blank. */
export const placeholders = {
  documentId: '00000000T',
  phone: '000000000',
  streetName: 'Facturación',
  zipCode: '00000',
  municipality: 'Desconocido',
} as const;
