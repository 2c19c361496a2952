import { ApiError } from '../../shared/contract/errors.ts';
import { invoiceEndpoints } from '../../shared/contract/invoices.ts';
import { issueFullInvoice } from '../money/invoices/full-invoice.ts';
import { renderInvoice } from '../money/invoices/render-invoice.ts';
import type { InvoiceRecord } from '../money/invoices/rules.ts';
import { readSeller } from '../money/invoices/seller.ts';
import { findInvoice } from '../money/invoices/store.ts';
import { readMonth, toLink } from '../money/invoices/views.ts';
import { readPart, writeRecordsCsv, writeRecordsXml } from '../money/invoices/write-records.ts';
import { toFileHeaders } from '../platform/files/file-headers.ts';
import { serve } from '../platform/http/serve.ts';

export const handler = serve(invoiceEndpoints, {
  'GET /users/me/invoices/{invoiceId}/pdf': async ({ params, caller: { user } }) => {
    const record = await requireInvoice(params.invoiceId);
    if (!user.stripeCustomerId || record.customer !== user.stripeCustomerId) throw new ApiError('INV4040');
    return answerPdf(record);
  },
  'POST /users/me/invoices': async ({ body, caller, now }) => ({
    data: { invoice: toLink(await issueFullInvoice(caller.user, body, now), 'FULL') },
    message: 'Tu factura está lista',
  }),

  'GET /live/invoices': async ({ query: { month, page }, now }) => ({ data: await readMonth(month, page ?? 1, now) }),
  'GET /live/invoices/{invoiceId}/pdf': async ({ params }) => answerPdf(await requireInvoice(params.invoiceId)),
  'GET /live/invoices/csv': async ({ query: { month, cursor } }) => {
    const { records, next } = await readPart(month, cursor);
    return {
      status: 200,
      headers: { ...toFileHeaders(`facturas-${month}.csv`), ...toNext(next) },
      body: writeRecordsCsv(records, cursor === undefined),
    };
  },
  'GET /live/invoices/xml': async ({ query: { month, cursor } }) => {
    const { records, next } = await readPart(month, cursor);
    return {
      status: 200,
      headers: { ...toFileHeaders(`registros-${month}.xml`, 'application/xml; charset=utf-8'), ...toNext(next) },
      body: writeRecordsXml(records, readSeller()),
    };
  },
});

const toNext = (next: number | undefined): Record<string, string> =>
  next === undefined ? {} : { 'x-next-cursor': String(next) };

/** @throws ApiError 404 for an invoice that does not exist. */
async function requireInvoice(id: string): Promise<InvoiceRecord> {
  const record = /^\d{6}-\d{1,10}$/.test(id) ? await findInvoice(id) : undefined;
  if (!record) throw new ApiError('INV4040');
  return record;
}

const answerPdf = async (record: InvoiceRecord) => ({
  status: 200,
  headers: toFileHeaders(`${record.number}.pdf`, 'application/pdf'),
  body: await renderInvoice(record),
});
