/** What the doctor finds of one thing. */
export interface Finding {
  what: string;
  /** `bad`: a deployment would fail, or the product does not work. `missing`: something of it waits for an operator. */
  state: 'good' | 'missing' | 'bad' | 'unknown';
  says: string;
  /** What the operator does about it. */
  todo?: string;
}

export const good = (what: string, says: string): Finding => ({ what, state: 'good', says });
export const missing = (what: string, says: string, todo: string): Finding => ({ what, state: 'missing', says, todo });
export const bad = (what: string, says: string, todo: string): Finding => ({ what, state: 'bad', says, todo });

const signs = { good: '✓', missing: '•', bad: '✗', unknown: '?' };

export function written({ what, state, says, todo }: Finding): string {
  return `${signs[state]} ${what.padEnd(14)} ${says}${todo && state !== 'good' ? `\n${' '.repeat(17)}→ ${todo}` : ''}`;
}

/** A check that could not look is not the same as one that found nothing. */
export async function looked(what: string, look: () => Promise<Finding[] | Finding>): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return [{ what, state: 'unknown', says: `could not be looked at (${why})` }];
  }
}

/** Undefined where the service answers that there is no such thing. */
export async function unlessAbsent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const { name, message } = error as Error;
    const isAbsent = /NotFound|NonExistent|DoesNotExist/.test(name) || /does not exist|not found/i.test(message);
    if (isAbsent) return undefined;
    throw error;
  }
}
