export interface Finding {
  what: string;
  /**
   * `bad`: a deployment would fail, or the product does not work. `missing`: an operator has not completed a setting.
   */
  state: 'good' | 'missing' | 'bad' | 'unknown';
  message: string;
  /** Set for a `bad` finding that does not block a deployment. */
  allowsDeployment?: boolean;
  todo?: string;
}

export const good = (what: string, message: string): Finding => ({ what, state: 'good', message });
export const missing = (what: string, message: string, todo: string): Finding => ({
  what,
  state: 'missing',
  message,
  todo,
});
export const bad = (what: string, message: string, todo: string): Finding => ({ what, state: 'bad', message, todo });

export const preventsDeployment = ({ state, allowsDeployment }: Finding) => state === 'bad' && !allowsDeployment;

const signs = { good: '✓', missing: '•', bad: '✗', unknown: '?' };

export function formatFinding({ what, state, message, todo }: Finding): string {
  return `${signs[state]} ${what.padEnd(14)} ${message}${todo && state !== 'good' ? `\n${' '.repeat(17)}→ ${todo}` : ''}`;
}

/** Runs a check; a failed call yields the finding `unknown`. */
export async function runCheck(what: string, check: () => Promise<Finding[] | Finding>): Promise<Finding[]> {
  try {
    return [await check()].flat();
  } catch (error) {
    const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    return [{ what, state: 'unknown', message: `could not be checked (${why})` }];
  }
}

/** Resolves to undefined if the resource does not exist. */
export async function ignoreMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    const { name, message } = error as Error;
    const isAbsent = /NotFound|NonExistent|DoesNotExist/.test(name) || /does not exist|not found/i.test(message);
    if (isAbsent) return undefined;
    throw error;
  }
}
