/** Spanish days and hours across time changes. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromWallTime, monthGrid, toWallTime } from '../../../shared/domain/madrid-time.ts';
import { cases } from '../../support/test-profile.ts';

describe('Madrid time', () => {
  test('[V-CAL-14] converts wall time to instants and back, in winter and summer', () => {
    expect(toWallTime(new Date('2026-01-15T11:00:00Z'))).toMatchObject({ hour: 12 });
    expect(toWallTime(new Date('2026-07-15T11:00:00Z'))).toMatchObject({ hour: 13 });
    fc.assert(
      fc.property(
        fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
        (date) => {
          const instant = new Date(Math.floor(date.getTime() / 60_000) * 60_000);
          const again = toWallTime(fromWallTime(toWallTime(instant)));
          expect(again).toEqual(toWallTime(instant));
        },
      ),
      cases(),
    );
  });

  test('[V-API-27] shows six whole weeks from a Monday, also across a time change', () => {
    for (let month = 0; month < 48; month += 1) {
      const { from, to } = monthGrid(new Date(Date.UTC(2024, month, 15, 12)));
      const first = toWallTime(from);
      expect(first.hour + first.minute).toBe(0);
      expect(toWallTime(to).hour).toBe(0);
      expect(new Date(Date.UTC(first.year, first.month - 1, first.day)).getUTCDay()).toBe(1);
      const hours = (to.getTime() - from.getTime()) / 3_600_000;
      expect([42 * 24 - 1, 42 * 24, 42 * 24 + 1]).toContain(hours);
      expect(from.getTime()).toBeLessThanOrEqual(Date.UTC(2024, month, 1));
    }
  });

  test('[V-API-27] November 2026 begins on Monday 26 October', () => {
    const { from, to } = monthGrid(new Date('2026-11-20T12:00:00Z'));
    expect(from.toISOString()).toBe('2026-10-25T23:00:00.000Z');
    expect(to.toISOString()).toBe('2026-12-06T23:00:00.000Z');
  });
});
