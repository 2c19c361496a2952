/** The payment under way in this browser. Apart from the products, which the first page does not need. */
import { toSafePath } from '../../../lib/safe-path.ts';

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
