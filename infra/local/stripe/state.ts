/** State of the Stripe emulator; each of its changes emits the events that Stripe sends. */
import type { JsonFile } from '../wire/json-file.ts';
import {
  type BalanceTransaction,
  type Charge,
  type Checkout,
  createId,
  type Dispute,
  type PaymentMethodType,
  type Refund,
  type RefundFailure,
  type StripeData,
  type StripeObject,
  type Subscription,
} from './objects.ts';

/** Returns the same day of the next month, or the month's last day, in seconds since the Unix epoch. */
function addMonth(seconds: number): number {
  const date = new Date(seconds * 1000);
  const day = date.getUTCDate();
  date.setUTCMonth(date.getUTCMonth() + 1);
  if (date.getUTCDate() !== day) date.setUTCDate(0);
  return Math.floor(date.getTime() / 1000);
}

/** Settings that a seller makes on Stripe's own pages. */
export interface Dashboard {
  /** Address of the terms of service; undefined if none is set. */
  termsUrl: string | undefined;
  bizum: boolean;
  /** Managed payments: their terms accepted, and perhaps on for each session that does not say otherwise. */
  managed: 'OFF' | 'ON' | 'BY_DEFAULT';
}

type Send = (event: StripeData['events'][string]) => void;

export class StripeState {
  readonly #file: JsonFile<StripeData>;
  readonly #send: Send;
  readonly #receiptBase: () => string;

  constructor(file: JsonFile<StripeData>, send: Send, receiptBase: () => string) {
    this.#file = file;
    this.#send = send;
    this.#receiptBase = receiptBase;
  }

  readonly dashboard: Dashboard = {
    termsUrl: 'https://cantera.example/documento/condiciones-compra',
    bizum: true,
    managed: 'ON',
  };

  /** Seconds added to the current time, as by Stripe's test clocks. */
  clockOffsetSeconds = 0;

  nowSeconds(): number {
    return Math.floor(Date.now() / 1000) + this.clockOffsetSeconds;
  }

  get data(): StripeData {
    return this.#file.value;
  }

  save(): Promise<void> {
    return this.#file.save();
  }

  /** Accepts the terms of service, as their box on the page does. */
  acceptTerms(session: Checkout): void {
    if (session.consent_collection?.terms_of_service === 'required') session.consent = { terms_of_service: 'accepted' };
  }

  /** True while the page has a required box that is not ticked; nothing can be paid then. */
  lacksConsent = ({ consent_collection, consent }: Checkout): boolean =>
    consent_collection?.terms_of_service === 'required' && consent?.terms_of_service !== 'accepted';

  #canPay = (session: Checkout, method: PaymentMethodType): boolean =>
    session.status === 'open' && session.payment_method_types.includes(method) && !this.lacksConsent(session);

