/** API responses that web/app/prefetch.ts requested while the app's code was loading. Each serves once. */

/** Responses by address, each with the authorization header of its request. */
export type PrefetchedResponses = Map<string, { authorization: string | undefined; answer: Promise<Response> }>;

declare global {
  var prefetchedResponses: PrefetchedResponses | undefined;
}

/** Milliseconds after the start of navigation for which a prefetched response may be used. */
const maxAgeMs = 30_000;

/**
 * Takes a response. Undefined if none was prefetched with this authorization; resolves to undefined if the prefetch
 * failed. In both cases the caller sends a request.
 */
export function takePrefetched(
  address: string,
  authorization: string | undefined,
): Promise<Response | undefined> | undefined {
  const response = globalThis.prefetchedResponses?.get(address);
  globalThis.prefetchedResponses?.delete(address);
  if (response?.authorization !== authorization || performance.now() > maxAgeMs) return undefined;
  return response?.answer.catch(() => undefined);
}
