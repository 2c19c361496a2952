/** Errors of Stripe's calls that are part of normal operation. */
import Stripe from 'stripe';
import { ApiError } from '../../../../shared/contract/errors.ts';

/** True if the provider has no such customer, who was deleted there or belongs to another Stripe account. */
export const isCustomerUnknown = (error: unknown): boolean => isMissing(error) && /customer/i.test(error.message);

export const isRequestError = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  error instanceof Stripe.errors.StripeInvalidRequestError;

const isMissing = (error: unknown): error is Stripe.errors.StripeInvalidRequestError =>
  isRequestError(error) && error.code === 'resource_missing';

/**
 * Ignores, as a `catch` handler, an object that does not exist: it was deleted, or belongs to another Stripe account.
 */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}

/**
 * Ignores, as a `catch` handler, a charge that was refunded concurrently or is disputed; the bank has then taken the
 * money back.
 */
export function ignoreReturnedMoney(error: unknown): undefined {
  if (!isRequestError(error) || !['charge_already_refunded', 'charge_disputed'].includes(error.code ?? '')) throw error;
}

/** Ignores, as a `catch` handler, the repetition of a call with another amount: the first one stands. */
export function ignoreRepeated(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripeIdempotencyError)) throw error;
}

export function refuseUnknownCustomer(error: unknown): never {
  throw isCustomerUnknown(error) ? new ApiError('PYM4004') : error;
}
