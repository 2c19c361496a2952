/** Open pages of a match follow its picture automatically, within the required time. */
import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { type Call, callsTo, createList, id, open, person, type Replies } from '../support/app.tsx';
import { bothSides, home, liveCard, liveStream, sportEvent } from '../support/builders.ts';

const now = Date.parse('2026-12-05T11:40:00.000Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const dates = { scheduledStartDate: at(-40), scheduledFinishDate: at(60) };
const event = sportEvent({
  id: id('match'),
  title: 'CD Sauce – Atlético Norte',
  ...bothSides,
  state: 'LIVE',
  isPublic: false,
  ...dates,
  signal: { since: at(-45), stoppedAt: null },
});
const card = liveCard('campo', { title: event.title, sportEventId: event.id, clubs: bothSides.clubs });
const stream = { ...liveStream('campo', card), sportEvent: event };

/** The edge's share of the delay: it caches signals and lives for 2 s. */
const edgeCacheMs = 2_000;
const limitMs = 5_000;

interface Picture {
  isLost: boolean;
  changedAt: number;
}

/** Answers as the API does, or as the edge does some seconds later. */
function serve(picture: Picture): Replies {
  const isLost = (cacheMs = edgeCacheMs) => Date.now() < picture.changedAt + cacheMs !== picture.isLost;
  const stoppedAt = () => (isLost() ? new Date(picture.changedAt - 60_000).toISOString() : null);
  const lives = () => ({ data: { liveUsers: isLost() ? [] : [card] } });
  const signal = () => ({ since: at(-45), stoppedAt: stoppedAt() });
  // Lists of matches are cached for longer: they still have the state from when the page was opened.
  const matches = createList('sportEvents', [event]);
  return {
    'GET /liveusers': lives,
    'GET /signals': () => ({ data: { signals: [{ eventId: event.id, ...signal() }] } }),
    'GET /sportevents': matches,
    [`GET /clubs/${home.id}`]: { data: { club: home } },
    [`GET /clubs/${home.id}/lives`]: lives,
    [`GET /sportevents/${event.id}`]: { data: { sportEvent: event } },
    [`GET /sportevents/${event.id}/signal`]: () => ({
      data: { state: 'LIVE', ...dates, postponedFrom: null, signal: signal(), hasCamera: true, live: null },
    }),
    [`GET /sportevents/${event.id}/lives`]: lives,
    'GET /liveusers/campo': () => ({
      data: {
        liveUser: isLost(0)
          ? { ...stream, isLive: false, playback: { granted: false, reason: 'OFFLINE' } }
          : { ...stream, playback: { granted: false, reason: 'LOGIN_REQUIRED' } },
      },
    }),
  };
}

/** Waits by the page's clock until something is done, and returns the milliseconds. */
async function measure(isDone: () => boolean) {
  const begun = Date.now();
  while (!isDone() && Date.now() - begun < 4 * limitMs) await act(() => vi.advanceTimersByTimeAsync(100));
  return Date.now() - begun;
}

/** Waits for the page, whose chunks take real time. */
async function load(isDone: () => boolean) {
  for (let turn = 0; turn < 50 && !isDone(); turn += 1) {
    await act(() => vi.advanceTimersByTimeAsync(100));
    await act(() => vi.dynamicImportSettled());
  }
}

/** Removes the picture and restores it; `shows` reads the state from the page. */
async function expectFollows(path: string, shows: { lost: () => boolean; back: () => boolean }) {
  // Only the test moves the clock, so that a slow machine does not matter.
  vi.useFakeTimers({ now });
  const picture: Picture = { isLost: false, changedAt: now - limitMs };
  open(path, { replies: serve(picture) });
  await load(shows.back);
  expect(shows.back()).toBe(true);
  // The change happens at some moment between two requests of the page.
  await act(() => vi.advanceTimersByTimeAsync(700));
  Object.assign(picture, { isLost: true, changedAt: Date.now() });
  const lostIn = await measure(shows.lost);
  Object.assign(picture, { isLost: false, changedAt: Date.now() });
  const backIn = await measure(shows.back);
  console.info(`${path}: lost after ${lostIn} ms, back after ${backIn} ms`);
  expect(lostIn).toBeLessThanOrEqual(limitMs);
  expect(backIn).toBeLessThanOrEqual(limitMs);
}

const isLossShown = () => screen.queryAllByText(/Sin señal/).length > 0;

test.each([
  ['match', `/evento/${event.id}`],
  ['live', '/live/campo'],
])('[H-STATE-3] the open page of a %s follows a lost picture, and its return, within 5 s', async (_name, path) => {
  const countOffers = () => screen.queryAllByRole('link', { name: /^Ver por 1,99/ }).length;
  await expectFollows(path, {
    lost: () => isLossShown() && countOffers() === 0,
    back: () => !isLossShown() && countOffers() > 0,
  });
});

const livesShown = () => document.querySelectorAll('main a[href="/live/campo"]').length;

test.each([
  ['landing', '/', false],
  ['home', '/home', true],
  ['list of a sport', '/futbol', false],
  ['list of coming matches', '/futbol?cuando=proximos', true],
  ['club', `/club/${home.id}`, false],
  ['calendar', '/calendario', true],
])(
  '[H-STATE-3] the cards of the open page %s follow a lost picture, and its return, within 5 s',
  async (_name, path, isListed) => {
    const isListOnly = path.includes('proximos') || path === '/calendario';
    await expectFollows(path, {
      lost: () => livesShown() === 0 && (!isListed || isLossShown()),
      back: () => (isListOnly ? screen.queryAllByText('DIRECTO').length > 0 : livesShown() > 0) && !isLossShown(),
    });
  },
);

test('[H-STATE-3] pages without a match about to begin or on air do not ask for signals', async () => {
  vi.useFakeTimers({ now });
  const later = {
    ...event,
    state: 'SCHEDULED' as const,
    signal: null,
    scheduledStartDate: at(90),
    scheduledFinishDate: at(200),
  };
  open('/futbol?cuando=proximos', { replies: { 'GET /sportevents': createList('sportEvents', [later]) } });
  await load(() => screen.queryAllByText(later.title).length > 0);
  await act(() => vi.advanceTimersByTimeAsync(20_000));
  expect(callsTo('GET /signals')).toHaveLength(0);
});

describe('[G-PHONE-8] the audience of a live', () => {
  const signalKey = `GET /sportevents/${event.id}/signal`;
  const liveKey = 'GET /liveusers/campo';
  const viewer = person('REGULAR_SUBSCRIBER');
  const tokens = (key: string) => callsTo(key).map(({ headers }) => headers.get('authorization'));

  test('follows the match without its tokens, and asks for its own answer as seldom as the server says', async () => {
    vi.useFakeTimers({ now });
    const picture = { isLost: false, changedAt: now - limitMs };
    const liveUser = { ...stream, refreshMs: 60_000, playback: { granted: false, reason: 'PAYMENT_REQUIRED' } };
    open('/live/campo', { user: viewer, replies: { ...serve(picture), [liveKey]: { data: { liveUser } } } });
    await load(() => callsTo(signalKey).length > 0);
    const before = callsTo(liveKey).length;
    await act(() => vi.advanceTimersByTimeAsync(47_000));
    expect(callsTo(liveKey)).toHaveLength(before);
    await act(() => vi.advanceTimersByTimeAsync(26_000));
    expect(callsTo(liveKey)).toHaveLength(before + 1);
    expect(tokens(signalKey).length).toBeGreaterThan(20);
    expect(new Set(tokens(signalKey))).toEqual(new Set([null]));
    expect(tokens(liveKey)[0]).toMatch(/^Bearer /);
  });

  test('waits for a lost picture by the signal alone', async () => {
    vi.useFakeTimers({ now });
    const picture = { isLost: true, changedAt: now - limitMs };
    open('/live/campo', { user: viewer, replies: serve(picture) });
    await load(isLossShown);
    const before = callsTo(liveKey).length;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(callsTo(liveKey).length - before).toBeLessThanOrEqual(1);
  });

  test('asks for a camera without a match often at first, and four times a minute once nobody expects it', async () => {
    vi.useFakeTimers({ now });
    const off = { isLive: false, sportEvent: null, playback: { granted: false, reason: 'OFFLINE' } };
    open('/live/campo', { replies: { [liveKey]: { data: { liveUser: { ...stream, ...off } } } } });
    await load(() => callsTo(liveKey).length > 1);
    const count = async (ms: number) => {
      const before = callsTo(liveKey).length;
      await act(() => vi.advanceTimersByTimeAsync(ms));
      return callsTo(liveKey).length - before;
    };
    expect(await count(30_000)).toBeGreaterThan(10);
    await count(100_000);
    expect(await count(60_000)).toBeLessThanOrEqual(5);
  });

  test('uses its token where visitors may not read the match, and asks a hidden one seldom', async () => {
    vi.useFakeTimers({ now });
    const families = { ...serve({ isLost: false, changedAt: now - limitMs }) };
    const answer = families[signalKey] as () => object;
    let isHidden = false;
    const missing = { status: 404, code: 'EVT4040', message: 'El evento no existe' };
    families[signalKey] = ({ headers }: Call) => (isHidden || !headers.get('authorization') ? missing : answer());
    open('/live/campo', { user: viewer, replies: families });
    await load(() => callsTo(signalKey).length > 3);
    expect(tokens(signalKey).filter((token) => token === null)).toHaveLength(1);
    isHidden = true;
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    const before = callsTo(signalKey).length;
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(callsTo(signalKey).length - before).toBeLessThanOrEqual(1);
  });
});
