/** The one picture of a match that viewers see. */
import { describe, expect, test } from 'vitest';
import { chooseFeed, type FeedSource, isInReserve, listFeeds } from '../../../functions/broadcast/live/feeds.ts';

const at = (time: string) => `2026-11-28T${time}.000Z`;
const now = Date.parse(at('11:00:00'));
const create =
  (kind: FeedSource['kind']) =>
  (id: string, startedAt = '10:00:00', stoppedAt: string | null = null): FeedSource => ({
    kind,
    id,
    slug: `slug-${id}`,
    broadcast: { startedAt: at(startedAt), stoppedAt: stoppedAt && at(stoppedAt) },
  });
const [camera, phone] = [create('camera'), create('phone')];
const shown = (id: string, slug = `slug-${id}`) => ({ id, slug });

describe('the feed', () => {
  const byA = shown('cameras', 'slug-a');
  test.each<[string, ReturnType<typeof shown> | undefined, FeedSource[], ReturnType<typeof shown> | undefined]>([
    ['nothing, for cameras alone', undefined, [camera('a'), camera('b')], undefined],
    ['a phone that is alone', undefined, [phone('p')], shown('p')],
    ['the first on air of two phones', undefined, [phone('p', '10:05:00'), phone('q')], shown('q')],
    ['the cameras before a phone', undefined, [phone('p', '10:05:00'), camera('a')], byA],
    ['the one before, though another began earlier', shown('p'), [phone('p', '10:05:00'), phone('q')], shown('p')],
    ['the other, once a phone is silent', shown('p'), [phone('p', '10:00:00', '10:59:59'), phone('q')], shown('q')],
    ['the other, once a phone has ended', shown('p'), [phone('q')], shown('q')],
    ['a camera that may reconnect', byA, [camera('a', '10:00:00', '10:59:55'), phone('q')], byA],
    ['a phone, once the camera has not come back', byA, [camera('a', '10:00:00', '10:59:45'), phone('q')], shown('q')],
    [
      'the other camera of the same feed',
      byA,
      [camera('a', '10:00:00', '10:59:00'), camera('b'), phone('q')],
      shown('cameras', 'slug-b'),
    ],
    ['the silent one, while no other runs', shown('p'), [phone('p', '10:00:00', '10:59:00')], shown('p')],
    ['the last one, after the end', shown('p'), [], shown('p')],
    ['the one that took over, though the first is back', shown('q'), [phone('p'), phone('q', '10:30:00')], shown('q')],
  ])('[G-PHONE-5] is %s', (_, before, sources, expected) => {
    const chosen = chooseFeed(before, sources, now);
    expect(chosen).toEqual(expected);
    // Asked again, nothing changes.
    expect(chooseFeed(chosen, sources, now)).toBe(chosen);
  });

  test('[G-PHONE-5] leaves the other sources of the match in reserve', () => {
    const event = { feed: shown('p') };
    expect(isInReserve(phone('p'), event)).toBe(false);
    expect(isInReserve(phone('q'), event)).toBe(true);
    expect(isInReserve(camera('a'), event)).toBe(true);
    expect(isInReserve(camera('a'), { feed: shown('cameras') })).toBe(false);
    expect(isInReserve(camera('a'), {})).toBe(false);
    expect(isInReserve(camera('a'), undefined)).toBe(false);
  });
});

describe('the choice', () => {
  const [one, other] = [camera('a'), camera('b', '10:01:00')];
  const [first, second] = [phone('p', '10:02:00'), phone('q', '10:03:00')];

  test('[G-PHONE-5] lists the cameras as one and each phone, and what is shown', () => {
    const sources = [second, first, other, one, phone('r', '10:00:00', '10:01:00')];
    expect(listFeeds(sources, { feed: shown('q') })).toEqual([
      { source: 'a', kind: 'CAMERA', name: 'slug-a, slug-b', isShown: false },
      { source: 'p', kind: 'PHONE', name: 'Móvil 1', isShown: false },
      { source: 'q', kind: 'PHONE', name: 'Móvil 2', isShown: true },
    ]);
  });

  test('[G-PHONE-5] is none of one feed', () => {
    expect(listFeeds([one, other], {})).toEqual([]);
    expect(listFeeds([first], { feed: shown('p') })).toEqual([]);
  });
});
