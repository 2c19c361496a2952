/** Answers about a match that everybody may read, or that is hidden from most: families and staff read those. */
import { ApiError, client } from './api.ts';

/** Addresses that visitors may not read. */
const personal = new Set<string>();

/**
 * Asks as a visitor, so that the edge's cache answers the whole audience of a match; with the user's token only where
 * visitors get 404. `address` names the answer.
 */
export async function readShared<Answer>(
  address: string,
  ask: (isShared: boolean) => Promise<Answer>,
): Promise<Answer> {
  if (personal.has(address)) return ask(false);
  try {
    return await ask(true);
  } catch (error) {
    if (!client.token || !isMissing(error)) throw error;
    const answer = await ask(false);
    personal.add(address);
    return answer;
  }
}

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

/**
 * Returns the interval of a poll of a match: a long one once it is hidden, because no cache keeps errors, and its whole
 * audience would ask the origin.
 */
export const choosePollMs = (error: unknown, ms: number): number => (isMissing(error) ? 30_000 : ms);
