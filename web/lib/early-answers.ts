/** Answers that web/app/early.ts asked for while the app's own code was still on its way, each taken once. */

/** By address: the answer, and what its question carried. */
export type EarlyAnswers = Map<string, { authorization: string | undefined; answer: Promise<Response> }>;

declare global {
  var earlyAnswers: EarlyAnswers | undefined;
}

/** By when an answer is used or old. */
const freshMs = 30_000;

/** Undefined where nobody asked, or somebody else; a failure is asked again as if nobody had. */
export function takeEarly(
  address: string,
  authorization: string | undefined,
): Promise<Response | undefined> | undefined {
  const found = globalThis.earlyAnswers?.get(address);
  globalThis.earlyAnswers?.delete(address);
  if (found?.authorization !== authorization || performance.now() > freshMs) return undefined;
  return found?.answer.catch(() => undefined);
}
