/** Lists of the account's ledger, with the objects that a query expands. https://docs.stripe.com/expand */
import type { StripeData } from './objects.ts';
import { BadRequest } from './refusals.ts';
import type { StripeState } from './state.ts';
import { listObjects, toPage } from './wire-format.ts';

export function listTransactions(data: StripeData, query: URLSearchParams): unknown {
  const wanted = readExpanded(query, 'data.source');
  if (wanted instanceof BadRequest) return wanted;
  const page = listObjects(data.transactions, query);
  if (!wanted) return page;
  const expand = (id: string) => data.charges[id] ?? data.refunds[id] ?? data.disputes[id];
  return { ...page, data: page.data.map((one) => ({ ...one, source: expand(one.source) })) };
}

/** Requires the payment intent, as Stripe requires an invoice or a payment. */
export function listInvoicePayments(state: StripeState, query: URLSearchParams): unknown {
  const wanted = readExpanded(query, 'data.invoice');
  if (wanted instanceof BadRequest) return wanted;
  const intent = query.get('payment[payment_intent]');
  if (query.get('payment[type]') !== 'payment_intent' || !intent)
    return new BadRequest('You must provide the payment or the invoice to list.', 'payment', 'parameter_missing');
  const { data } = state;
  const subscription = data.subscriptions[data.invoicePayments[intent] ?? ''];
  if (!subscription) return toPage([], query);
  const { id, customer, metadata } = subscription;
  const parent = { type: 'subscription_details', subscription_details: { subscription: id, metadata } };
  const invoice = { id: `in_${intent}`, object: 'invoice', customer, parent };
  const payment = {
    id: `inpay_${intent}`,
    object: 'invoice_payment',
    created: state.nowSeconds(),
    status: 'paid',
    invoice: wanted ? invoice : invoice.id,
    payment: { type: 'payment_intent', payment_intent: intent },
  };
  return toPage([payment], query);
}

/** True if the query expands the one property that can be expanded. */
function readExpanded(query: URLSearchParams, property: string): boolean | BadRequest {
  const wanted = [...query].filter(([name]) => /^expand\[\d*\]$/.test(name)).map(([, path]) => path);
  const unknown = wanted.find((path) => path !== property);
  return unknown
    ? new BadRequest(`This property cannot be expanded (${unknown}).`, 'expand')
    : wanted.includes(property);
}
