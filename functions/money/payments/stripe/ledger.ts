/**
 * The ledger of the provider's account. Its lines never change, so that invoices and statements computed from it are
 * the same each time.
 */
import type Stripe from 'stripe';
import { mapLimited } from '../../../platform/observability/attempt-each.ts';
import { connect, toId } from './client.ts';

export interface LedgerLine {
  id: string;
  kind: 'PAYMENT' | 'REFUND' | 'DISPUTE' | 'DISPUTE_REVERSAL';
  /** Milliseconds since the Unix epoch. */
  at: number;
  /**
   * Cents; what went out is negative, so that a refund that failed is positive. `net` is `amount` less `fee`, and `fee`
   * includes the tax that the provider withholds where it is the seller.
   */
  amount: number;
  fee: number;
  withheldTax: number;
  net: number;
  /** The refund or dispute; the charge of a payment; the line itself for a debit that bounced. */
  sourceId: string;
  chargeId: string;
  /** Absent for refunds and disputes. */
  charge?: Stripe.Charge;
}

/**
 * Lists the lines of payments, refunds and disputes, oldest first; `to` is excluded. Payouts and fees of the account
 * are left out.
 */
export async function readLedger({ from, to }: { from: number; to: number }): Promise<LedgerLine[]> {
  const { stripe } = await connect();
  const lines: LedgerLine[] = [];
  await mapLimited(slice(Math.floor(from / 1000), Math.ceil(to / 1000)), readers, async (created) => {
    for await (const line of stripe.balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })) {
      const entry = toLine(line);
      if (entry) lines.push(entry);
    }
  });
  return lines.sort((a, b) => a.at - b.at || order[a.kind] - order[b.kind]);
}

/**
 * A list has pages of 100 in sequence, so that a month would take minutes: parts of it are read in parallel, within the
 * provider's rate limit.
 */
const readers = 12;
const sliceSeconds = 12 * 3600;

function* slice(from: number, to: number): Generator<{ gte: number; lt: number }> {
  for (let gte = from; gte < to; gte += sliceSeconds) yield { gte, lt: Math.min(gte + sliceSeconds, to) };
}

/** Payments come first among the lines of one second. */
const order: Record<LedgerLine['kind'], number> = { PAYMENT: 0, REFUND: 1, DISPUTE: 1, DISPUTE_REVERSAL: 2 };

function toLine({
  id,
  created,
  amount,
  fee,
  fee_details: details,
  net,
  source,
}: Stripe.BalanceTransaction): LedgerLine | undefined {
  if (typeof source !== 'object' || !source) return undefined;
  const withheldTax = details
    .filter(({ type }) => type === 'withheld_tax')
    .reduce((sum, { amount: tax }) => sum + tax, 0);
  const line = { id, at: created * 1000, amount, fee, withheldTax, net, sourceId: source.id };
  switch (source.object) {
    case 'charge':
      if (amount < 0) return { ...line, kind: 'REFUND', sourceId: id, chargeId: source.id };
      return source.paid ? { ...line, kind: 'PAYMENT', chargeId: source.id, charge: source } : undefined;
    case 'refund':
      return source.charge ? { ...line, kind: 'REFUND', chargeId: toId(source.charge) } : undefined;
    case 'dispute':
      return { ...line, kind: amount < 0 ? 'DISPUTE' : 'DISPUTE_REVERSAL', chargeId: toId(source.charge) };
    default:
      return undefined;
  }
}

export interface LostDispute {
  id: string;
  chargeId: string;
  amount: number;
  at: number;
}

/** Disputes since an instant (milliseconds) that the buyer has won. */
export async function listLostDisputes(since: number): Promise<LostDispute[]> {
  const { stripe } = await connect();
  const lost: LostDispute[] = [];
  for await (const { id, status, charge, amount, created } of stripe.disputes.list({
    created: { gte: Math.floor(since / 1000) },
    limit: 100,
  }))
    if (status === 'lost') lost.push({ id, chargeId: toId(charge), amount, at: created * 1000 });
  return lost;
}

/** Reads the metadata of a charge's order; a month's are those of its subscription. */
export async function readSold({ metadata, payment_intent: intent }: Stripe.Charge): Promise<Record<string, string>> {
  if (metadata.sportEventId || metadata.productType || !intent) return metadata;
  const { stripe } = await connect();
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: toId(intent) },
    expand: ['data.invoice'],
  });
  const [invoice] = payments.data.map(({ invoice: found }) => found);
  const isExpanded = typeof invoice === 'object' && 'parent' in invoice;
  return (isExpanded && invoice.parent?.subscription_details?.metadata) || metadata;
}

export async function readCharge(id: string): Promise<Stripe.Charge> {
  const { stripe } = await connect();
  return stripe.charges.retrieve(id);
}
