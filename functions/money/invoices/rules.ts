/**
 * Invoices and their chained records, as RD 1619/2012 and Orden HAC/1177/2024 want them. Pure. Amounts in cents, VAT
 * included; those of a rectifying invoice are negative.
 */
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { fromWallTime, toWallTime } from '../../../shared/domain/madrid-time.ts';
import type { Split, VatRate } from '../../../shared/domain/vat.ts';

export interface Party {
  name: string;
  taxId: string;
  address: string;
}

export interface InvoiceName {
  number: string;
  /** Day of issue in Madrid, `YYYY-MM-DD`. */
  date: string;
}

/** The agency's types: simplified, in place of simplified ones, and the rectifying ones of both. */
export type InvoiceType = 'F2' | 'F3' | 'R5' | 'R1';

/** The first letter of a number. Rectifying invoices need a series of their own (art. 6 and 15). */
const series: Record<InvoiceType, string> = { F2: 'S', F3: 'F', R5: 'R', R1: 'R' };

/** Contents of an invoice before it has a number. */
export interface Draft extends Split {
  type: InvoiceType;
  rate: VatRate;
  description: string;
  seller: Party;
  /** Null on simplified invoices. */
  buyer: Party | null;
  /** Invoices that it rectifies or replaces. */
  refersTo: InvoiceName[];
  /** The provider's charge. */
  charge: string;
  /** The provider's charge, refund or dispute that made it due; the charge for a full invoice. */
  source: string;
  /** The provider's time of that, in milliseconds. */
  happenedAt: number;
  /** The provider's customer. */
  customer: string | null;
}

/** An invoice as stored; never changed afterwards. */
export interface InvoiceRecord extends Draft, InvoiceName {
  /** Place in the chain of all series, from 1. */
  position: number;
  /** With Madrid's offset: `2026-11-30T19:20:30+01:00`. */
  generatedAt: string;
  previous: (InvoiceName & { fingerprint: string }) | null;
  software: Software;
  fingerprint: string;
}

export interface Software {
  name: string;
  version: string;
  maker: { name: string; taxId: string };
}

/** Reference to an invoice of a charge. */
export interface IssuedInvoice extends InvoiceName {
  id: string;
  total: number;
  /** The charge, refund or dispute that made it due. */
  source: string;
}

/** A charge of the provider: its sale, and the invoices issued for it. */
export interface ChargeInvoices {
  charge: string;
  customer: string | null;
  description: string;
  /** Metadata of the order: product, plan, club and match. */
  sold: Record<string, string>;
  rate: VatRate;
  /** Cents, VAT included. */
  total: number;
  /** Cents that rectifying invoices took back. */
  rectified: number;
  /** Null if the provider has sold it, whose invoices it then has. */
  invoice: IssuedInvoice | null;
  rectifications: IssuedInvoice[];
  /** The invoice with the buyer's tax number, which replaced the simplified one. */
  full?: IssuedInvoice & { userId: string; buyer: Party };
}

/** The end of the chain, and how far each series and year has come. */
export interface ChainState {
  position: number;
  last: (InvoiceName & { fingerprint: string }) | null;
  /** Milliseconds; records are never older than the one before. */
  at: number;
  /** Last number by series and year: `{ S2026: 12 }`. */
  counters: Record<string, number>;
  /** Sums by month, without full invoices, whose amounts are in the simplified ones. */
  months: Record<string, MonthSum>;
  version: number;
}

/** `last` is the position of its last record; those of a month follow each other without a gap. */
export type MonthSum = Split & { invoices: number; last: number };

export const emptyChain: ChainState = { position: 0, last: null, at: 0, counters: {}, months: {}, version: 0 };

/** Appends an invoice to the chain. */
export function appendInvoice(
  chain: ChainState,
  draft: Draft,
  { software, now }: { software: Software; now: number },
): { record: InvoiceRecord; chain: ChainState } {
  const at = Math.max(now, chain.at);
  const generatedAt = toMadridIso(at);
  const date = generatedAt.slice(0, 10);
  const counter = `${series[draft.type]}${date.slice(0, 4)}`;
  const count = (chain.counters[counter] ?? 0) + 1;
  const name: InvoiceName = { number: `${counter}-${String(count).padStart(6, '0')}`, date };
  const position = chain.position + 1;
  const unsigned = { ...draft, ...name, position, generatedAt, previous: chain.last, software };
  const record = { ...unsigned, fingerprint: computeFingerprint(unsigned) };
  const month = date.slice(0, 7);
  return {
    record,
    chain: {
      position,
      at,
      last: { ...name, fingerprint: record.fingerprint },
      counters: { ...chain.counters, [counter]: count },
      months: { ...chain.months, [month]: addInvoice(chain.months[month], record) },
      version: chain.version,
    },
  };
}

const noInvoices: MonthSum = { base: 0, vat: 0, total: 0, invoices: 0, last: 0 };

function addInvoice(
  before: MonthSum | undefined,
  { type, base, vat, total, position }: Pick<InvoiceRecord, 'type' | 'position' | keyof Split>,
): MonthSum {
  const sum = { ...(before ?? noInvoices), last: position };
  sum.invoices += 1;
  if (type === 'F3') return sum;
  return { ...sum, base: sum.base + base, vat: sum.vat + vat, total: sum.total + total };
}

