/**
 * Tracks whether the service worker answered from its cache because the network failed
 * (web/service-worker/offline-answers.ts), and clears the account's cache at logout.
 */
let since: string | null = null;
const listeners = new Set<() => void>();

/** Time of the oldest cached response on the screen; null once the API itself has answered. */
export const getCachedSince = () => since;

/** `at` is the time when the response was cached; null if it is not from the cache. */
export function noteCachedAt(at: string | null): void {
  const next = at && since && since < at ? since : at;
  if (next === since) return;
  since = next;
  for (const listener of listeners) listener();
}

export function onCachedSince(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Deletes the responses that were cached for the account. */
export function deleteAccountCache(): void {
  navigator.serviceWorker?.controller?.postMessage('logout');
  // Some browsers have no Cache Storage or deny access; nothing is cached in them.
  globalThis.caches?.delete('cantera-account').catch(() => undefined);
}
