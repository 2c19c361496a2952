/**
 * The consent that the buyer has just given beside an order, on its way to the payment page. In sessionStorage, because
 * the login may be between both.
 */
import { type ConsentId, consentIds, consents } from '../../../../shared/domain/order.ts';
import { getProductType } from './return-path.ts';

const key = 'cantera-order';
/** The consent belongs to this order, not to one of tomorrow. */
const validMs = 30 * 60_000;

export const consentFor = (query: URLSearchParams) => consents[getProductType(query)];

export function giveConsent(query: URLSearchParams): void {
  const consent = { order: describeOrder(query), id: consentFor(query).id, at: Date.now() };
  try {
    sessionStorage.setItem(key, JSON.stringify(consent));
  } catch {
    // Without storage the payment page asks again.
  }
}

export function forgetConsent(): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // There is none.
  }
}

/** The consent to this order; undefined without one. */
export function findConsent(query: URLSearchParams): ConsentId | undefined {
  try {
    const { order, id, at } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Record<string, unknown>;
    const isValid = order === describeOrder(query) && typeof at === 'number' && Date.now() - at < validMs;
    return isValid ? consentIds.find((one) => one === id) : undefined;
  } catch {
    return undefined;
  }
}

const describeOrder = (query: URLSearchParams) =>
  [getProductType(query), query.get('sportEventId'), query.get('clubId')].join(' ');
