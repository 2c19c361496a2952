import { expect, test } from 'vitest';
import { chooseRefreshMs } from '../../../functions/broadcast/live/audience.ts';

test.each([
  ['off air', false, null, 30_000],
  ['few', true, 4_999, 30_000],
  ['thousands', true, 5_000, 60_000],
  ['uncounted, as those of a phone', true, null, 60_000],
])(
  '[G-PHONE-8] viewers, %s: the page of a live asks again after a time that the server says',
  (_, isOnAir, viewers, ms) => expect(chooseRefreshMs(isOnAir, viewers)).toBe(ms),
);
