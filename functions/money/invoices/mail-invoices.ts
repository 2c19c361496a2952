/**
 * Emails each invoice to its buyer as a PDF, once, in the order of the chain. A mark records the last emailed one; it
 * moves in the transaction that stores the email, so that neither two runs nor a kill send one twice or leave one out.
 */
import { paths } from '../../../shared/domain/paths.ts';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import { getUser } from '../../people/accounts/store.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import type { Email } from '../../platform/aws/email.ts';
import { greet, renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmailOnce } from '../../platform/mail/outbox.ts';
import { log } from '../../platform/observability/log.ts';
import { findUserOfCustomer } from '../payments/stripe/customers.ts';
import { renderInvoice } from './render-invoice.ts';
import type { InvoiceRecord } from './rules.ts';
import { listInvoices, mailedWrite, readChain, readMailed, saveMailed } from './store.ts';

/** Milliseconds after which an invoice that cannot be emailed no longer blocks the others; it is in the account. */
const giveUpMs = 3_600_000;

/** Stops at `stopAt`; the next run continues. */
export async function mailInvoices(now: number, stopAt: number): Promise<unknown> {
  const { position: last, months } = await readChain();
  const mailed = await readMailed();
  // Invoices older than this feature are not emailed.
  if (!mailed) return saveMailed(last);
  let { position } = mailed;
  const toDo = Object.entries(months).filter(([, month]) => month.last > position);
  for (const [month] of toDo.sort(([a], [b]) => (a < b ? -1 : 1)))
    for await (const record of listInvoices(month, position + 1)) {
      if (Date.now() > stopAt || !(await mailOnce(record, position, now))) return;
      position = record.position;
    }
}

/** Returns false if another run has come further meanwhile. */
async function mailOnce(record: InvoiceRecord, before: number, now: number): Promise<boolean> {
  const mail = await prepareMail(record).catch((error: unknown) => {
    if (now - Date.parse(record.generatedAt) < giveUpMs) throw error;
    log('error', 'an invoice was not mailed', { invoice: record.number, error: String(error) });
    return undefined;
  });
  if (mail) return queueEmailOnce(mail, mailedWrite(record.position, before), now);
  return saveMailed(record.position, before);
}

/** Undefined if the buyer's account is gone. */
async function prepareMail(record: InvoiceRecord): Promise<Email | undefined> {
  const userId = record.customer && (await findUserOfCustomer(record.customer));
  const user = userId ? await getUser(userId) : undefined;
  if (!user) return undefined;
  const { number, type, total, description, refersTo } = record;
  const amount = formatPrice(Math.abs(total) / 100);
  const isRectifying = type === 'R5' || type === 'R1';
  const mail = renderEmail({
    to: user.email,
    subject: isRectifying ? `Tu factura rectificativa ${number}` : `Tu factura ${number}`,
    lines: [
      `${greet(user)} ${
        isRectifying
          ? `Te adjuntamos la factura rectificativa de la ${refersTo.map((one) => one.number).join(', ')}: se te devuelven ${amount}.`
          : `Te adjuntamos la factura de tu pago de ${amount} (IVA incluido).`
      }`,
      `Concepto: ${description}.`,
      'También la tienes en tu cuenta, junto al pago.',
    ],
    action: { label: 'Ver mis pagos', url: pageUrl(paths.profilePart('pagos')) },
  });
  const base64 = Buffer.from(await renderInvoice(record)).toString('base64');
  return { ...mail, attachments: [{ fileName: `${number}.pdf`, contentType: 'application/pdf', base64 }] };
}
