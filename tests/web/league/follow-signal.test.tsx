/** Open pages of a match follow its picture by themselves, as fast as the requirement says. */
import { act, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { id, listOf, open, type Replies } from '../support/app.tsx';
import { club, liveCard, liveStream, sportEvent } from '../support/builders.ts';

const now = Date.parse('2026-12-05T11:40:00.000Z');
const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString();
const sides = [club({ id: id('home') }), club({ id: id('away'), name: 'Atlético Norte' })] as const;
const dates = { scheduledStartDate: at(-40), scheduledFinishDate: at(60) };
const event = sportEvent({
  ...{
    id: id('match'),
    title: 'CD Sauce – Atlético Norte',
    clubs: [...sides],
    state: 'LIVE',
    isPublic: false,
    ...dates,
  },
  ...{ homeClubId: sides[0].id, awayClubId: sides[1].id, signal: { since: at(-45), stoppedAt: null } },
});
const card = liveCard('campo', { title: event.title, sportEventId: event.id, clubs: [...sides] });
const stream = { ...liveStream('campo', card), sportEvent: event };

/** The edge's share of the delay: it keeps a match's signal for 2 s. */
const signalCacheMs = 2_000;
const limitMs = 5_000;

interface Picture {
  isLost: boolean;
  changedAt: number;
}

/** Answers of the API, and of the edge after it. */
function serve(picture: Picture): Replies {
  const isLost = (cacheMs: number) => Date.now() < picture.changedAt + cacheMs !== picture.isLost;
  const stoppedAt = () => (isLost(signalCacheMs) ? new Date(picture.changedAt - 60_000).toISOString() : null);
  return {
    [`GET /sportevents/${event.id}`]: { data: { sportEvent: event } },
    [`GET /sportevents/${event.id}/signal`]: () => ({
      data: { state: 'LIVE', ...dates, postponedFrom: null, signal: { since: at(-45), stoppedAt: stoppedAt() } },
    }),
    [`GET /sportevents/${event.id}/lives`]: () => ({ data: { liveUsers: isLost(0) ? [] : [card] } }),
    [`GET /sportevents/${event.id}/vods`]: listOf('vods', [], 0, { clips: 0 }),
    'GET /liveusers/campo': () => ({
      data: {
        liveUser: isLost(0)
          ? { ...stream, isLive: false, playback: { granted: false, reason: 'OFFLINE' } }
          : { ...stream, playback: { granted: false, reason: 'LOGIN_REQUIRED' } },
      },
    }),
  };
}

test.each([
  ['match', `/evento/${event.id}`],
  ['live', '/live/campo'],
])('[H-STATE-3] the open page of a %s follows a lost picture, and its return, within 5 s', async (_name, path) => {
  // A slow machine must not count: only the test moves the clock.
  vi.useFakeTimers({ now });
  const picture: Picture = { isLost: false, changedAt: now - limitMs };
  open(path, { replies: serve(picture) });
  const offers = () => screen.queryAllByRole('link', { name: /^Ver por 1,99/ }).length;
  const measure = async (isDone: () => boolean) => {
    const begun = Date.now();
    while (!isDone() && Date.now() - begun < 4 * limitMs) await act(() => vi.advanceTimersByTimeAsync(100));
    return Date.now() - begun;
  };
  await measure(() => offers() > 0);
  expect(offers()).toBeGreaterThan(0);
  Object.assign(picture, { isLost: true, changedAt: Date.now() });
  const lostIn = await measure(() => screen.queryByText(/^Sin señal desde/) !== null && offers() === 0);
  Object.assign(picture, { isLost: false, changedAt: Date.now() });
  const backIn = await measure(() => screen.queryByText(/^Sin señal desde/) === null && offers() > 0);
  console.info(`${path}: lost after ${lostIn} ms, back after ${backIn} ms`);
  expect(lostIn).toBeLessThanOrEqual(limitMs);
  expect(backIn).toBeLessThanOrEqual(limitMs);
});