type Fingerprinted = Pick<InvoiceRecord, 'number' | 'date' | 'type' | 'vat' | 'total' | 'generatedAt'> & {
  seller: Pick<Party, 'taxId'>;
  previous: { fingerprint: string } | null;
};

/** The agency's specification of fingerprints, version 0.1.2. */
export function computeFingerprint({
  seller,
  number,
  date,
  type,
  vat,
  total,
  previous,
  generatedAt,
}: Fingerprinted): string {
  const text = [
    `IDEmisorFactura=${seller.taxId}`,
    `NumSerieFactura=${number}`,
    `FechaExpedicionFactura=${toAgencyDate(date)}`,
    `TipoFactura=${type}`,
    `CuotaTotal=${toAgencyAmount(vat)}`,
    `ImporteTotal=${toAgencyAmount(total)}`,
    `Huella=${previous?.fingerprint ?? ''}`,
    `FechaHoraHusoGenRegistro=${generatedAt}`,
  ].join('&');
  return createHash('sha256').update(text, 'utf8').digest('hex').toUpperCase();
}

/** '2026-11-30' as '30-11-2026'. */
export const toAgencyDate = (date: string): string => date.split('-').reverse().join('-');

/** Cents as '-12.35'. */
export const toAgencyAmount = (cents: number): string => (cents / 100).toFixed(2);

/**
 * Address of the agency that the QR holds: the one for systems that do not send their records. Specification of the QR,
 * version 0.5.0.
 */
export function toAgencyUrl({
  seller,
  number,
  date,
  total,
}: Pick<InvoiceRecord, 'seller' | 'number' | 'date' | 'total'>) {
  const query = { nif: seller.taxId, numserie: number, fecha: toAgencyDate(date), importe: toAgencyAmount(total) };
  return `https://www2.agenciatributaria.gob.es/wlpl/TIKE-CONT/ValidarQRNoVerifactu?${new URLSearchParams(query)}`;
}

/** ISO 8601 with seconds and the offset of Madrid. */
export function toMadridIso(at: number): string {
  const second = Math.floor(at / 1000) * 1000;
  const { year, month, day, hour, minute } = toWallTime(new Date(second));
  const local = Date.UTC(year, month - 1, day, hour, minute, new Date(second).getUTCSeconds());
  const offset = Math.round((local - second) / 60_000);
  const sign = offset < 0 ? '-' : '+';
  const toTwo = (value: number) => String(value).padStart(2, '0');
  const zone = `${sign}${toTwo(Math.floor(Math.abs(offset) / 60))}:${toTwo(Math.abs(offset) % 60)}`;
  return new Date(local).toISOString().slice(0, 19) + zone;
}

/** The end of the sixth year after its own: Código de Comercio, art. 30. Seconds since the Unix epoch. */
export function findExpiry({ date }: Pick<InvoiceName, 'date'>): number {
  const year = Number(date.slice(0, 4)) + 7;
  return fromWallTime({ year, month: 1, day: 1, hour: 0, minute: 0 }).getTime() / 1000;
}

export interface ChainBreak {
  number: string;
  reason: 'CHANGED' | 'UNLINKED' | 'MISSING' | 'GAP' | 'SUM';
}

/**
 * Checks records in the order of the chain; the first one may follow records that are no longer kept. `chain` is the
 * stored state, which names the last record.
 */
export function findChainBreaks(records: readonly InvoiceRecord[], chain: ChainState): ChainBreak[] {
  const breaks: ChainBreak[] = [];
  const counts: Record<string, number> = {};
  const months: Record<string, MonthSum> = {};
  let before: InvoiceRecord | undefined;
  for (const record of records) {
    const { number, base, vat, total, previous, position } = record;
    const add = (reason: ChainBreak['reason']) => breaks.push({ number, reason });
    if (computeFingerprint(record) !== record.fingerprint) add('CHANGED');
    if (before && position !== before.position + 1) add('MISSING');
    const follows = before ? previous?.fingerprint === before.fingerprint : position > 1 || previous === null;
    if (!follows) add('UNLINKED');
    const [counter = '', count = ''] = number.split('-');
    const last = counts[counter] ?? (isKeptWhole(counter, records) ? 0 : Number(count) - 1);
    if (Number(count) !== last + 1) add('GAP');
    counts[counter] = Number(count);
    if (base + vat !== total) add('SUM');
    const month = record.date.slice(0, 7);
    months[month] = addInvoice(months[month], record);
    before = record;
  }
  if ((before?.fingerprint ?? null) !== (chain.last?.fingerprint ?? null))
    breaks.push({ number: chain.last?.number ?? '', reason: 'MISSING' });
  for (const [counter, count] of Object.entries(counts))
    if (chain.counters[counter] !== count) breaks.push({ number: counter, reason: 'GAP' });
  const [first] = records;
  for (const [month, sum] of Object.entries(months)) {
    const isWhole = first?.position === 1 || !first?.date.startsWith(month);
    if (isWhole && !isDeepStrictEqual(chain.months[month], sum)) breaks.push({ number: month, reason: 'SUM' });
  }
  return breaks;
}

/** True for a series (`S2026`) whose first number must be among the records. */
const isKeptWhole = (counter: string, [first]: readonly InvoiceRecord[]): boolean =>
  first !== undefined && (first.position === 1 || first.date < `${counter.slice(1)}-01-01`);
