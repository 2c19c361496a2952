import { describe, expect, test } from 'vitest';
import { type ShownAction, toMatchLog } from '../../../shared/domain/match-log.ts';
import {
  type MarkedMoment,
  omitScores,
  sortNewestFirst,
  toTimeline,
} from '../../../web/features/viewing/match-log/timeline-rows.ts';

const minute = 60_000;
const kickOff = Date.parse('2026-03-05T17:00:00Z');
const action = (kind: ShownAction['kind'], minutes: number, more: Partial<ShownAction> = {}): ShownAction => ({
  id: `${kind} ${minutes}`,
  kind,
  side: null,
  period: 1,
  clockMs: 0,
  shirt: null,
  at: kickOff + minutes * minute,
  ...more,
});
const football = [
  action('PERIOD_START', 0),
  action('GOAL', 11.5, { side: 'HOME', shirt: 9 }),
  action('YELLOW_CARD', 20, { side: 'AWAY' }),
  action('PERIOD_END', 46),
  action('PERIOD_START', 56, { period: 2 }),
  action('GOAL', 60, { side: 'AWAY', period: 2 }),
  action('MATCH_END', 102, { period: 2 }),
];
const moment = (id: string, minutes: number, label: string, momentType: string): MarkedMoment => {
  const at = kickOff + minutes * minute;
  return { id, label, momentType, seconds: (at - kickOff) / 1000, at };
};
/** The recording begins five minutes into the match. */
const toSeconds = (at: number) => (at < kickOff + 5 * minute ? undefined : (at - kickOff) / 1000 - 300);
const rows = (log: readonly ShownAction[], moments: readonly MarkedMoment[] = []) =>
  toTimeline(toMatchLog({ sport: 'SOCCER' }, log), moments, toSeconds).map(({ title, points, rows }) => [
    title,
    points,
    ...rows.map(({ time, text, seconds }) => [time, text, seconds]),
  ]);

describe('[H-MATCH-2] the timeline of a match', () => {
  test('has a line for each action with minute, shirt and position in the recording, and a score where it changed', () => {
    expect(rows(football)).toEqual([
      ['1.ª parte', '1 – 0', ["12'", 'Gol 1–0 · #9', 390], ["21'", 'Tarjeta amarilla', 900]],
      ['2.ª parte', '0 – 1', ["50'", 'Gol 1–1', 3300]],
    ]);
  });

  test('shows a moment and its action once; an edited label stays, an automatic one is omitted', () => {
    const moments = [
      moment('automatic', 11.5 - 10 / 60, 'Gol (dorsal 9)', 'goal'),
      // A person tapped three seconds before the action.
      moment('by hand', 59.95, 'Golazo de falta', 'goal'),
    ];
    expect(rows(football, moments)).toEqual([
      ['1.ª parte', '1 – 0', ["12'", 'Gol 1–0 · #9', 680], ["21'", 'Tarjeta amarilla', 900]],
      ['2.ª parte', '0 – 1', ["50'", 'Golazo de falta 1–1', 3597]],
    ]);
  });

  test('names the actions without the score for users who have not asked for the result', () => {
    const [first] = toTimeline(omitScores(toMatchLog({ sport: 'SOCCER' }, football)), [], toSeconds);
    expect(first?.rows.map(({ text, seconds }) => [text, seconds])).toEqual([
      ['Gol · #9', 390],
      ['Tarjeta amarilla', 900],
    ]);
  });

  test('gives other moments their minute', () => {
    expect(rows(football, [moment('save', 70, 'Paradón de Nerea', 'save')])[1]).toEqual([
      '2.ª parte',
      '0 – 1',
      ["50'", 'Gol 1–1', 3300],
      ["60'", 'Paradón de Nerea', 4200],
    ]);
  });

  test('shows a running match from its latest line on', () => {
    const groups = toTimeline(toMatchLog({ sport: 'SOCCER' }, football), [], () => undefined);
    expect(sortNewestFirst(groups).flatMap(({ rows }) => rows.map(({ text }) => text))).toEqual([
      'Gol 1–1',
      'Tarjeta amarilla',
      'Gol 1–0 · #9',
    ]);
  });

  test('lists moments without minutes if no score was kept or the recording’s time is unknown', () => {
    const unknown = { ...moment('a', 3, 'Parada', 'save'), at: undefined };
    expect(rows([], [unknown])).toEqual([[undefined, undefined, [undefined, 'Parada', 180]]]);
    expect(rows(football, [unknown])[0]).toEqual([undefined, undefined, [undefined, 'Parada', 180]]);
    expect(rows([])).toEqual([]);
  });
});
