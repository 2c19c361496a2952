/**
 * Issues an invoice for each payment, and a rectifying one for each refund or lost dispute. It reads the provider's
 * ledger, so that a lost event or an interrupted run leaves nothing out.
 */
import type Stripe from 'stripe';
import { findVatRate, splitReturned, splitVat, type VatRates } from '../../../shared/domain/vat.ts';
import { environment } from '../../platform/aws/environment.ts';
import { type LedgerLine, listLostDisputes, readCharge, readLedger, readSold } from '../payments/stripe/ledger.ts';
import { describeSale } from './describe-sale.ts';
import {
  appendInvoice,
  type ChainState,
  type ChargeInvoices,
  type Draft,
  type InvoiceRecord,
  type IssuedInvoice,
} from './rules.ts';
import { readSeller, readSoftware } from './seller.ts';
import {
  type Issue,
  issue,
  listChargeInvoices,
  mostInvoices,
  readProgress,
  saveProgress,
  toInvoiceId,
} from './store.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The provider may list a line a moment after its time. */
const overlapMs = 10 * minuteMs;
/** Debits may take weeks until they arrive, and are listed with the day on which they began. */
const repeatMs = 35 * dayMs;
/** Banks decide on a dispute within months. */
const disputeMs = 200 * dayMs;

/**
 * Reads the new lines of the ledger, then a part of the older ones again. Stops at `stopAt`; the next run continues.
 */
export async function issueInvoices(now: number, stopAt: number): Promise<void> {
  const before = await readProgress();
  const progress = before ?? { readUpTo: now - repeatMs, repeatedUpTo: now };
  await issueDue(await readDue(progress.readUpTo - overlapMs, now + minuteMs), now, stopAt);
  const lost = (await listLostDisputes(now - disputeMs)).map(toDueOfDispute);
  await issueDue(lost, now, stopAt);
  if (Date.now() > stopAt) return;
  await saveProgress({ ...progress, readUpTo: now });
  await repeat(progress.repeatedUpTo, now, stopAt);
}

/** Reads the last weeks again, a day in each run, and begins anew once it has come to the present. */
async function repeat(from: number, now: number, stopAt: number): Promise<void> {
  const to = Math.min(from + dayMs, now);
  await issueDue(await readDue(from, to), now, stopAt);
  if (Date.now() > stopAt) return;
  await saveProgress({ readUpTo: now, repeatedUpTo: to < now ? to : now - repeatMs });
}

/** A payment, refund or lost dispute that needs an invoice. */
interface Due {
  /** Id of the charge, refund or dispute. */
  source: string;
  chargeId: string;
  /** Cents that were taken back; null for the payment itself. */
  returned: number | null;
  at: number;
  charge?: Stripe.Charge | undefined;
}

async function readDue(from: number, to: number): Promise<Due[]> {
  const lines = await readLedger({ from, to });
  return lines.flatMap(({ kind, sourceId: source, chargeId, amount, at, charge }: LedgerLine): Due[] => {
    if (kind === 'PAYMENT') return [{ source, chargeId, returned: null, at, charge }];
    return kind === 'REFUND' && amount < 0 ? [{ source, chargeId, returned: -amount, at }] : [];
  });
}

const toDueOfDispute = ({
  id,
  chargeId,
  amount,
  at,
}: {
  id: string;
  chargeId: string;
  amount: number;
  at: number;
}) => ({ source: id, chargeId, returned: amount, at });

async function issueDue(due: readonly Due[], now: number, stopAt: number): Promise<void> {
  for (let from = 0; from < due.length && Date.now() <= stopAt; from += mostInvoices)
    await issueBatch(due.slice(from, from + mostInvoices), now);
}

async function issueBatch(due: readonly Due[], now: number): Promise<void> {
  const chargeIds = [...new Set(due.map(({ chargeId }) => chargeId))];
  const charges = new Map<string, { charge: Stripe.Charge; sold: Record<string, string> }>();
  await issue(async (chain) => {
    const stored = await listChargeInvoices(chargeIds);
    const invoicesByCharge = new Map(stored.flatMap((one) => (one ? [[one.charge, one]] : [])));
    const missing = due.filter((one) => !isIssued(invoicesByCharge.get(one.chargeId), one));
    for (const { chargeId, charge } of missing)
      if (!invoicesByCharge.has(chargeId) && !charges.has(chargeId)) {
        const read = charge ?? (await readCharge(chargeId));
        charges.set(chargeId, { charge: read, sold: await readSold(read) });
      }
    return prepare(chain, missing, { invoicesByCharge, charges, now });
  });
}

