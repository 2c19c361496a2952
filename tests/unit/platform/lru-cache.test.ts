/** The caches of warm functions: which entries stay, and what is never kept. */
import { describe, expect, test } from 'vitest';
import { LruCache, TtlCache } from '../../../functions/platform/lists/lru-cache.ts';

describe('an LRU cache', () => {
  test('drops the entry that was not used for longest when it is full', () => {
    const cache = new LruCache<number>(2);
    cache.set('a', 1);
    cache.set('b', 2);
    cache.get('a');
    cache.set('c', 3);
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([1, undefined, 3]);
  });

  test('keeps what fits by its measure', () => {
    const cache = new LruCache<string>(10, (_, text) => text.length);
    cache.set('a', 'aaaa');
    cache.set('b', 'bbbb');
    cache.set('c', 'cccc');
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([undefined, 'bbbb', 'cccc']);
    cache.set('b', 'b');
    cache.set('d', 'dddd');
    expect([cache.get('b'), cache.get('c'), cache.get('d')]).toEqual(['b', 'cccc', 'dddd']);
    cache.set('e', 'too long for it');
    expect(['b', 'c', 'd', 'e'].map((key) => cache.get(key))).toEqual(Array(4).fill(undefined));
  });

  test('keeps a newer value when the deletion names an older one', () => {
    const cache = new LruCache<{ name: string }>(2);
    const [older, newer] = [{ name: 'older' }, { name: 'newer' }];
    cache.set('a', newer);
    cache.delete('a', older);
    expect(cache.get('a')).toBe(newer);
    cache.delete('a');
    expect(cache.get('a')).toBeUndefined();
  });

  test('makes an entry again after it failed or found nothing, and only once while it runs', async () => {
    const cache = new LruCache<Promise<number | undefined>>(2);
    await expect(cache.getOrMake('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
    expect(await cache.getOrMake('a', () => Promise.resolve(undefined))).toBeUndefined();
    const first = cache.getOrMake('a', () => Promise.resolve(1));
    expect(cache.getOrMake('a', () => Promise.resolve(2))).toBe(first);
    expect(await first).toBe(1);
  });
});

test('a TTL cache reads again after its time, and after a failure', async () => {
  const cache = new TtlCache<number>(1000, 2);
  await expect(cache.get('a', 0, () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await cache.get('a', 0, () => Promise.resolve(1))).toBe(1);
  expect(await cache.get('a', 999, () => Promise.resolve(2))).toBe(1);
  expect(await cache.get('a', 1000, () => Promise.resolve(3))).toBe(3);
});
