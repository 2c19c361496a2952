/** A sold match that has been played since. */
import { ulid } from 'ulid';
import type { LoggedAction } from '../../../shared/contract/scores.ts';

const { append } = await import('../../../functions/league/scores/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');

const minute = 60_000;
const turns = [
  ['PERIOD_START', 1, 0],
  ['PERIOD_END', 1, 30],
  ['PERIOD_START', 2, 40],
  ['MATCH_END', 2, 70],
] as const;

/**
 * Moves a match to three hours ago: two halves of 30 minutes, logged by a scorer unless `isLogged` is false. One that
 * is not over began less than an hour ago and is in its second half.
 */
export async function play(
  eventId: string,
  { isLogged = true, isOver = true } = {},
): Promise<{ start: number; finish: number }> {
  const start = Date.now() - (isOver ? 180 : 55) * minute;
  const finish = start + 75 * minute;
  await events.change(eventId, (event) => ({
    ...event,
    category: 'alevin',
    ...(isOver && { state: 'FINISHED' as const }),
    scheduledStartDate: new Date(start).toISOString(),
    scheduledFinishDate: new Date(finish).toISOString(),
  }));
  const log = turns
    .slice(0, isOver ? undefined : -1)
    .map(
      ([kind, period, minutes], index): LoggedAction => ({
        id: ulid(),
        kind,
        period,
        clockMs: 0,
        at: start + minutes * minute,
        side: null,
        shirt: null,
        undoes: null,
        device: ulid(),
        sequence: index + 1,
        clientAt: 0,
        receivedAt: 0,
      }),
    );
  if (isLogged)
    await append(
      eventId,
      () => log,
      () => [],
    );
  return { start, finish };
}
