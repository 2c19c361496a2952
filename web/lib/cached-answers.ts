/**
 * Tracks whether the service worker has answered from its cache because the network failed
 * (web/service-worker/offline-answers.ts), and clears the account's cache at logout.
 */
import { createListeners } from './use-stored.ts';

let since: string | null = null;
const [notify, subscribe] = createListeners();

/** Returns the time of the oldest cached response on the screen; null once the API itself has answered. */
export const getCachedSince = () => since;

/** `at`: time when the response was cached; null if it came from the API. */
export function noteCachedAt(at: string | null): void {
  const next = at && since && since < at ? since : at;
  if (next === since) return;
  since = next;
  notify();
}

export const onCachedSince = subscribe;

export function deleteAccountCache(): void {
  navigator.serviceWorker?.controller?.postMessage('logout');
  // Browsers without Cache Storage, or without access to it, have cached nothing.
  globalThis.caches?.delete('cantera-account').catch(() => undefined);
}
