/** Lists of the account's ledger, with the objects that a query expands. https://docs.stripe.com/expand */
import { BadRequest } from './refusals.ts';
import type { StripeState } from './state.ts';
import { toPage } from './wire-format.ts';

export function answerLedger(state: StripeState, operation: string, query: URLSearchParams): unknown {
  const wanted = [...query].filter(([name]) => /^expand\[\d*\]$/.test(name)).map(([, path]) => path);
  const parts = operation === 'GET balance_transactions' ? transactionParts : paymentParts;
  const unknown = wanted.find((path) => !parts.includes(path));
  if (unknown) return new BadRequest(`This property cannot be expanded (${unknown}).`, undefined, 'expand');
  return operation === 'GET balance_transactions'
    ? listTransactions(state, query, wanted)
    : listInvoicePayments(state, query, wanted);
}

const transactionParts = ['data.source'];
const paymentParts = ['data.invoice'];

function listTransactions({ data }: StripeState, query: URLSearchParams, wanted: string[]): unknown {
  const transactions = Object.values(data.transactions).filter(
    ({ created, type }) =>
      created >= Number(query.get('created[gte]') ?? 0) &&
      created < Number(query.get('created[lt]') ?? Number.POSITIVE_INFINITY) &&
      (!query.has('type') || type === query.get('type')),
  );
  // A file of an older version lacks the details.
  const complete = transactions.map((one) => ({ ...one, fee_details: one.fee_details ?? [] }));
  const page = toPage(complete, query, '/v1/balance_transactions');
  if (!wanted.includes('data.source')) return page;
  const expand = (id: string) => data.charges[id] ?? data.refunds[id] ?? data.disputes[id];
  return { ...page, data: page.data.map((one) => ({ ...one, source: expand(String(one.source)) })) };
}

/** Requires the payment intent, as Stripe requires an invoice or a payment. */
function listInvoicePayments(state: StripeState, query: URLSearchParams, wanted: string[]): unknown {
  const intent = query.get('payment[payment_intent]');
  if (query.get('payment[type]') !== 'payment_intent' || !intent)
    return new BadRequest('You must provide the payment or the invoice to list.', 'parameter_missing', 'payment');
  const subscription = state.data.subscriptions[state.data.invoicePayments[intent] ?? ''];
  const invoice = subscription && {
    id: `in_${intent}`,
    object: 'invoice',
    customer: subscription.customer,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
    },
  };
  const payment = invoice && {
    id: `inpay_${intent}`,
    object: 'invoice_payment',
    created: state.nowSeconds(),
    status: 'paid',
    invoice: wanted.includes('data.invoice') ? invoice : invoice.id,
    payment: { type: 'payment_intent', payment_intent: intent },
  };
  return toPage(payment ? [payment] : [], query, '/v1/invoice_payments');
}
