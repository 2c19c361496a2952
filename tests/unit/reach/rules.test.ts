/** Rules of alerts, calendars, embeds and share pictures. */
import { describe, expect, test } from 'vitest';
import type { StoredEvent } from '../../../functions/league/events/rules.ts';
import {
  type AlertMessage,
  describeGoal,
  describePicture,
  describeResult,
  describeSignal,
  describeTurns,
  describeVideo,
  isMailed,
  listFreshGoals,
} from '../../../functions/reach/alerts/rules.ts';
import { selectUpcoming, toCalendar } from '../../../functions/reach/calendars/rules.ts';
import { mayShowTable, toOembed, toOembedXml } from '../../../functions/reach/embeds/rules.ts';
import { matchPreview, toCompetitionPreview, toLivePreview } from '../../../functions/reach/previews/rules.ts';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import { buildEvent } from '../../support/records.ts';

const minute = 60_000;
const start = Date.parse('2026-11-29T10:00:00.000Z');
const iso = (ms: number) => new Date(ms).toISOString();
const match = (fields: Partial<StoredEvent> = {}): StoredEvent => ({
  ...buildEvent({
    title: 'Derbi',
    scheduledStartDate: iso(start),
    scheduledFinishDate: iso(start + 90 * minute),
    ...fields,
  }),
  version: 1,
});
const sides = { home: 'CD Sauce', away: 'UD Norte' };
const goal = (fields: Partial<LoggedAction> = {}) =>
  ({
    id: 'g',
    kind: 'GOAL',
    side: 'HOME',
    period: 1,
    clockMs: 0,
    at: start,
    device: 'd',
    sequence: 1,
    shirt: null,
    undoes: null,
    ...fields,
  }) as LoggedAction;

/** A signal since a minute of the match; `lost` is the minute of its last loss. */
const signal = (since: number, lost?: number) => ({
  since: iso(start + since * minute),
  stoppedAt: null,
  ...(lost !== undefined && { lostAt: iso(start + lost * minute) }),
});
const message = ({ id }: StoredEvent, kind: string, minutes: number, texts: { title: string; body: string }) => ({
  eventId: id,
  kind,
  what: kind === 'STARTS' ? `STARTS#${iso(start).slice(0, 10)}` : kind,
  until: start + minutes * minute,
  ...texts,
});

