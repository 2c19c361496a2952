/** Invoices as a buyer and an admin see them. */
import type { InvoiceLink, InvoiceView } from '../../../shared/contract/invoices.ts';
import { pageSize } from '../../../shared/domain/limits.ts';
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

/** The invoices of each charge, in the order of the charges. */
export async function listLinks(charges: readonly string[]): Promise<InvoiceLink[][]> {
  const found = await listChargeInvoices(charges);
  return found.map((one) =>
    one
      ? [
          toLink(one.invoice, 'SIMPLIFIED'),
          ...(one.full ? [toLink(one.full, 'FULL')] : []),
          ...one.rectifications.map((each) => toLink(each, 'RECTIFYING')),
        ]
      : [],
  );
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

/** A page of a month, newest first: its records have positions without gaps. */
export async function readMonth(wanted: string | undefined, page: number, now: number) {
  const { months } = await readChain();
  const month = wanted ?? toMadridIso(now).slice(0, 7);
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
