import { randomBytes } from 'node:crypto';

export interface StripeObject {
  id: string;
  object: string;
  created: number;
  [field: string]: unknown;
}

export interface Checkout extends StripeObject {
  mode: 'payment' | 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  customer: string;
  amount_subtotal: number;
  /** The rest of it after a discount. */
  amount_total: number;
  allow_promotion_codes: boolean | null;
  discounts: { coupon: string; promotion_code: string }[];
  metadata: Record<string, string>;
  success_url: string;
  cancel_url: string;
  url: string | null;
  expires_at: number;
  /** Metadata of the charge or subscription to be; Stripe's session has no such field. */
  paid_metadata: Record<string, string>;
  submit_type: string | null;
  /** Set by `consent_collection.terms_of_service: 'required'`. */
  consent_collection: { terms_of_service: string | null } | null;
  consent: { terms_of_service: 'accepted' | null } | null;
  custom_text: Record<string, { message: string } | null>;
  adaptive_pricing: { enabled: boolean };
  /** The provider is the seller of record. */
  managed_payments: { enabled: boolean };
  payment_method_types: PaymentMethodType[];
  /** Name of the line item; Stripe's session has no such field. */
  product_name: string;
  /** The line item's product; null for a product that the call describes itself. */
  product_id: string | null;
}

export type PaymentMethodType = 'card' | 'sepa_debit' | 'bizum';

export interface Charge extends StripeObject {
  customer: string;
  amount: number;
  amount_refunded: number;
  status: 'succeeded' | 'pending' | 'failed';
  paid: boolean;
  refunded: boolean;
  disputed: boolean;
  metadata: Record<string, string>;
  payment_method_details: { type: PaymentMethodType; bizum?: { buyer_id: null; transaction_id: string } };
  payment_intent: string;
  /** Null until the money has arrived. */
  balance_transaction: string | null;
  billing_details: { address: { country: string | null; postal_code: string | null } };
  /** The provider has sold it; on Stripe, this stands at the payment intent. */
  isManaged: boolean;
  /** Id of the checkout session; Stripe's charge has the payment intent instead. */
  checkout?: string;
}

export interface Subscription extends StripeObject {
  customer: string;
  status: string;
  start_date: number;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  metadata: Record<string, string>;
  managed_payments: { enabled: boolean };
  items: { data: SubscriptionItem[] };
}

interface SubscriptionItem {
  current_period_start: number;
  current_period_end: number;
  price: { unit_amount: number };
}

export interface Refund extends StripeObject {
  charge: string;
  amount: number;
  currency: 'eur';
  status: 'succeeded' | 'failed';
  balance_transaction: string;
  failure_reason?: RefundFailure;
  failure_balance_transaction?: string;
  metadata: Record<string, string>;
}

/** Some of the service's reasons. https://docs.stripe.com/api/refunds/object#refund_object-failure_reason */
export type RefundFailure = 'expired_or_canceled_card' | 'declined' | 'unknown';

export interface Product extends StripeObject {
  name: string;
  active: boolean;
  tax_code: string | null;
}

export interface Coupon extends StripeObject {
  percent_off: number | null;
  amount_off: number | null;
  max_redemptions: number | null;
  redeem_by: null;
  times_redeemed: number;
  /** Null for a coupon of every product; Stripe shows it only if it is expanded. */
  applies_to: { products: string[] } | null;
}

export interface PromotionCode extends StripeObject {
  code: string;
  active: boolean;
  expires_at: number | null;
  max_redemptions: number | null;
  times_redeemed: number;
  promotion: { type: 'coupon'; coupon: string };
  metadata: Record<string, string>;
  restrictions: { first_time_transaction: boolean; minimum_amount: number | null };
}

export interface Dispute extends StripeObject {
  charge: string;
  amount: number;
  status: 'needs_response' | 'won' | 'lost';
}

/** A line of the account's ledger, which never changes. Amounts in cents; `net` is `amount` less `fee`. */
export interface BalanceTransaction extends StripeObject {
  type: 'charge' | 'payment' | 'refund' | 'payment_refund' | 'refund_failure' | 'adjustment';
  reporting_category: 'charge' | 'refund' | 'refund_failure' | 'dispute' | 'dispute_reversal';
  amount: number;
  fee: number;
  fee_details: { type: 'stripe_fee' | 'withheld_tax'; amount: number; currency: 'eur' }[];
  net: number;
  currency: 'eur';
  source: string;
}

export interface StripeData {
  customers: Record<string, StripeObject & { email: string; metadata: Record<string, string>; deleted?: boolean }>;
  sessions: Record<string, Checkout>;
  charges: Record<string, Charge>;
  subscriptions: Record<string, Subscription>;
  refunds: Record<string, Refund>;
  disputes: Record<string, Dispute>;
  transactions: Record<string, BalanceTransaction>;
  /** Subscription that a charge's payment intent pays a month of; Stripe's are objects with an invoice. */
  invoicePayments: Record<string, string>;
  products: Record<string, Product>;
  coupons: Record<string, Coupon>;
  promotionCodes: Record<string, PromotionCode>;
  events: Record<string, StripeObject & { type: string; data: { object: StripeObject } }>;
  answers: Record<string, { request: string; answer: unknown }>;
}

export const createEmptyData = (): StripeData => ({
  customers: {},
  sessions: {},
  charges: {},
  subscriptions: {},
  refunds: {},
  disputes: {},
  transactions: {},
  invoicePayments: {},
  products: {},
  coupons: {},
  promotionCodes: {},
  events: {},
  answers: {},
});

export const createId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`;