const isIssued = (invoices: ChargeInvoices | undefined, { source, returned }: Due): boolean =>
  invoices !== undefined &&
  (returned === null || !invoices.invoice || invoices.rectifications.some((one) => one.source === source));

interface Facts {
  invoicesByCharge: Map<string, ChargeInvoices>;
  charges: ReadonlyMap<string, { charge: Stripe.Charge; sold: Record<string, string> }>;
  now: number;
}

function prepare(start: ChainState, due: readonly Due[], { invoicesByCharge, charges, now }: Facts): Issue | undefined {
  let chain = start;
  const records: InvoiceRecord[] = [];
  const changed = new Set<string>();
  const software = readSoftware();
  const append = (draft: Draft): IssuedInvoice => {
    const next = appendInvoice(chain, draft, { software, now });
    chain = next.chain;
    records.push(next.record);
    changed.add(draft.charge);
    const { number, date, total, source } = next.record;
    return { id: toInvoiceId(next.record), number, date, total, source };
  };
  for (const one of due) {
    const { source, chargeId, returned, at } = one;
    const read = charges.get(chargeId);
    if (!invoicesByCharge.has(chargeId) && read) {
      invoicesByCharge.set(chargeId, read.sold.seller === 'managed' ? noteSale(read) : issuePayment(read, append));
      changed.add(chargeId);
    }
    const issued = invoicesByCharge.get(chargeId);
    const inForce = issued?.full ?? issued?.invoice;
    if (!issued || !inForce || returned === null || isIssued(issued, one)) continue;
    // A bank may take back more than a refund has left.
    const amount = Math.min(returned, issued.total - issued.rectified);
    if (amount > 0) invoicesByCharge.set(chargeId, rectify(issued, inForce, { source, amount, at }, append));
  }
  if (changed.size === 0) return undefined;
  return { records, chain, charges: [...changed].flatMap((id) => invoicesByCharge.get(id) ?? []) };
}

type Append = (draft: Draft) => IssuedInvoice;

function issuePayment(
  { charge, sold }: { charge: Stripe.Charge; sold: Record<string, string> },
  append: Append,
): ChargeInvoices {
  const { country = null, postal_code: postalCode = null } = charge.billing_details.address ?? {};
  const rate = findVatRate(JSON.parse(environment('VAT_RATES')) as VatRates, country, postalCode);
  const sale = { ...noteSale({ charge, sold }), rate };
  const invoice = append({
    type: 'F2',
    ...splitVat(charge.amount, rate),
    rate,
    description: sale.description,
    seller: readSeller(),
    buyer: null,
    refersTo: [],
    charge: charge.id,
    source: charge.id,
    happenedAt: charge.created * 1000,
    customer: sale.customer,
  });
  return { ...sale, invoice };
}

/** A sale without an invoice of ours: the provider sold it, and sends its own. Statements read it. */
const noteSale = ({ charge, sold }: { charge: Stripe.Charge; sold: Record<string, string> }): ChargeInvoices => ({
  charge: charge.id,
  customer: typeof charge.customer === 'string' ? charge.customer : (charge.customer?.id ?? null),
  description: describeSale(sold),
  sold,
  rate: 'no sujeto',
  total: charge.amount,
  rectified: 0,
  invoice: null,
  rectifications: [],
});

/** Takes a part back from the invoice in force: the full one, or else the simplified one. */
function rectify(
  issued: ChargeInvoices,
  { number, date }: IssuedInvoice,
  { source, amount, at }: { source: string; amount: number; at: number },
  append: Append,
): ChargeInvoices {
  const { charge, customer, description, rate, total, rectified, full } = issued;
  const made = append({
    type: full ? 'R1' : 'R5',
    ...splitReturned(total - rectified, amount, rate),
    rate,
    description,
    seller: readSeller(),
    buyer: full?.buyer ?? null,
    refersTo: [{ number, date }],
    charge,
    source,
    happenedAt: at,
    customer,
  });
  return { ...issued, rectified: rectified + amount, rectifications: [...issued.rectifications, made] };
}
