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

/**
 * Marks that this browser has gone to the payment page, and from which page, because the query parameter alone can be
 * forged. A bank's app may return in another tab.
 */
const pendingPaymentKey = 'cantera-paying';

/** Payment pages are open for a day. */
const pendingMs = 24 * 3600 * 1000;

export function rememberPayment(returnPath: string): void {
  withStorage((storage) => storage.setItem(pendingPaymentKey, JSON.stringify({ at: Date.now(), returnPath })));
}

export function forgetPayment(): void {
  withStorage((storage) => storage.removeItem(pendingPaymentKey));
}

/** Returns the page where the payment under way began; undefined if there is none. */
export function findPendingPayment(): { returnPath: string | undefined } | undefined {
  return withStorage((storage) => {
    const { at, returnPath } = JSON.parse(storage.getItem(pendingPaymentKey) ?? '{}') as Record<string, unknown>;
    const isPending = typeof at === 'number' && Date.now() - at < pendingMs;
    return isPending ? { returnPath: toSafePath(String(returnPath)) } : undefined;
  });
}

/** Storage may be disabled or contain invalid JSON. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
