/** On air or not, from what the streaming service says. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOnAir, isShown, type StoredSource, streamObserved } from '../../../functions/broadcast/live/rules.ts';

const start = Date.parse('2026-11-21T10:00:00Z');
const source = (broadcast: StoredSource['broadcast'] = null) => ({ broadcast }) as StoredSource;
const stream = (streamId = 's1', at = start) => ({ streamId, startedAt: new Date(at).toISOString() });
const observe = (before: StoredSource, current: ReturnType<typeof stream> | undefined, now: number) =>
  streamObserved(before, current, now) ?? before;

describe('streamObserved', () => {
  test('[B-CAM-23] a source that comes back within 30 s goes on with the same broadcast', () => {
    const onAir = observe(source(), stream(), start);
    const dropped = observe(onAir, undefined, start + 60_000);
    expect(isOnAir(dropped, start + 89_000)).toBe(true);
    const back = observe(dropped, stream('s2', start + 85_000), start + 86_000);
    expect(back.broadcast).toEqual({ streamId: 's2', startedAt: new Date(start).toISOString(), stoppedAt: null });
  });

  test('[B-CAM-23] after 30 s the broadcast is over, and a new one is new', () => {
    const dropped = observe(observe(source(), stream(), start), undefined, start + 60_000);
    expect(isOnAir(dropped, start + 91_000)).toBe(false);
    const later = start + 100_000;
    expect(observe(dropped, undefined, later).broadcast).toBeNull();
    expect(observe(dropped, stream('s2', later), later).broadcast?.startedAt).toBe(new Date(later).toISOString());
  });

  test('[B-API-96] whatever the order and number of events, the last look at the service decides', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), fc.boolean(), (looks, live) => {
        let now = start;
        let state = source();
        for (const look of looks) {
          now += 1_000;
          state = observe(state, look ? stream() : undefined, now);
        }
        state = observe(state, live ? stream() : undefined, now + 1_000);
        const twice = streamObserved(state, live ? stream() : undefined, now + 2_000);
        expect(twice).toBeUndefined();
        expect(isOnAir(state, now + 60_000)).toBe(live);
      }),
    );
  });
});

test('[V-API-7] cameras show when not in test and with an event; profiles also with a title of their own', () => {
  const camera = { kind: 'camera' as const, isTest: false, sportEventId: 'event', eventIsHidden: false, title: '' };
  expect(isShown(camera)).toBe(true);
  expect(isShown({ ...camera, isTest: true })).toBe(false);
  expect(isShown({ ...camera, sportEventId: null, title: 'Directo' })).toBe(false);
  expect(isShown({ ...camera, kind: 'profile', sportEventId: null, title: 'Directo' })).toBe(true);
  expect(isShown({ ...camera, kind: 'profile', eventIsHidden: true, title: 'Directo' })).toBe(false);
});
