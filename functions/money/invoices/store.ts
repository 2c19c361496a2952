/**
 * Invoices in the table `purchases`. INVOICES#{month} / {position} is a record; CHARGE#{id} / INVOICE what was issued for
 * a charge; USER#{id} / INVOICE#{id} names the records that hold a person's data. INVOICES / CHAIN is the end of the chain
 * with all counters: each transaction that issues an invoice is conditional on it. INVOICES / MAILED is the last position that
 * was mailed.
 */
import {
  atVersion,
  getItem,
  getItems,
  isNew,
  type Key,
  putItem,
  putWrite,
  transact,
  type Write,
} from '../../platform/aws/dynamo.ts';
import { isWritten, retryWrite } from '../../platform/aws/dynamo-errors.ts';
import { queryAll, queryItems } from '../../platform/aws/dynamo-queries.ts';
import { type ChainState, type ChargeInvoices, emptyChain, findExpiry, type InvoiceRecord } from './rules.ts';

/** Month and position: `202611-12`. */
export const toInvoiceId = ({ date, position }: Pick<InvoiceRecord, 'date' | 'position'>): string =>
  `${date.slice(0, 7).replace('-', '')}-${position}`;

export async function readChain(): Promise<ChainState> {
  return (await getItem<ChainState>('purchases', chainKey)) ?? emptyChain;
}

export const readChargeInvoices = (charge: string): Promise<ChargeInvoices | undefined> =>
  getItem<ChargeInvoices>('purchases', chargeKey(charge));

/** In the order of the charges. */
export async function listChargeInvoices(charges: readonly string[]): Promise<(ChargeInvoices | undefined)[]> {
  return (await getItems(charges.map((id) => ({ table: 'purchases', key: chargeKey(id) })))) as (
    | (ChargeInvoices & Key)
    | undefined
  )[];
}

export async function findInvoice(id: string): Promise<InvoiceRecord | undefined> {
  const [month = '', position = ''] = id.split('-');
  return getItem<InvoiceRecord>('purchases', recordKey(`${month.slice(0, 4)}-${month.slice(4)}`, Number(position)));
}

/** Records of a month, `YYYY-MM`, in the order of the chain; `from` and `to` are positions, both included. */
export async function* listInvoices(month: string, from = 0, to = 9_999_999_999): AsyncGenerator<InvoiceRecord> {
  const { pk, sk } = recordKey(month, from);
  const range = { from: sk, to: recordKey(month, to).sk };
  for await (const page of queryItems<InvoiceRecord & Key>('purchases', pk, range))
    for (const { pk: _, sk: _sk, ...record } of page) yield record;
}

/** The chain, and its records up to that state: further ones may be issued meanwhile. */
export async function readInvoices(): Promise<{ chain: ChainState; records: InvoiceRecord[] }> {
  const chain = await readChain();
  const records: InvoiceRecord[] = [];
  for (const month of Object.keys(chain.months).toSorted())
    for await (const record of listInvoices(month, 0, chain.position)) records.push(record);
  return { chain, records };
}

/** The person's invoices with tax number, in the order of their issue. */
export async function exportInvoices(userId: string): Promise<InvoiceRecord[]> {
  const marks = await queryAll<Key>('purchases', `USER#${userId}`, { prefix: 'INVOICE#' });
  const records = await Promise.all(marks.map(({ sk }) => findInvoice(sk.slice('INVOICE#'.length))));
  return records.filter((record) => record !== undefined).sort((a, b) => a.position - b.position);
}

export interface Issue {
  records: InvoiceRecord[];
  charges: ChargeInvoices[];
  chain: ChainState;
}

/** 100 writes make a transaction: the chain, and for each invoice its record, its charge and a person's mark. */
export const mostInvoices = 32;

/**
 * Issues the invoices that `prepare` returns, in one transaction with the chain and the charges. If another writer was
 * faster, `prepare` runs again with the new state; undefined ends it.
 */
export const issue = (prepare: (chain: ChainState) => Promise<Issue | undefined>): Promise<Issue | undefined> =>
  retryWrite(async () => {
    const chain = await readChain();
    const issued = await prepare(chain);
    if (!issued) return undefined;
    await transact([
      putWrite(
        'purchases',
        { ...chainKey, ...issued.chain, version: chain.version + 1 },
        chain.version === 0 ? isNew : atVersion(chain.version),
      ),
      ...issued.charges.map((one) => {
        const expiresAt = findExpiry(one.invoice ?? { date: new Date().toISOString() });
        return putWrite('purchases', { ...chargeKey(one.charge), ...one, expiresAt });
      }),
      ...issued.records.flatMap((record) => recordWrites(record, issued.charges)),
    ]);
    return issued;
  });

function recordWrites(record: InvoiceRecord, charges: readonly ChargeInvoices[]): Write[] {
  const expiresAt = findExpiry(record);
  const key = recordKey(record.date.slice(0, 7), record.position);
  const owner = record.buyer && charges.find(({ charge }) => charge === record.charge)?.full?.userId;
  return [
    putWrite('purchases', { ...key, ...record, expiresAt }, isNew),
    ...(owner ? [putWrite('purchases', { pk: `USER#${owner}`, sk: `INVOICE#${toInvoiceId(record)}`, expiresAt })] : []),
  ];
}

/** The time up to which the provider's ledger was read, in milliseconds. */
export interface LedgerProgress {
  readUpTo: number;
  /** The second reading, of everything that the provider lists late. */
  repeatedUpTo: number;
}

export const readProgress = (): Promise<LedgerProgress | undefined> =>
  getItem<LedgerProgress>('purchases', progressKey);

/** A slower run may set it back, which only reads a part again. */
export const saveProgress = (progress: LedgerProgress): Promise<unknown> =>
  putItem('purchases', { ...progressKey, ...progress });

/** The position up to which invoices were emailed. */
export const readMailed = (): Promise<{ position: number } | undefined> =>
  getItem<{ position: number }>('purchases', mailedKey);

/** Moves the position from `before`; without it, sets the first one. */
export const mailedWrite = (position: number, before?: number): Write =>
  putWrite(
    'purchases',
    { ...mailedKey, position, version: position },
    before === undefined ? isNew : atVersion(before),
  );

/** @returns false if another run was faster */
export const saveMailed = (position: number, before?: number): Promise<boolean> =>
  isWritten(transact([mailedWrite(position, before)]));

const chainKey: Key = { pk: 'INVOICES', sk: 'CHAIN' };
const progressKey: Key = { pk: 'INVOICES', sk: 'LEDGER' };
const mailedKey: Key = { pk: 'INVOICES', sk: 'MAILED' };
const chargeKey = (charge: string): Key => ({ pk: `CHARGE#${charge}`, sk: 'INVOICE' });
const toMonthKey = (month: string) => `INVOICES#${month}`;
const recordKey = (month: string, position: number): Key => ({
  pk: toMonthKey(month),
  sk: String(position).padStart(10, '0'),
});
