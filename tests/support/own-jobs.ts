/**
 * Scheduled jobs of matches and cameras for a test's own items: for all items, they would change those of tests in other
 * processes in the middle. Import it after the platform has started.
 */
import { vi } from 'vitest';

const jobs = await import('../../functions/jobs/live.ts');
const { sources } = await import('../../functions/broadcast/live/store.ts');
const { events } = await import('../../functions/league/events/store.ts');
const league = await import('../../functions/league/scores/close-matches.ts');

/** `atOnce`: concurrent runs. */
export const closeMatches = (now: number, ids: string[], atOnce = 1) =>
  runFor(ids, async () => {
    await Promise.all(Array.from({ length: atOnce }, () => league.closeMatches(now)));
  });
export const reconcileLives = (...ids: string[]) => runFor(ids, jobs.reconcileLives);

async function runFor(ids: string[], job: () => Promise<void>): Promise<void> {
  const spies = [limitRows(events, ids), limitRows(sources, ids)];
  await job().finally(() => {
    for (const spy of spies) spy.mockRestore();
  });
}

function limitRows<Row extends { id: string }>(store: { rows(): Promise<readonly Row[]> }, ids: string[]) {
  const rows = store.rows.bind(store);
  return vi.spyOn(store, 'rows').mockImplementation(async () => (await rows()).filter(({ id }) => ids.includes(id)));
}
