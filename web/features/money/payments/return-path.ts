/** Product and return address in the queries of the wizard and the payment pages. */
import { paths } from '../../../lib/paths.ts';
import { toSafePath, withQuery } from '../../../lib/safe-path.ts';

export type ProductType = 'PT_MONTHLY' | 'PT_SPORT_EVENT';

/** `productType`, or derived from `source`. */
export function getProductType(query: URLSearchParams): ProductType {
  const given = query.get('productType');
  if (given === 'PT_MONTHLY' || given === 'PT_SPORT_EVENT') return given;
  return query.get('source') === 'ppv' ? 'PT_SPORT_EVENT' : 'PT_MONTHLY';
}

export function getReturnPath(query: URLSearchParams): string {
  const given = toSafePath(query.get('redirectUrl'));
  if (given) return given;
  return getProductType(query) === 'PT_MONTHLY'
    ? withQuery(paths.home, { showSubscriptionBanner: 'true' })
    : paths.home;
}

/** The payment page's address with all its parameters. */
export function toPaymentPath(query: URLSearchParams): string {
  const sportEventId = query.get('sportEventId');
  const redirectUrl = toSafePath(query.get('redirectUrl'));
  return withQuery(paths.payment, {
    productType: getProductType(query),
    ...(sportEventId ? { sportEventId } : {}),
    ...(redirectUrl ? { redirectUrl } : {}),
  });
}

/** Marks that this tab has gone to the payment page; the query parameter alone can be forged. */
const pendingPaymentKey = 'cantera-paying';

export function rememberPayment(): void {
  withStorage((storage) => storage.setItem(pendingPaymentKey, 'yes'));
}

export function forgetPayment(): void {
  withStorage((storage) => storage.removeItem(pendingPaymentKey));
}

export const hasPendingPayment = (): boolean =>
  withStorage((storage) => storage.getItem(pendingPaymentKey) !== null) ?? false;

/** Storage may be disabled. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
