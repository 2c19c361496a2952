/** Rules of progress, and of the staff who check a live before viewers see it. */
import { expect, test } from 'vitest';
import { canContinue, isBegun, isWatched } from '../../../functions/viewing/library/rules.ts';
import { mayPreview } from '../../../functions/viewing/playback/rules.ts';
import { buildUser } from '../../support/records.ts';

test.each([
  [0, 100, false, false, false],
  [9.9, 100, false, false, false],
  [10, 100, true, false, true],
  [94.9, 100, true, false, true],
  [95, 100, true, true, false],
  [10, null, true, false, true],
  [10, 0, true, false, true],
])('%d s of %d: begun %s, watched %s, to be continued %s', (position, duration, ...expected) =>
  expect([isBegun(position), isWatched(position, duration), canContinue(position, duration)]).toEqual(expected),
);

const lacks = [{ reason: 'CATEGORY' as const, purposes: ['live' as const] }];

test.each<[string, Parameters<typeof buildUser> | undefined, Parameters<typeof mayPreview>[1], boolean]>([
  ['an admin', ['ADMIN'], undefined, true],
  ['staff of the club, if rights are missing', ['CLUB_STAFF', { clubId: 'a' }], { clubIds: ['a'], lacks }, true],
  [
    'staff of the club, if it is for families',
    ['CLUB_STAFF', { clubId: 'a' }],
    { clubIds: ['a'], audience: 'FAMILIES' },
    true,
  ],
  ['staff of the club, if nothing is missing', ['CLUB_STAFF', { clubId: 'a' }], { clubIds: ['a'] }, false],
  [
    'staff of another club, if it is for families',
    ['CLUB_STAFF', { clubId: 'b' }],
    { clubIds: ['a'], audience: 'FAMILIES' },
    false,
  ],
  ['a subscriber', ['REGULAR_SUBSCRIBER'], { clubIds: ['a'], lacks }, false],
  ['a visitor', undefined, { clubIds: ['a'], lacks }, false],
])('a live is checked by %s: %s', (_, who, event, expected) =>
  expect(mayPreview(who && { user: buildUser(...who), sessionHash: '' }, event)).toBe(expected),
);
