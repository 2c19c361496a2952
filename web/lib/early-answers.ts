/** Answers that web/app/early.ts asked for while the app's own code was still on its way, each taken once. */

export interface EarlyAnswers {
  /** What the questions carried. */
  authorization: string | undefined;
  answers: Map<string, Promise<Response>>;
}

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
  const { earlyAnswers: early } = globalThis;
  const found = early?.answers.get(address);
  early?.answers.delete(address);
  if (early?.authorization !== authorization || performance.now() > freshMs) return undefined;
  return found?.catch(() => undefined);
}
