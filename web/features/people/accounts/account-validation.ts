/** Validates the account forms by the shared schemas; each function returns the first problem. */
import type * as z from 'zod';
import {
  AddressFields,
  BasicFields,
  DocumentField,
  NewPassword,
  PhoneField,
} from '../../../../shared/domain/account-forms.ts';

export interface Problem {
  field: string;
  text: string;
}

/** `clubId` is an id, '' for no preference, or undefined before a choice. */
export interface Basic {
  name: string;
  surname: string;
  email: string;
  clubId: string | undefined;
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

export const emptyBasic: Basic = { name: '', surname: '', email: '', clubId: undefined };
export const emptySecurity: Security = { password: '', confirmation: '', marketing: false, terms: false };

export function validateBasic(values: Basic): Problem | undefined {
  return (
    findFirstIssue(BasicFields, values) ??
    (values.clubId === undefined ? toProblem('clubId', 'Por favor, selecciona un club') : undefined)
  );
}

export function validateContact({ phone, documentId, ...address }: Contact): Problem | undefined {
  return (
    findIssue('phone', PhoneField, phone) ??
    findIssue('documentId', DocumentField, documentId) ??
    findFirstIssue(AddressFields, address)
  );
}

export function validateSecurity({ password, confirmation, terms }: Security): Problem | undefined {
  const wrong = findIssue('password', NewPassword, password);
  if (wrong) return wrong;
  if (password !== confirmation) return toProblem('confirmation', 'Las contraseñas no coinciden');
  return validateTerms(terms);
}

export const validateTerms = (terms: boolean): Problem | undefined =>
  terms ? undefined : toProblem('terms', 'Debes aceptar los términos y condiciones');

export function findIssue(field: string, schema: z.ZodType, value: unknown): Problem | undefined {
  const { error } = schema.safeParse(value);
  return error?.issues[0] && toProblem(field, error.issues[0].message);
}

function findFirstIssue(schema: z.ZodType, values: unknown): Problem | undefined {
  const issue = schema.safeParse(values).error?.issues[0];
  return issue && toProblem(String(issue.path.at(-1) ?? ''), issue.message);
}

const toProblem = (field: string, text: string): Problem => ({ field, text });
