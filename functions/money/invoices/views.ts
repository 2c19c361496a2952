/** Invoices as a buyer and an admin see them. */
import type { InvoiceLink, InvoiceView } from '../../../shared/contract/invoices.ts';
import { pageSize } from '../../../shared/domain/limits.ts';
import { isProductType, nameProduct, type ProductType } from '../../../shared/domain/plans.ts';
import { type InvoiceRecord, type InvoiceType, type IssuedInvoice, toMadridIso } from './rules.ts';
import { listChargeInvoices, listInvoices, readChain, toInvoiceId } from './store.ts';

const kinds: Record<InvoiceType, InvoiceLink['kind']> = {
  F2: 'SIMPLIFIED',
  F3: 'FULL',
  R5: 'RECTIFYING',
  R1: 'RECTIFYING',
};

export const toLink = ({ id, number, date, total }: IssuedInvoice, kind: InvoiceLink['kind']): InvoiceLink => ({
  id,
  number,
  date,
  total,
  kind,
});

/** Adds the invoices of each payment, and names its plan by them: Stripe's monthly charges do not state it. */
export async function withInvoices<One extends { id: string; productType: ProductType; title: string }>(
  payments: readonly One[],
): Promise<(One & { invoices: InvoiceLink[] })[]> {
  const invoices = await listChargeInvoices(payments.map(({ id }) => id));
  return payments.map((payment, index) => {
    const issued = invoices[index];
    if (!issued) return { ...payment, invoices: [] };
    const { invoice, full, rectifications } = issued;
    const { productType } = issued.sold;
    const isNamed = payment.productType === 'PT_MONTHLY' && isProductType(productType);
    const links = [
      ...(invoice ? [toLink(invoice, 'SIMPLIFIED')] : []),
      ...(full ? [toLink(full, 'FULL')] : []),
      ...rectifications.map((each) => toLink(each, 'RECTIFYING')),
    ];
    return { ...payment, ...(isNamed && { productType, title: nameProduct(productType) }), invoices: links };
  });
}

const toView = (record: InvoiceRecord): InvoiceView => {
  const { number, date, total, type, description, base, vat, buyer } = record;
  return {
    id: toInvoiceId(record),
    number,
    date,
    total,
    kind: kinds[type],
    description,
    base,
    vat,
    buyer: buyer && `${buyer.name}, NIF ${buyer.taxId}`,
  };
};

/** Reads a page of a month, newest first; positions have no gaps, so that a page is a range of them. */
export async function readMonth(requestedMonth: string | undefined, page: number, now: number) {
  const { months } = await readChain();
  const month = requestedMonth ?? toMadridIso(now).slice(0, 7);
  const { invoices: total, last, ...amounts } = months[month] ?? { invoices: 0, last: 0, base: 0, vat: 0, total: 0 };
  const to = last - (page - 1) * pageSize;
  const records: InvoiceRecord[] = [];
  if (to > last - total)
    for await (const record of listInvoices(month, Math.max(to - pageSize, last - total) + 1, to)) records.push(record);
  return {
    month,
    months: Object.keys(months).toSorted().toReversed(),
    sum: { invoices: total, ...amounts },
    invoices: records.toReversed().map(toView),
    limit: pageSize,
    page,
    total,
    totalPages: Math.ceil(total / pageSize),
  };
}
