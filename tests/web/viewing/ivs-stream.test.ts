/** The wall-clock times that the IVS player's delay and cues give. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IvsClock } from '../../../web/player/ivs-stream.ts';

const now = Date.parse('2026-11-21T17:00:00Z');
const player = { position: 0, latency: 0, getPosition: () => player.position, getLiveLatency: () => player.latency };
let clock: IvsClock;

beforeEach(() => {
  vi.useFakeTimers({ now });
  Object.assign(player, { position: 20, latency: 3 });
  clock = new IvsClock(player);
});
afterEach(() => vi.useRealTimers());

test('without a cue, the time follows from the delay, and is unknown without one', () => {
  expect(clock.getDate()).toBe(now - 3_000);
  player.latency = 0;
  expect(clock.getDate()).toBeUndefined();
});

test('[D-SCORE-4] the first cue fixes the beginning, so that later times follow from positions alone', () => {
  expect(clock.toDate(22)).toBe(now - 1_000);
  Object.assign(player, { position: 30, latency: 9 });
  expect([clock.getDate(), clock.toDate(31)]).toEqual([now + 7_000, now + 8_000]);
});

test('a player that reports no delay is taken to be five seconds behind', () => {
  player.latency = 0;
  expect(clock.toDate(20)).toBe(now - 5_000);
});

test.each([
  ['late', 19, undefined],
  ['early', 35, undefined],
  ['hardly late', 19.1, now - 3_900],
  ['hardly early', 34.9, now + 11_900],
])('the time of a cue that is %s', (_name, seconds, date) => {
  const found = clock.toDate(seconds);
  expect(found && Math.round(found)).toBe(date);
});

test('a cue whose time cannot be used ends the one before', () => {
  clock.toDate(22);
  clock.toDate(60);
  vi.setSystemTime(now + 1_000);
  expect(clock.getDate()).toBe(now - 2_000);
});
