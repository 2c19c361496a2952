import { afterEach, expect, test, vi } from 'vitest';
import { ExpiringCache } from '../../../functions/platform/lists/expiring-cache.ts';

afterEach(() => vi.useRealTimers());

test('keeps entries until they expire, and the newest that fit', () => {
  const cache = new ExpiringCache<string>(10, (_, text) => text.length);
  cache.set('a', 'aaaa', 100);
  cache.set('b', 'bbbb', 100);
  expect([cache.get('a', 99), cache.get('a', 100)]).toEqual(['aaaa', undefined]);
  cache.set('c', 'cccc', 100);
  expect([cache.get('a', 0), cache.get('b', 0), cache.get('c', 0), cache.size]).toEqual([undefined, 'bbbb', 'cccc', 8]);
  cache.set('b', 'b', 100);
  expect([cache.get('b', 0), cache.size]).toEqual(['b', 5]);
  cache.set('d', 'too long for it', 100);
  expect([cache.get('d', 0), cache.size]).toEqual([undefined, 0]);
});

test('lets expired entries go although nothing is asked any more', () => {
  vi.useFakeTimers({ now: 0 });
  const cache = new ExpiringCache<string>(1_000, (_, text) => text.length);
  cache.set('a', 'aaaa', 10_000);
  cache.set('b', 'bbbb', 70_000);
  vi.advanceTimersByTime(30_000);
  expect(cache.size).toBe(4);
  vi.advanceTimersByTime(60_000);
  expect(cache.size).toBe(0);
});
