/** Today, this weekend, upcoming and past, by the time in Madrid even if the server's date differs. */
import { describe, expect, test } from 'vitest';
import { selectAround, selectByTime } from '../../../functions/league/events/events-by-time.ts';
import type { EventTime } from '../../../shared/contract/events.ts';
import type { EventState } from '../../../shared/domain/event-state.ts';

/** Thursday, half past midnight in Madrid: still Wednesday in UTC. */
const now = Date.parse('2026-06-10T22:30:00Z');

const row = (id: string, start: string, hours = 2, state?: EventState) => ({
  id,
  start: new Date(start).toISOString(),
  finish: new Date(Date.parse(start) + hours * 3_600_000).toISOString(),
  ...(state && { state }),
});
/** Newest first, as in the collection. */
const rows = [
  row('next sunday', '2026-06-21T10:00+02:00'),
  row('monday', '2026-06-15T00:00+02:00'),
  row('sunday night', '2026-06-14T23:00+02:00', 1),
  row('saturday off', '2026-06-13T12:00+02:00', 2, 'CANCELLED'),
  row('saturday', '2026-06-13T00:00+02:00'),
  row('friday', '2026-06-12T21:00+02:00'),
  row('today late', '2026-06-11T23:30+02:00'),
  row('today early', '2026-06-11T09:00+02:00'),
  row('over midnight', '2026-06-10T23:00+02:00'),
  row('overtime', '2026-06-10T21:30+02:00', 2, 'LIVE'),
  row('yesterday', '2026-06-10T21:00+02:00'),
  row('put off', '2026-06-09T21:00+02:00', 2, 'POSTPONED'),
  row('forgotten', '2026-06-08T21:00+02:00', 2, 'LIVE'),
];
const at = (time: EventTime, list = rows, when = now) => selectByTime(time, list, when).map(({ id }) => id);

describe('[D-MATCH-4] the times of events', () => {
  test('takes today by the date in Madrid, with events still running from the evening before', () => {
    expect(at('today')).toEqual(['over midnight', 'today early', 'today late']);
  });

  test('takes Saturday and Sunday of this week, from Monday until Sunday night', () => {
    const weekend = ['saturday', 'saturday off', 'sunday night'];
    expect(at('weekend')).toEqual(weekend);
    expect(at('weekend', rows, Date.parse('2026-06-14T23:59+02:00'))).toEqual(weekend);
    expect(at('weekend', rows, Date.parse('2026-06-15T00:00+02:00'))).toEqual(['next sunday']);
    expect(at('weekend', rows, Date.parse('2026-06-08T00:00+02:00'))).toEqual(weekend);
  });

  test("[H-FIND-1] takes today's, then the last before and the next after today, the nearest first", () => {
    const names = selectAround(rows, 2, now).map(({ id }) => id);
    expect(names).toEqual(['over midnight', 'today early', 'overtime', 'yesterday', 'friday', 'saturday']);
  });

  test('lists upcoming events from the next on, and past ones from the last played', () => {
    expect(at('upcoming')[0]).toBe('overtime');
    expect(at('upcoming')[1]).toBe('over midnight');
    expect(at('upcoming')).toContain('saturday off');
    expect(at('results')).toEqual(['yesterday', 'forgotten']);
    const early = row('over early', '2026-06-10T23:00+02:00', 2, 'FINISHED');
    expect(at('results', [early])).toEqual(['over early']);
    expect(at('upcoming', [early])).toEqual([]);
  });

  test('starts the back office’s lists with today and leaves nothing out', () => {
    const list = at('fromToday');
    expect(list.slice(0, 3)).toEqual(['over midnight', 'today early', 'today late']);
    expect(list.slice(-3)).toEqual(['yesterday', 'put off', 'forgotten']);
    expect(list).toHaveLength(rows.length);
  });
});
