/** The job that emails invoices. It has its own bundle, because the PDF library is large. */
import { mailInvoices } from '../money/invoices/mail-invoices.ts';
import { takesPayments } from '../money/payments/stripe/client.ts';

/** Every ten minutes, until shortly before the function's timeout. Does nothing while no keys are set. */
export async function mailIssuedInvoices(): Promise<void> {
  const now = Date.now();
  if (await takesPayments()) await mailInvoices(now, now + 570_000);
}