  pay(session: Checkout, method: PaymentMethodType = 'card'): void {
    if (!this.#canPay(session, method)) return;
    const status = session.amount_total === 0 ? 'no_payment_required' : 'paid';
    Object.assign(session, { status: 'complete', payment_status: status, url: null });
    if (session.mode === 'subscription') this.#startSubscription(session);
    // A coupon of 100 % leaves no payment at all.
    else if (status === 'paid') this.#charge(session, true, method);
    this.emit('checkout.session.completed', session);
  }

  /**
   * Completes a session whose money comes later, by direct debit or by Bizum from the bank's app after the page was
   * left: the charge stays pending until `settle`.
   */
  payLater(session: Checkout, method: PaymentMethodType = 'sepa_debit'): void {
    if (session.mode !== 'payment' || session.amount_total === 0 || !this.#canPay(session, method)) return;
    Object.assign(session, { status: 'complete', url: null });
    const charge = this.#charge(session, false, method);
    Object.assign(charge, { status: 'pending', checkout: session.id });
    this.emit('checkout.session.completed', session);
  }

  settle(charge: Charge, arrived: boolean): void {
    const session = this.data.sessions[charge.checkout ?? ''];
    if (charge.status !== 'pending' || !session) return;
    Object.assign(charge, { status: arrived ? 'succeeded' : 'failed', paid: arrived });
    if (arrived) {
      session.payment_status = 'paid';
      this.#book(charge);
    }
    this.emit(arrived ? 'charge.succeeded' : 'charge.failed', charge);
    this.emit(`checkout.session.async_payment_${arrived ? 'succeeded' : 'failed'}`, session);
  }

  decline(session: Checkout, method: PaymentMethodType = 'card'): void {
    const charge = this.#charge(session, false, method);
    this.emit('charge.failed', charge);
  }

  /** Cancels the customer's subscriptions; the customer cannot be read afterwards. */
  deleteCustomer(customer: StripeData['customers'][string]): void {
    for (const subscription of Object.values(this.data.subscriptions))
      if (subscription.customer === customer.id) this.cancel(subscription);
    this.emit('customer.deleted', customer);
    customer.deleted = true;
  }

  expireDue(): void {
    const now = this.nowSeconds();
    for (const session of Object.values(this.data.sessions))
      if (session.status === 'open' && session.expires_at <= now) this.expire(session);
    for (const subscription of Object.values(this.data.subscriptions)) {
      const { cancel_at: end } = subscription;
      if (end !== null && end <= now) this.cancel(subscription, end);
    }
  }

  expire(session: Checkout): void {
    if (session.status !== 'open') return;
    Object.assign(session, { status: 'expired', url: null });
    this.emit('checkout.session.expired', session);
  }

  #startSubscription(session: Checkout): void {
    const now = this.nowSeconds();
    const subscription: Subscription = {
      id: createId('sub'),
      object: 'subscription',
      created: now,
      customer: session.customer,
      status: 'active',
      start_date: now,
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      metadata: session.paid_metadata,
      managed_payments: session.managed_payments,
      items: {
        data: [{ current_period_start: now, current_period_end: now, price: { unit_amount: session.amount_subtotal } }],
      },
    };
    this.data.subscriptions[subscription.id] = subscription;
    this.emit('customer.subscription.created', subscription);
    this.renew(subscription, 'subscription_create', session.amount_total);
  }

  /** Charges a month, and moves the period by one. */
  renew(subscription: Subscription, reason = 'subscription_cycle', amount = readPrice(subscription)): void {
    const charge = amount > 0 ? this.#chargeMonth(subscription, amount, true) : undefined;
    if (charge) this.data.invoicePayments[charge.payment_intent] = subscription.id;
    subscription.status = subscription.ended_at ? subscription.status : 'active';
    for (const item of subscription.items.data) {
      item.current_period_start = item.current_period_end;
      item.current_period_end = addMonth(item.current_period_end);
    }
    this.emit('invoice.paid', { ...this.#invoice(subscription, charge, reason), subtotal: readPrice(subscription) });
    this.emit('customer.subscription.updated', subscription);
  }

  failRenewal(subscription: Subscription): void {
    const charge = this.#chargeMonth(subscription, readPrice(subscription), false);
    if (!subscription.ended_at) subscription.status = 'past_due';
    this.emit('invoice.payment_failed', this.#invoice(subscription, charge));
    this.emit('customer.subscription.updated', subscription);
  }

  /** Lets a subscription end with the month that is paid, as the billing portal does. */
  cancelAtPeriodEnd(subscription: Subscription): void {
    const [item] = subscription.items.data;
    if (subscription.ended_at || !item) return;
    Object.assign(subscription, {
      cancel_at: item.current_period_end,
      cancel_at_period_end: true,
      canceled_at: this.nowSeconds(),
      cancellation_details: { reason: 'cancellation_requested' },
    });
    this.emit('customer.subscription.updated', subscription);
  }

  /** Takes a cancellation back before the subscription has ended. */
  resume(subscription: Subscription): void {
    if (subscription.ended_at) return;
    Object.assign(subscription, {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details: { reason: null },
    });
    this.emit('customer.subscription.updated', subscription);
  }

  cancel(subscription: Subscription, at = this.nowSeconds()): void {
    if (subscription.ended_at) return;
    const canceledAt = subscription.canceled_at ?? at;
    Object.assign(subscription, { status: 'canceled', ended_at: at, canceled_at: canceledAt });
    this.emit('customer.subscription.deleted', subscription);
  }

  /** Refunds part of a charge, by default what is left of it; `refunded` becomes true with the last part. */
  refund(
    charge: Charge,
    amount = charge.amount - charge.amount_refunded,
    metadata: Record<string, string> = {},
  ): Refund | undefined {
    if (!charge.paid || charge.refunded) return undefined;
    const id = createId('re');
    const type = this.#isCard(charge) ? 'refund' : 'payment_refund';
    const left = charge.amount - charge.amount_refunded;
    const tax = findTax(charge, left - amount) - findTax(charge, left);
    const { id: balance_transaction } = this.#enter(type, 'refund', { amount: -amount, fee: 0, tax, source: id });
    const refund: Refund = {
      id,
      object: 'refund',
      created: this.nowSeconds(),
      charge: charge.id,
      amount,
      currency: 'eur',
      status: 'succeeded',
      balance_transaction,
      metadata,
    };
    this.data.refunds[id] = refund;
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    this.emit('charge.refunded', charge);
    return refund;
  }

  /** The buyer's bank sends a refund back, days later. https://docs.stripe.com/refunds#failed-refunds */
  failRefund(refund: Refund, reason: RefundFailure = 'expired_or_canceled_card'): void {
    const charge = this.data.charges[refund.charge];
    if (refund.status !== 'succeeded' || !charge) return;
    const { amount, id: source } = refund;
    const left = charge.amount - charge.amount_refunded;
    const tax = findTax(charge, left + amount) - findTax(charge, left);
    const { id } = this.#enter('refund_failure', 'refund_failure', { amount, fee: 0, tax, source });
    Object.assign(refund, { status: 'failed', failure_reason: reason, failure_balance_transaction: id });
    charge.amount_refunded -= amount;
    charge.refunded = false;
    this.emit('refund.updated', refund);
    this.emit('refund.failed', refund);
  }

  dispute(charge: Charge): Dispute | undefined {
    if (!charge.paid || charge.disputed) return undefined;
    charge.disputed = true;
    const dispute: Dispute = {
      id: createId('dp'),
      object: 'dispute',
      created: this.nowSeconds(),
      charge: charge.id,
      amount: charge.amount - charge.amount_refunded,
      status: 'needs_response',
    };
    this.data.disputes[dispute.id] = dispute;
    this.#enter('adjustment', 'dispute', { amount: -dispute.amount, fee: disputeFee, source: dispute.id });
    this.emit('charge.dispute.created', dispute);
    return dispute;
  }

  closeDispute(dispute: Dispute, status: 'won' | 'lost'): void {
    dispute.status = status;
    if (status === 'won')
      this.#enter('adjustment', 'dispute_reversal', { amount: dispute.amount, fee: 0, source: dispute.id });
    this.emit('charge.dispute.closed', dispute);
  }

  emit(type: string, object: StripeObject): void {
    const event = {
      id: createId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: this.nowSeconds(),
      livemode: false,
      type,
      // An event contains the object as it was then.
      data: { object: structuredClone(object) },
    };
    this.data.events[event.id] = event;
    this.#send(event);
  }

  /** A charge of a subscription has no metadata. */
  #chargeMonth = ({ customer, managed_payments }: Subscription, amount_total: number, ok: boolean): Charge =>
    this.#charge({ customer, managed_payments, amount_total, paid_metadata: {} }, ok, 'card');

  #charge(
    {
      customer,
      amount_total: amount,
      paid_metadata: metadata,
      managed_payments: { enabled: isManaged },
    }: Pick<Checkout, 'customer' | 'amount_total' | 'paid_metadata' | 'managed_payments'>,
    ok: boolean,
    type: PaymentMethodType,
  ): Charge {
    const id = createId('ch');
    const charge: Charge = {
      id,
      object: 'charge',
      created: this.nowSeconds(),
      customer,
      amount,
      amount_refunded: 0,
      currency: 'eur',
      status: ok ? 'succeeded' : 'failed',
      paid: ok,
      refunded: false,
      disputed: false,
      isManaged,
      metadata,
      payment_method_details: {
        type,
        ...(type === 'bizum' && { bizum: { buyer_id: null, transaction_id: createId('bz') } }),
      },
      payment_intent: createId('pi'),
      balance_transaction: null,
      billing_details: { address: { country: 'ES', postal_code: null } },
      receipt_url: `${this.#receiptBase()}/receipts/${id}`,
    };
    this.data.charges[id] = charge;
    if (ok) this.#book(charge);
    return charge;
  }

  #isCard = ({ payment_method_details: { type } }: Charge): boolean => type === 'card';

  /** Enters a payment whose money has arrived. */
  #book(charge: Charge): void {
    const { amount, id: source, isManaged } = charge;
    const fee = Math.round(amount * (feeShare + (isManaged ? managedShare : 0))) + fixedFee;
    const type = this.#isCard(charge) ? 'charge' : 'payment';
    charge.balance_transaction = this.#enter(type, 'charge', { amount, fee, tax: findTax(charge, amount), source }).id;
  }

  #enter(
    type: BalanceTransaction['type'],
    reporting_category: BalanceTransaction['reporting_category'],
    { amount, fee, tax = 0, source }: Pick<BalanceTransaction, 'amount' | 'fee' | 'source'> & { tax?: number },
  ): BalanceTransaction {
    const fees = [
      { type: 'stripe_fee' as const, amount: fee, currency: 'eur' as const },
      { type: 'withheld_tax' as const, amount: tax, currency: 'eur' as const },
    ];
    const transaction: BalanceTransaction = {
      id: createId('txn'),
      object: 'balance_transaction',
      created: this.nowSeconds(),
      type,
      reporting_category,
      amount,
      fee: fee + tax,
      fee_details: fees.filter((one) => one.amount !== 0),
      net: amount - fee - tax,
      currency: 'eur',
      source,
    };
    this.data.transactions[transaction.id] = transaction;
    return transaction;
  }

  #invoice(
    subscription: Subscription,
    charge: Charge | undefined,
    billing_reason = 'subscription_cycle',
  ): StripeObject {
    return {
      id: createId('in'),
      object: 'invoice',
      created: this.nowSeconds(),
      customer: subscription.customer,
      amount_paid: charge?.paid ? charge.amount : 0,
      amount_due: charge?.amount ?? 0,
      status: charge?.paid === false ? 'open' : 'paid',
      billing_reason,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id, metadata: subscription.metadata },
      },
    };
  }
}

/** Stripe's prices for European cards: a share, and cents. https://stripe.com/es/pricing */
const feeShare = 0.015;
const fixedFee = 25;
/** On top of both for managed payments. https://stripe.com/es/managed-payments */
const managedShare = 0.035;
const disputeFee = 2000;

/** Cents of Spanish VAT in an amount that the provider has sold; it withholds them, and gives them back with a refund. */
const findTax = ({ isManaged }: Charge, amount: number) => (isManaged ? amount - Math.round(amount / 1.21) : 0);

/** Cents. */
const readPrice = ({ items }: Subscription) => items.data[0]?.price.unit_amount ?? 0;