describe('an alert', () => {
  const moved = (state: StoredEvent['state'] = 'SCHEDULED') =>
    ({ at: start, before: { state } }) as Parameters<typeof describeTurns>[1];
  test('notifies of the start and the end of a match once, and of nothing in an old one', () => {
    const live = match({ state: 'LIVE' });
    const begins = { title: 'Empieza Derbi', body: 'El partido ya ha empezado.' };
    expect(describeTurns(live, moved(), undefined, start)).toEqual([message(live, 'STARTS', 15, begins)]);
    // A day after its planned end, an ended match is still news.
    expect(describeTurns(live, moved(), undefined, start + 25.5 * 60 * minute)).toHaveLength(1);
    expect(describeTurns(live, moved('LIVE'), undefined, start)).toEqual([]);
    expect(describeTurns(live, moved(), undefined, start + 26 * 60 * minute)).toEqual([]);
    const ended = match({ state: 'FINISHED' });
    const ends = { title: 'Ha terminado Derbi', body: 'El partido ha terminado.' };
    expect(describeTurns(ended, moved('LIVE'), undefined, start)).toEqual([message(ended, 'ENDS', 180, ends)]);
    expect(describeTurns(match({ state: 'CANCELLED' }), moved('LIVE'), undefined, start)).toEqual([]);
  });

  test('of the end has a text without the result, for who hides it', () => {
    const [ends] = describeTurns(match({ state: 'FINISHED' }), moved('LIVE'), { title: 'Final', body: '2 – 1' }, start);
    const quiet = { title: 'Ha terminado Derbi', body: 'Entra cuando quieras: aquí no te contamos el resultado.' };
    expect(ends).toMatchObject({ title: 'Final', body: '2 – 1', quiet });
  });

  test.each<[string, number, Partial<StoredEvent>, boolean]>([
    ['at the kick-off', 0, {}, true],
    ['of an empty pitch', -1, {}, false],
    ['after the planned end', 90 * minute, {}, false],
    ['of a match whose start was logged', minute, { state: 'LIVE' }, false],
    ['of a cancelled match', minute, { state: 'CANCELLED' }, false],
    ['of a match that has ended', minute, { state: 'FINISHED' }, false],
  ])('of the picture %s is sent: %i ms after the start', (_, after, fields, expected) =>
    expect(describePicture(match(fields), start, start + after) !== undefined).toBe(expected),
  );

  test('of a picture says since when it can be seen', () => {
    const event = match({ signal: signal(20, 0) });
    const shown = { title: 'Empieza Derbi', body: 'Ya se puede ver en directo.' };
    expect(describePicture(event, start + minute, start + 2 * minute)).toEqual(message(event, 'STARTS', 16, shown));
    expect(describePicture(event, start - minute, start)?.until).toBe(start + 15 * minute);
    const back = { title: 'Vuelve a verse Derbi', body: 'Ya hay imagen: se ve en directo.' };
    expect(describeSignal({ ...event, state: 'LIVE' }, start + 21 * minute)).toEqual({
      ...message(event, 'SIGNAL', 35, back),
      what: `SIGNAL#${iso(start + 20 * minute)}`,
    });
  });

  test('of a recording is sent for two weeks after the match', () => {
    const event = match();
    const last = start + 90 * minute + 14 * 24 * 60 * minute;
    expect(describeVideo(event, last + 1)).toBeUndefined();
    const published = { title: 'Ya se puede ver Derbi', body: 'El video del partido está publicado.' };
    const until = last + 12 * 60 * minute;
    expect(describeVideo(event, last)).toEqual({ ...message(event, 'VIDEO', 0, published), until });
  });

  test.each<[string, Partial<StoredEvent>, number, boolean]>([
    ['after an interruption', { state: 'LIVE', signal: signal(20, 15) }, 20, true],
    ['after a late start of the camera', { state: 'LIVE', signal: signal(10) }, 11, true],
    ['of a camera in time', { state: 'LIVE', signal: signal(0) }, 11, false],
    ['lost before the kick-off', { state: 'LIVE', signal: signal(0, -1) }, 1, false],
    ['before the kick-off', { signal: signal(-5, -6) }, -4, false],
    ['that has stopped', { state: 'LIVE', signal: { ...signal(0, 1), stoppedAt: iso(start + minute) } }, 2, false],
  ])('that the picture is back, %s', (_, fields, after, expected) =>
    expect(describeSignal(match(fields), start + after * minute) !== undefined).toBe(expected),
  );

  test('of a goal is sent within two minutes, and once for two phones', () => {
    expect(listFreshGoals([goal()], start + 2 * minute - 1)).toHaveLength(1);
    expect(listFreshGoals([goal()], start + 2 * minute)).toEqual([]);
    const later = goal({ id: 'h', at: start + 30 * 60_000, sequence: 2 });
    expect(listFreshGoals([later, goal({ at: later.at - minute, clockMs: 1 })], later.at).map(({ id }) => id)).toEqual([
      'g',
      'h',
    ]);
    const twice = goal({ id: 'h', device: 'e', sequence: 2, at: start + 1000 });
    expect(listFreshGoals([goal(), twice], start + 2000)).toHaveLength(1);
    const own = goal({ id: 'o', kind: 'OWN_GOAL', sequence: 2 });
    expect(listFreshGoals([goal({ kind: 'YELLOW_CARD' }), own], start).map(({ id }) => id)).toEqual(['o']);
    const undone = goal({ id: 'u', kind: 'UNDO', side: null, undoes: 'g', sequence: 2 });
    expect(listFreshGoals([goal(), undone], start)).toEqual([]);
  });

  test('of a goal names who scored, of an own goal the others', () => {
    const score = { home: 1, away: 0 };
    const event = match();
    const scored = { title: '¡Gol de CD Sauce!', body: 'CD Sauce 1 – 0 UD Norte' };
    expect(describeGoal(event, goal(), score, sides)).toEqual({
      ...message(event, 'GOALS', 2, scored),
      what: 'GOALS#g',
      goal: 'g',
    });
    expect(describeGoal(event, goal({ side: 'AWAY' }), score, sides).title).toBe('¡Gol de UD Norte!');
    expect(describeGoal(match(), goal({ kind: 'OWN_GOAL' }), score, sides).title).toBe('¡Gol de UD Norte!');
    expect(describeGoal(match(), goal(), score, undefined).title).toBe('¡Gol en Derbi!');
    expect(describeResult({ title: 'Derbi' }, score, undefined)).toBe('Derbi: 1 – 0');
  });

  test.each([
    ['GOALS', false],
    ['STARTS', true],
    ['CHANGES', true],
  ] as const)('about %s is mailed: %s', (kind, expected) => expect(isMailed({ kind } as AlertMessage)).toBe(expected));
});

