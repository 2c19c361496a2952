/** API responses that web/app/prefetch.ts requested while the app's code was loading. Each is used once. */

/** Response by address, with the authorization header of its request. */
export type PrefetchedResponses = Map<string, { authorization: string | undefined; answer: Promise<Response> }>;

declare global {
  var prefetchedResponses: PrefetchedResponses | undefined;
}

/** Milliseconds after navigation start until which a prefetched response may be used. */
const maxAgeMs = 30_000;

/**
 * Returns undefined if nothing was prefetched with this authorization, and resolves to undefined if the prefetch
 * failed; the caller then sends a request.
 */
export function takePrefetched(
  address: string,
  authorization: string | undefined,
): Promise<Response | undefined> | undefined {
  const found = globalThis.prefetchedResponses?.get(address);
  globalThis.prefetchedResponses?.delete(address);
  if (found?.authorization !== authorization || performance.now() > maxAgeMs) return undefined;
  return found?.answer.catch(() => undefined);
}
