/** Product and return address in the queries of the subscription wizard and the payment pages. */
import { paths } from '../../../lib/paths.ts';
import { toSafePath, withQuery } from '../../../lib/safe-path.ts';

export type ProductType = 'PT_MONTHLY' | 'PT_SPORT_EVENT';

/** Reads `productType`, or derives it from `source`. */
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

export function toPaymentPath(query: URLSearchParams): string {
  const sportEventId = query.get('sportEventId');
  const redirectUrl = toSafePath(query.get('redirectUrl'));
  return withQuery(paths.payment, {
    productType: getProductType(query),
    ...(sportEventId ? { sportEventId } : {}),
    ...(redirectUrl ? { redirectUrl } : {}),
  });
}

/**
 * Storage key that marks that this browser went to the payment page, and from which page: a query parameter alone can
 * be forged. In localStorage, because a bank's app may return in another tab.
 */
const pendingPaymentKey = 'cantera-paying';

/** Milliseconds for which a payment page is open: a day. */
const pendingMs = 24 * 3600 * 1000;

export function rememberPayment(returnPath: string): void {
  withStorage((storage) => storage.setItem(pendingPaymentKey, JSON.stringify({ at: Date.now(), returnPath })));
}

export function forgetPayment(): void {
  withStorage((storage) => storage.removeItem(pendingPaymentKey));
}

/** Finds the page on which the payment under way began; undefined if there is none. */
export function findPendingPayment(): { returnPath: string | undefined } | undefined {
  return withStorage((storage) => {
    const { at, returnPath } = JSON.parse(storage.getItem(pendingPaymentKey) ?? '{}') as Record<string, unknown>;
    const isPending = typeof at === 'number' && Date.now() - at < pendingMs;
    return isPending ? { returnPath: toSafePath(String(returnPath)) } : undefined;
  });
}

/** Uses the storage, which may be disabled or contain invalid JSON. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
