/** The one picture of a match that viewers see. */
import { describe, expect, test } from 'vitest';
import { chooseFeed, type FeedSource, isInReserve, listFeeds } from '../../../functions/broadcast/live/feeds.ts';

const at = (time: string) => `2026-11-28T${time}.000Z`;
const now = Date.parse(at('11:00:00'));
const source = (
  kind: FeedSource['kind'],
  id: string,
  startedAt = '10:00:00',
  stoppedAt: string | null = null,
): FeedSource => ({
  kind,
  id,
  slug: `slug-${id}`,
  broadcast: { startedAt: at(startedAt), stoppedAt: stoppedAt && at(stoppedAt) },
});
const shown = (id: string, slug = `slug-${id}`) => ({ id, slug });

describe('the feed', () => {
  test.each<[string, ReturnType<typeof shown> | undefined, FeedSource[], ReturnType<typeof shown> | undefined]>([
    ['nothing, for cameras alone', undefined, [source('camera', 'a'), source('camera', 'b')], undefined],
    ['a phone that is alone', undefined, [source('phone', 'p')], shown('p')],
    ['the first on air of two phones', undefined, [source('phone', 'p', '10:05:00'), source('phone', 'q')], shown('q')],
    [
      'the cameras before a phone',
      undefined,
      [source('phone', 'p', '10:05:00'), source('camera', 'a')],
      shown('cameras', 'slug-a'),
    ],
    [
      'the one before, though another began earlier',
      shown('p'),
      [source('phone', 'p', '10:05:00'), source('phone', 'q')],
      shown('p'),
    ],
    [
      'the other, once a phone is silent',
      shown('p'),
      [source('phone', 'p', '10:00:00', '10:59:59'), source('phone', 'q')],
      shown('q'),
    ],
    ['the other, once a phone has ended', shown('p'), [source('phone', 'q')], shown('q')],
    [
      'a camera that may reconnect',
      shown('cameras', 'slug-a'),
      [source('camera', 'a', '10:00:00', '10:59:55'), source('phone', 'q')],
      shown('cameras', 'slug-a'),
    ],
    [
      'a phone, once the camera has not come back',
      shown('cameras', 'slug-a'),
      [source('camera', 'a', '10:00:00', '10:59:45'), source('phone', 'q')],
      shown('q'),
    ],
    [
      'the other camera of the same feed',
      shown('cameras', 'slug-a'),
      [source('camera', 'a', '10:00:00', '10:59:00'), source('camera', 'b'), source('phone', 'q')],
      shown('cameras', 'slug-b'),
    ],
    ['the silent one, while no other runs', shown('p'), [source('phone', 'p', '10:00:00', '10:59:00')], shown('p')],
    ['the last one, after the end', shown('p'), [], shown('p')],
    [
      'the one that took over, though the first is back',
      shown('q'),
      [source('phone', 'p'), source('phone', 'q', '10:30:00')],
      shown('q'),
    ],
  ])('[G-PHONE-5] is %s', (_, before, sources, expected) => {
    const chosen = chooseFeed(before, sources, now);
    expect(chosen).toEqual(expected);
    // Asked again, nothing changes.
    expect(chooseFeed(chosen, sources, now)).toBe(chosen);
  });

  test('[G-PHONE-5] leaves the other sources of the match in reserve', () => {
    const event = { feed: shown('p') };
    expect(isInReserve(source('phone', 'p'), event)).toBe(false);
    expect(isInReserve(source('phone', 'q'), event)).toBe(true);
    expect(isInReserve(source('camera', 'a'), event)).toBe(true);
    expect(isInReserve(source('camera', 'a'), { feed: shown('cameras') })).toBe(false);
    expect(isInReserve(source('camera', 'a'), {})).toBe(false);
    expect(isInReserve(source('camera', 'a'), undefined)).toBe(false);
  });
});

describe('the choice', () => {
  const [camera, other] = [source('camera', 'a'), source('camera', 'b', '10:01:00')];
  const [first, second] = [source('phone', 'p', '10:02:00'), source('phone', 'q', '10:03:00')];

  test('[G-PHONE-5] lists the cameras as one and each phone, and what is shown', () => {
    const sources = [second, first, other, camera, source('phone', 'r', '10:00:00', '10:01:00')];
    expect(listFeeds(sources, { feed: shown('q') })).toEqual([
      { source: 'a', kind: 'CAMERA', name: 'slug-a, slug-b', isShown: false },
      { source: 'p', kind: 'PHONE', name: 'Móvil 1', isShown: false },
      { source: 'q', kind: 'PHONE', name: 'Móvil 2', isShown: true },
    ]);
  });

  test('[G-PHONE-5] is none of one feed', () => {
    expect(listFeeds([camera, other], {})).toEqual([]);
    expect(listFeeds([first], { feed: shown('p') })).toEqual([]);
  });
});
