/** On air or not, by the events of the streaming service. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withObservedStream } from '../../../functions/broadcast/live/observe-stream.ts';
import {
  findShownEvent,
  isLostToCut,
  isOnAir,
  isShown,
  type StoredSource,
  withShown,
} from '../../../functions/broadcast/live/rules.ts';
import { cases } from '../../support/test-profile.ts';

const start = Date.parse('2026-11-21T10:00:00Z');
const source = (broadcast: StoredSource['broadcast'] = null) => ({ broadcast }) as StoredSource;
const stream = (streamId = 's1', at = start) => ({ streamId, startedAt: new Date(at).toISOString() });
const observe = (before: StoredSource, current: ReturnType<typeof stream> | undefined, now: number) =>
  withObservedStream(before, current, now) ?? before;

describe('a stream observed at IVS', () => {
  test('[B-CAM-23] continues the broadcast if the stream returns within 30 s', () => {
    const onAir = observe(source(), stream(), start);
    const dropped = observe(onAir, undefined, start + 60_000);
    expect(isOnAir(dropped, start + 89_000)).toBe(true);
    const back = observe(dropped, stream('s2', start + 85_000), start + 86_000);
    expect(back.broadcast).toEqual({
      ...onAir.broadcast,
      streamId: 's2',
      startedAt: new Date(start).toISOString(),
      stoppedAt: null,
    });
  });

  test('[B-CAM-23] starts a new broadcast after 30 s', () => {
    const dropped = observe(observe(source(), stream(), start), undefined, start + 60_000);
    expect(isOnAir(dropped, start + 91_000)).toBe(false);
    const later = start + 100_000;
    expect(observe(dropped, undefined, later).broadcast).toBeNull();
    expect(observe(dropped, stream('s2', later), later).broadcast?.startedAt).toBe(new Date(later).toISOString());
  });

  test('[B-API-96] follows the latest observation, regardless of order and number of events', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), fc.boolean(), (looks, live) => {
        let now = start;
        let state = source();
        for (const look of looks) {
          now += 1_000;
          state = observe(state, look ? stream() : undefined, now);
        }
        state = observe(state, live ? stream() : undefined, now + 1_000);
        const twice = withObservedStream(state, live ? stream() : undefined, now + 2_000);
        expect(twice).toBeUndefined();
        expect(isOnAir(state, now + 60_000)).toBe(live);
      }),
      cases(),
    );
  });
});

test('[V-API-7] shows cameras with an event outside of test; profiles also with their own title', () => {
  const always = { now: start, rule: { enforced: false, beforeMs: 0, afterMs: 0 } };
  const camera = { kind: 'camera' as const, isTest: false, sportEventId: 'event', eventIsHidden: false, title: '' };
  expect(isShown(camera, always)).toBe(true);
  expect(isShown({ ...camera, isTest: true }, always)).toBe(false);
  expect(isShown({ ...camera, sportEventId: null, title: 'Directo' }, always)).toBe(false);
  expect(isShown({ ...camera, kind: 'profile', sportEventId: null, title: 'Directo' }, always)).toBe(true);
  expect(isShown({ ...camera, kind: 'profile', eventIsHidden: true, title: 'Directo' }, always)).toBe(false);
});

describe('the match of a broadcast', () => {
  const iso = (seconds: number) => new Date(start + seconds * 1000).toISOString();
  const changeMatch = (before: StoredSource, sportEventId: string | null, seconds: number, isTest = false) =>
    withShown(
      {
        ...before,
        isTest,
        sportEventId,
        eventTitle: sportEventId,
        clubIds: sportEventId ? [`club ${sportEventId}`] : [],
      },
      start + seconds * 1000,
    );
  const empty = { shown: [], broadcast: null } as unknown as StoredSource;

  test('[B-API-97] is the camera’s match at the start, whatever it shows later', () => {
    const camera = changeMatch(changeMatch(empty, 'first', -600), 'second', 40);
    expect(observe(camera, stream('s1', start), start + 60_000).broadcast?.event).toMatchObject({
      id: 'first',
      clubIds: ['club first'],
    });
  });

  test('[B-API-97] is the first visible one, not one in test or set later', () => {
    const inTest = changeMatch(empty, 'yesterday', -600, true);
    expect(findShownEvent(changeMatch(inTest, 'today', 5), iso(0), iso(60))?.id).toBe('today');
    const without = observe(changeMatch(empty, null, -600), stream(), start);
    expect(without.broadcast?.event).toBeNull();
    const chosen = changeMatch(without, 'late', 30);
    expect(chosen.broadcast?.event?.id).toBe('late');
    expect(changeMatch(chosen, 'later', 60).broadcast?.event?.id).toBe('late');
  });

  test('[B-CAM-23] starts a new broadcast for the next match, also within the reconnect window', () => {
    const first = observe(changeMatch(empty, 'first', -600), stream(), start);
    const stopped = observe(first, undefined, start + 60_000);
    const switched = changeMatch(stopped, 'second', 65);
    expect(switched.broadcast).toBeNull();
    const again = observe(switched, stream('s2', start + 70_000), start + 71_000);
    expect(again.broadcast?.id).not.toBe(first.broadcast?.id);
    expect(again.broadcast?.event?.id).toBe('second');
  });

  test('[B-CAM-23] starts a new broadcast for a stream long after an unreported end', () => {
    const first = observe(changeMatch(empty, 'match', -600), stream(), start);
    const later = { ...stream('s2', start + 600_000), previousEndedAt: iso(300) };
    expect(observe(first, later, start + 601_000).broadcast?.startedAt).toBe(iso(600));
    const soon = { ...stream('s2', start + 320_000), previousEndedAt: iso(300) };
    expect(observe(first, soon, start + 400_000).broadcast?.startedAt).toBe(iso(0));
  });
});

test('[F-CAM-2] a stream that fails just after a cut does not count as an unplayable attempt', () => {
  const cut = { streamId: 'st-1', at: '2026-11-27T10:00:00.400Z' };
  const isLost = (at: string) => isLostToCut({ cut }, at);
  expect(['2026-11-27T10:00:00Z', '2026-11-27T10:00:09Z', '2026-11-27T10:00:11Z'].map(isLost)).toEqual([
    true,
    true,
    false,
  ]);
  expect(isLostToCut({}, '2026-11-27T10:00:00Z')).toBe(false);
});