describe('a calendar', () => {
  test('has what is shown, the last thirty days and what comes, in order', () => {
    const day = 24 * 60 * minute;
    const row = (id: string, days: number, visible = true) => {
      const at = start + days * day;
      return { id, visible, start: iso(at), finish: iso(at + 90 * minute) };
    };
    const rows = [row('next', 1), row('old', -31), row('last', -1), row('hidden', 0, false)];
    expect(selectUpcoming(rows, start).map(({ id }) => id)).toEqual(['last', 'next']);
    expect(selectUpcoming(rows, start, () => true).map(({ id }) => id)).toEqual(['last', 'hidden', 'next']);
  });

  test('keeps a title on its line, whatever was typed into it', () => {
    const text = toCalendar(
      'Club\r\nX-EVIL:1',
      [match({ title: 'Derbi\r\nBEGIN:VEVENT', state: 'CANCELLED' })],
      'https://tv.test',
      start,
    );
    expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
    expect(text).not.toMatch(/^X-EVIL/m);
    expect(text).toContain('SUMMARY:Cancelado: Derbi');
    expect(text.endsWith('\r\n')).toBe(true);
  });
});

describe('an embed', () => {
  test.each([
    [[], false],
    [[{ embedHosts: ['a.es'], scoreInPreviews: true }, {}], true],
    [[{ embedHosts: ['a.es'], scoreInPreviews: true }, { embedHosts: ['b.es'] }], false],
    [[{ scoreInPreviews: true }], false],
  ])('of a table is shown for the clubs %j: %s', (clubs, expected) =>
    expect(mayShowTable(clubs.map((club) => ({ id: 'a', visible: true, ...club })))).toBe(expected),
  );

  test('is described in XML that no title can break', () => {
    const shown = {
      origin: 'https://tv.test',
      embed: { kind: 'clip', id: '1' } as never,
      picture: 'https://tv.test/p.jpg',
    };
    const response = toOembed({ ...shown, title: '<b>&"', pictureSize: { width: 1200, height: 630 } }, {});
    expect(toOembedXml(response)).toContain('<title>&lt;b&gt;&amp;&quot;</title>');
  });
});

describe('a share picture', () => {
  test('of a live is drawn again every ten minutes, of anything else never', () => {
    const preview = matchPreview({ ...match(), clubs: [] } as never, true);
    const slots = [0, 9, 10].map((at) => toLivePreview(preview, at * minute).frameSlot);
    expect(slots).toEqual([0, 0, 1]);
    expect(toLivePreview({ ...preview, isLive: false }, 0)).not.toHaveProperty('frameSlot');
  });

  test('of a competition names its age and season, and no result', () => {
    const card = toCompetitionPreview({ sport: 'SOCCER', name: 'Liga Norte', category: 'alevin', season: 2026 });
    expect(card).toMatchObject({ label: 'Clasificación', title: 'Liga Norte', sides: [] });
    expect(card.foot).toMatch(/^Alevín · /);
    expect(card).not.toHaveProperty('score');
  });
});
