/**
 * Answers that the service worker had kept and gave out because the network gave none (web/service-worker/answers.ts):
 * since when what is shown is known, for the bar that says so, and what is forgotten at a logout.
 */
let since: string | null = null;
const listeners = new Set<() => void>();

/** When the oldest of what was last answered was had; null where the API itself has answered. */
export const keptSince = () => since;

/** Of each answer: when it was kept, null for one of now. */
export function noteKept(at: string | null): void {
  const next = at && since && since < at ? since : at;
  if (next === since) return;
  since = next;
  for (const listener of listeners) listener();
}

export function onKeptSince(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was answered to an account, as the worker names it. */
export function forgetAccount(): void {
  navigator.serviceWorker?.controller?.postMessage('logout');
  // Some browsers have none, or refuse it: then nothing was kept.
  globalThis.caches?.delete('cantera-account').catch(() => undefined);
}
