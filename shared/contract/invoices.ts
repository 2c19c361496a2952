/** Invoices: a buyer's own, and all of a month with their records. */
import * as z from 'zod';
import { DocumentField } from '../domain/account-forms.ts';
import { defineEndpoints } from './endpoint.ts';
import { Page, PageQuery, requiredText } from './schema.ts';

/** A person or a company, as a full invoice names it. */
export const InvoiceBuyer = z.object({
  name: requiredText(120, 'Escribe el nombre o la razón social'),
  taxId: DocumentField,
  address: requiredText(200, 'Escribe la dirección completa'),
});
export type InvoiceBuyer = z.output<typeof InvoiceBuyer>;

/** An invoice of a payment; `total` in cents, negative where it takes something back. */
export const InvoiceLink = z.object({
  id: z.string(),
  number: z.string(),
  date: z.string(),
  kind: z.enum(['SIMPLIFIED', 'FULL', 'RECTIFYING']),
  total: z.int(),
});
export type InvoiceLink = z.output<typeof InvoiceLink>;

const InvoiceView = InvoiceLink.extend({
  description: z.string(),
  base: z.int(),
  vat: z.int(),
  /** Name and tax number; null on simplified invoices. */
  buyer: z.string().nullable(),
});
export type InvoiceView = z.output<typeof InvoiceView>;

const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'El mes no es válido');
const Sums = z.object({ invoices: z.int(), base: z.int(), vat: z.int(), total: z.int() });
/** A part of the month's records, after the one that `cursor` names. */
const Part = z.object({ month: Month, cursor: z.coerce.number().int().min(0).max(1e9).optional() });

export const invoiceEndpoints = defineEndpoints({
  'GET /users/me/invoices/{invoiceId}/pdf': {
    summary: 'An invoice of the caller, as PDF',
    access: 'viewer',
    produces: 'application/pdf',
    refuses: ['INV4040'],
  },
  'POST /users/me/invoices': {
    summary: 'Replace the simplified invoice of a payment by one with name, tax number and address; once',
    access: 'viewer',
    body: InvoiceBuyer.extend({ payment: z.string().regex(/^\w{3,80}$/, 'El pago no es válido') }),
    data: z.object({ invoice: InvoiceLink }),
    refuses: ['INV4040', 'INV4090', 'INV4091', 'INV4092'],
  },
  'GET /live/invoices': {
    summary: 'Invoices of a month, newest first, with its sums in cents',
    access: 'admin',
    query: z.object({ month: Month.optional() }).extend(PageQuery.shape),
    data: Page('invoices', InvoiceView).extend({
      month: z.string(),
      /** Months with invoices, newest first. */
      months: z.array(z.string()),
      sum: Sums,
    }),
  },
  'GET /live/invoices/{invoiceId}/pdf': {
    summary: 'Any invoice, as PDF',
    access: 'admin',
    produces: 'application/pdf',
    refuses: ['INV4040'],
  },
  'GET /live/invoices/csv': {
    summary: 'Records of a month as CSV; the header x-next-cursor names the next part, which has no head line',
    access: 'admin',
    query: Part,
    produces: 'text/csv',
  },
  'GET /live/invoices/xml': {
    summary: 'Records of a month in the form of the tax agency, at most 1,000; x-next-cursor names the next part',
    access: 'admin',
    query: Part,
    produces: 'application/xml',
  },
});
