/** Validates the account forms by the shared schemas; each function returns the text of the first wrong field. */
import type * as z from 'zod';
import {
  AddressFields,
  BasicFields,
  DocumentField,
  NewPassword,
  PhoneField,
} from '../../../../shared/domain/account-forms.ts';
import type { Problems } from '../../../lib/use-fields.ts';

/** `club` is null for no preference, and undefined before a choice. */
export interface Basic {
  name: string;
  surname: string;
  email: string;
  club: { id: string; name: string } | null | undefined;
}

export interface Contact {
  phone: string;
  documentId: string;
  streetName: string;
  municipality: string;
  zipCode: string;
}

export interface Security {
  password: string;
  confirmation: string;
  marketing: boolean;
  terms: boolean;
}

export const emptyBasic: Basic = { name: '', surname: '', email: '', club: undefined };
export const emptySecurity: Security = { password: '', confirmation: '', marketing: false, terms: false };

export const validateBasic = (values: Basic): Problems<Basic> | undefined =>
  findFirstIssue(BasicFields, values) ??
  (values.club === undefined ? { club: 'Por favor, selecciona un club' } : undefined);

export const validateContact = ({ phone, documentId, ...address }: Contact): Problems<Contact> | undefined =>
  findIssue('phone', PhoneField, phone) ??
  findIssue('documentId', DocumentField, documentId) ??
  findFirstIssue(AddressFields, address);

export const validateSecurity = (values: Security): Problems<Security> | undefined =>
  validateNewPassword(NewPassword, values) ?? validateTerms(values.terms);

export const validateNewPassword = (
  schema: z.ZodType,
  { password, confirmation }: Pick<Security, 'password' | 'confirmation'>,
): Problems<Security> | undefined =>
  findIssue('password', schema, password) ??
  (password === confirmation ? undefined : { confirmation: 'Las contraseñas no coinciden' });

export const validateTerms = (terms: boolean): { terms: string } | undefined =>
  terms ? undefined : { terms: 'Debes aceptar los términos y condiciones' };

export function findIssue<Field extends string>(
  field: Field,
  schema: z.ZodType,
  value: unknown,
): Partial<Record<Field, string>> | undefined {
  const issue = schema.safeParse(value).error?.issues[0];
  return issue && ({ [field]: issue.message } as Record<Field, string>);
}

function findFirstIssue<Values>(schema: z.ZodType, values: Values): Problems<Values> | undefined {
  const issue = schema.safeParse(values).error?.issues[0];
  return issue && ({ [String(issue.path.at(-1) ?? '')]: issue.message } as Problems<Values>);
}
