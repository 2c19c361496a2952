/** Closes one match. Import it after the platform has started. */
import { vi } from 'vitest';

const { closeMatches } = await import('../../functions/league/scores/close-matches.ts');
const { events } = await import('../../functions/league/events/store.ts');

/** Runs the scheduled job for one match: at a shifted time it would also end those of tests in other processes. */
export async function closeMatch(id: string, now: number): Promise<void> {
  const rows = (await events.rows()).filter((row) => row.id === id);
  const spy = vi.spyOn(events, 'rows').mockResolvedValue(rows);
  await closeMatches(now).finally(() => spy.mockRestore());
}
