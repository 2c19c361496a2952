/** The distance to the camera for a live watched from its growing recording, against playlists as IVS rewrites them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liveDelayMs } from '../../../shared/domain/limits.ts';
import { DelayKeeper } from '../../../web/player/live-position.ts';

const start = Date.parse('2026-11-27T17:00:00Z');
const lookMs = 500;

interface Service {
  /** Time between two writes of the playlist. */
  writeMs: number;
  segmentMs: number;
  /** Time between two requests of the player. */
  reloadMs: number;
  /** Milliseconds from the end of a segment until it is listed, and from there to the player. */
  listingMs: number;
  /** Phase of the writes when the viewer arrives. */
  phaseMs: number;
  /** The viewer's clock minus the service's. */
  clockMs: number;
}

const usual: Service = {
  writeMs: 30_000,
  segmentMs: 10_000,
  reloadMs: 12_000,
  listingMs: 3_000,
  phaseMs: 0,
  clockMs: 0,
};

/** Plays for some minutes; returns the distances to the camera and the milliseconds without a picture. */
function watch(service: Service, { minutes = 10, stallAt = Number.POSITIVE_INFINITY, stallMs = 0 } = {}) {
  const { writeMs, segmentMs, reloadMs, listingMs, phaseMs, clockMs } = service;
  const keeper = new DelayKeeper();
  const readEnd = (at: number) => {
    const wroteAt = Math.floor((at - phaseMs) / writeMs) * writeMs + phaseMs;
    return Math.floor((wroteAt - listingMs) / segmentMs) * segmentMs;
  };
  const opened = start + 3_600_000;
  let end = readEnd(opened);
  // The player starts at the wanted time, or three seconds before the end.
  let date = Math.min(keeper.readEdge(opened + clockMs), end - 3_000);
  const distances: number[] = [];
  let [waited, lateWaited, skips] = [0, 0, 0];
  for (let at = opened; at < opened + 60_000 * minutes; at += lookMs) {
    if ((at - opened) % reloadMs === 0) end = readEnd(at);
    keeper.note(end, at + clockMs);
    const step = keeper.chooseStep(date, at + clockMs);
    const isStalled = at - opened >= stallAt && at - opened < stallAt + stallMs;
    if ('skipTo' in step) {
      date = Math.min(step.skipTo, end - 3_000);
      skips += 1;
    } else if (!isStalled) {
      const next = Math.min(date + lookMs * step.rate, end);
      if (next === date) {
        waited += lookMs;
        if (at - opened > 60_000) lateWaited += lookMs;
      }
      date = next;
    }
    distances.push(at - date);
  }
  return { distances, waited, lateWaited, skips, keeper };
}

describe('a live watched from its recording', () => {
  test('opens 55 s behind and never stalls with a playlist that is written every half minute', () => {
    for (let phaseMs = 0; phaseMs < 30_000; phaseMs += 2_500) {
      const { distances, waited, skips } = watch({ ...usual, phaseMs });
      expect({ phaseMs, waited, skips }).toEqual({ phaseMs, waited: 0, skips: 0 });
      expect(Math.abs((distances[0] ?? 0) - liveDelayMs)).toBeLessThan(1_000);
      const settled = distances.slice(-240);
      expect(Math.max(...settled) - Math.min(...settled)).toBeLessThan(4_500);
      expect(Math.min(...settled)).toBeGreaterThanOrEqual(43_000);
      expect(Math.max(...settled)).toBeLessThanOrEqual(63_000);
    }
  });

  test('stays further behind where the service writes less often, and stalls in the first minutes at most', () => {
    const { distances, lateWaited } = watch({ ...usual, writeMs: 45_000 }, { minutes: 15 });
    expect(lateWaited).toBeLessThanOrEqual(15_000);
    expect(distances.at(-1)).toBeGreaterThan(60_000);
  });

  test('does not stall after the first minute, whatever the timing of playlist and segments', () => {
    fc.assert(
      fc.property(
        fc.record({
          writeMs: fc.integer({ min: 20, max: 32 }).map((seconds) => 1000 * seconds),
          segmentMs: fc.integer({ min: 4, max: 12 }).map((seconds) => 1000 * seconds),
          reloadMs: fc.constantFrom(4_000, 6_000, 12_000),
          listingMs: fc.integer({ min: 0, max: 4_000 }),
          phaseMs: fc.nat(30_000),
          clockMs: fc.constantFrom(0, 8_000, -8_000),
        }),
        (service) => watch(service, { minutes: 12 }).lateWaited <= 3_000,
      ),
      { seed: 5, numRuns: 300 },
    );
  });

  test('plays faster after a short stall, and skips after a long one', () => {
    const short = watch(usual, { stallAt: 120_000, stallMs: 10_000 });
    expect(short.skips).toBe(0);
    expect(short.distances.at(-1)).toBeLessThanOrEqual(63_000);
    const long = watch(usual, { stallAt: 120_000, stallMs: 40_000 });
    expect(long.skips).toBe(1);
    expect(long.distances.at(-1)).toBeLessThanOrEqual(63_000);
  });

  test.each([-600_000, 3_600_000])('finds its place with a clock that is wrong by %i ms', (clockMs) => {
    const { distances, skips } = watch({ ...usual, clockMs });
    expect(skips).toBeLessThanOrEqual(1);
    expect(distances.at(-1)).toBeGreaterThan(35_000);
    expect(distances.at(-1)).toBeLessThan(95_000);
  });

  test('counts as stopped after 90 s without growth, except after the machine slept', () => {
    const keeper = new DelayKeeper();
    const note = (ms: number) => keeper.note(start, start + ms);
    for (let ms = 30_000; ms <= 120_000; ms += lookMs) note(ms);
    expect(keeper.hasStopped(start + 120_000)).toBe(false);
    note(120_500);
    expect(keeper.hasStopped(start + 120_500)).toBe(true);
    note(3_600_000);
    expect(keeper.hasStopped(start + 3_600_000)).toBe(false);
  });
});
