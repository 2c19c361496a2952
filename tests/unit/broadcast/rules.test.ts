/** Rules of sources and broadcasts that no observation of a stream sets off. */
import { describe, expect, test } from 'vitest';
import { findFailure, listVideoIds, type Outcome } from '../../../functions/broadcast/broadcasts/rules.ts';
import {
  chooseTitle,
  copyEventFields,
  hasShownContent,
  mustCloseViews,
  type StoredSource,
  showsOtherMatch,
  unlimited,
  withEvent,
} from '../../../functions/broadcast/live/rules.ts';
import type { StoredEvent } from '../../../functions/league/events/rules.ts';
import { buildEvent } from '../../support/records.ts';

const now = Date.parse('2026-11-29T10:00:00.000Z');
const broadcast = { id: 'b', streamId: 's', startedAt: '2026-11-29T09:00:00.000Z', stoppedAt: null, event: null };
const event = { id: 'e', title: '', sport: 'SOCCER' as const, clubIds: [] };
const source = (fields: Partial<StoredSource> = {}) =>
  ({
    kind: 'camera',
    isTest: false,
    sportEventId: 'e',
    eventIsHidden: false,
    title: '',
    slug: 'campo-1',
    broadcast,
    ...fields,
  }) as StoredSource;

const ofMatch = { ...broadcast, event };
const gala = { kind: 'profile' as const, title: 'Gala' };

describe('a source', () => {
  test.each<[string, Partial<StoredSource>, boolean]>([
    ['a camera at a match', {}, true],
    ['a camera in test', { isTest: true }, false],
    ['a camera at a hidden match', { eventIsHidden: true }, false],
    ['a camera without a match', { sportEventId: null, title: 'Campo 1' }, false],
    ['a profile with a title', { kind: 'profile', sportEventId: null, title: 'Gala' }, true],
    ['a profile without one', { kind: 'profile', sportEventId: null }, false],
  ])('that is %s has something to show', (_, fields, expected) =>
    expect(hasShownContent(source(fields))).toBe(expected),
  );

  test('believes its event as it is now, not the copy of it', () => {
    const hidden = { ...buildEvent({ visible: false }), version: 1 };
    expect(hasShownContent(source(), hidden)).toBe(false);
    expect(hasShownContent(source({ eventIsHidden: true }), { ...hidden, visible: true })).toBe(true);
  });

  test.each<[string, Partial<StoredSource>, Partial<StoredSource>, boolean]>([
    ['is put in test', {}, { isTest: true }, true],
    ['goes on', {}, {}, false],
    ['was in test', { isTest: true }, { isTest: true }, false],
    ['is off air', {}, { isTest: true, broadcast: null }, false],
    ['stops being open to visitors', { eventIsPublic: true }, { eventIsPublic: false }, true],
    [
      'leaves the match of the families who watch',
      { eventFamilies: '["a"]', eventIsHidden: true },
      { eventFamilies: '["b"]', eventIsHidden: true },
      true,
    ],
    [
      'keeps their match',
      { eventFamilies: '["a"]', eventIsHidden: true },
      { eventFamilies: '["a"]', eventIsHidden: true },
      false,
    ],
    ['is set to another match', { broadcast: ofMatch }, { broadcast: ofMatch, sportEventId: 'f' }, true],
    ['is set to its first match', { sportEventId: null }, { broadcast: ofMatch }, false],
    ['is set to no match', { ...gala, broadcast: ofMatch }, { ...gala, broadcast: ofMatch, sportEventId: null }, false],
    ['returns to its match', { broadcast: ofMatch, sportEventId: 'f' }, { broadcast: ofMatch }, false],
    [
      'shows another match already',
      { broadcast: ofMatch, sportEventId: 'f' },
      { broadcast: ofMatch, sportEventId: 'f', slug: 'campo-2' },
      false,
    ],
  ])('that %s closes its views: %4$s', (_, before, after, expected) =>
    expect(mustCloseViews(source(before), source(after), { now, rule: unlimited })).toBe(expected),
  );

  test('shows another match than its broadcast only if both have one', () => {
    expect(showsOtherMatch(source(), { ...broadcast, event })).toBe(false);
    expect(showsOtherMatch(source({ sportEventId: 'f' }), { ...broadcast, event })).toBe(true);
    expect(showsOtherMatch(source({ sportEventId: null }), { ...broadcast, event })).toBe(false);
    expect(showsOtherMatch(source(), broadcast)).toBe(false);
  });

  test.each([true, false])('stays as its deleted match was (hidden: %s), until staff assign none', (eventIsHidden) => {
    const live = source({ ...gala, eventIsHidden, eventFamilies: null });
    const after = withEvent(live, undefined)!;
    expect(after).toMatchObject({ sportEventId: null, eventTitle: null, clubIds: [] });
    expect(hasShownContent(after)).toBe(!eventIsHidden);
    expect(withEvent(after, undefined)).toBeUndefined();
    expect(hasShownContent({ ...after, ...copyEventFields(undefined) })).toBe(true);
    const recovered = { ...buildEvent({ visible: false }), version: 1 };
    expect(withEvent(after, recovered)).toMatchObject({ sportEventId: recovered.id, eventIsHidden: true });
  });

  test('is called by its title, its match, or its address', () => {
    expect(chooseTitle(source({ title: 'Gala', eventTitle: 'Derbi' }))).toBe('Gala');
    expect(chooseTitle(source({ eventTitle: 'Derbi' }))).toBe('Derbi');
    expect(chooseTitle(source({ eventTitle: null }))).toBe('campo-1');
  });

  test('copies of its match what viewers may know, and whose families watch', () => {
    const match: StoredEvent = { ...buildEvent({ clubIds: ['a'], category: 'alevin', isPublic: true }), version: 1 };
    expect(copyEventFields(match)).toMatchObject({
      eventTitle: match.title,
      eventIsHidden: false,
      eventIsPublic: true,
      eventFamilies: null,
    });
    expect(copyEventFields(undefined)).toEqual({
      eventTitle: null,
      eventIsHidden: false,
      eventIsPublic: false,
      eventFamilies: null,
      clubIds: [],
      match: null,
    });
    const closed = {
      visible: false,
      audience: 'FAMILIES' as const,
      withheld: { matters: ['FAMILIES'], wasVisible: true },
    };
    expect(copyEventFields({ ...match, ...closed })).toMatchObject({
      eventIsHidden: true,
      eventFamilies: expect.stringContaining('alevin'),
    });
    const withheld = { ...closed, withheld: { matters: ['FAMILIES', '01M'], wasVisible: true } };
    expect(copyEventFields({ ...match, ...withheld }).eventFamilies).toBeNull();
  });
});

test('a broadcast has the videos of its recordings, and the reason of a failure', () => {
  const recordings: Record<string, Outcome> = {
    a: { kind: 'VIDEO', vodId: 'v' },
    b: { kind: 'NOT_KEPT' },
    c: { kind: 'FAILED', reason: 'Vacía' },
  };
  expect(listVideoIds({ recordings })).toEqual(['v']);
  const find = (fields: object) => findFailure({ recordings: {}, ...fields } as never);
  expect([find({}), find({ recordings }), find({ recordings, failure: 'Falta' })]).toEqual([null, 'Vacía', 'Falta']);
});
