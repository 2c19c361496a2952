/** API responses that web/app/prefetch.ts prefetched while the app's code was loading. Each is used once. */

/** Response by address, with the authorization header that it was requested with. */
export type EarlyAnswers = Map<string, { authorization: string | undefined; answer: Promise<Response> }>;

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

/** Milliseconds after navigation start until which a prefetched response may be used. */
const freshMs = 30_000;

/**
 * Returns undefined if nothing was prefetched with this authorization; a failed prefetch also falls back to a new
 * request.
 */
export function takeEarly(
  address: string,
  authorization: string | undefined,
): Promise<Response | undefined> | undefined {
  const found = globalThis.earlyAnswers?.get(address);
  globalThis.earlyAnswers?.delete(address);
  if (found?.authorization !== authorization || performance.now() > freshMs) return undefined;
  return found?.answer.catch(() => undefined);
}
