/** Replaces the simplified invoice of a payment by one with the buyer's tax number, as a business needs it. */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { InvoiceBuyer } from '../../../shared/contract/invoices.ts';
import { splitVat } from '../../../shared/domain/vat.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { appendInvoice, type ChargeInvoices, type IssuedInvoice } from './rules.ts';
import { readSeller, readSoftware } from './seller.ts';
import { issue, readChargeInvoices, toInvoiceId } from './store.ts';

/**
 * Issues an invoice over the unrefunded amount, which replaces the simplified one and those that rectified it. Repeated
 * with the same data, it returns the first one.
 */
export async function issueFullInvoice(
  user: Pick<StoredUser, 'id' | 'stripeCustomerId'>,
  { payment, ...buyer }: InvoiceBuyer & { payment: string },
  now: number,
): Promise<IssuedInvoice> {
  let issued: ChargeInvoices | undefined;
  await issue(async (chain) => {
    issued = await readChargeInvoices(payment);
    if (!issued || !user.stripeCustomerId || issued.customer !== user.stripeCustomerId) throw new ApiError('INV4040');
    if (issued.full) return undefined;
    const { charge, customer, description, rate, total, rectified, invoice, rectifications } = issued;
    if (!invoice) throw new ApiError('INV4092');
    if (rectified >= total) throw new ApiError('INV4091');
    const next = appendInvoice(
      chain,
      {
        type: 'F3',
        ...splitVat(total - rectified, rate),
        rate,
        description,
        seller: readSeller(),
        buyer,
        refersTo: [invoice, ...rectifications].map(({ number, date }) => ({ number, date })),
        charge,
        source: charge,
        happenedAt: now,
        customer,
      },
      { software: readSoftware(), now },
    );
    const { record } = next;
    const full = { id: toInvoiceId(record), number: record.number, date: record.date, total: record.total };
    issued = { ...issued, full: { ...full, source: charge, userId: user.id, buyer } };
    return { records: [record], charges: [issued], chain: next.chain };
  });
  if (!issued?.full) throw new ApiError('INV4040');
  const { name, taxId, address } = issued.full.buyer;
  if (name !== buyer.name || taxId !== buyer.taxId || address !== buyer.address) throw new ApiError('INV4090');
  return issued.full;
}
