/** The end of a season, which also ends its subscriptions. */
import { describe, expect, test } from 'vitest';
import { findSalesReopening, isDayOfYear, seasonEnd, usualLastDay } from '../../../shared/domain/season.ts';

const endOfSeason = (at: string, lastDay = usualLastDay) => new Date(seasonEnd(Date.parse(at), lastDay)).toISOString();

describe('[A-CONST-4] a season', () => {
  test('ends each year at midnight in Madrid after its last day', () => {
    expect(endOfSeason('2026-11-20T12:00:00Z')).toBe('2027-06-30T22:00:00.000Z');
    expect(endOfSeason('2027-01-02T12:00:00Z')).toBe('2027-06-30T22:00:00.000Z');
    expect(endOfSeason('2027-06-30T21:59:59Z')).toBe('2027-06-30T22:00:00.000Z');
    expect(endOfSeason('2027-06-30T22:00:00Z')).toBe('2028-06-30T22:00:00.000Z');
  });

  test('may end on any day, also in winter time and at the turn of the year', () => {
    expect(endOfSeason('2026-11-20T12:00:00Z', '01-31')).toBe('2027-01-31T23:00:00.000Z');
    expect(endOfSeason('2026-11-20T12:00:00Z', '12-31')).toBe('2026-12-31T23:00:00.000Z');
    expect(endOfSeason('2026-12-31T23:30:00Z', '12-31')).toBe('2027-12-31T23:00:00.000Z');
  });

  test('has a last day given as month and day', () => {
    expect(['06-30', '12-31', '01-01'].every(isDayOfYear)).toBe(true);
    expect(['', '30-06', '2027-06-30', '13-01', '00-10', '6-30'].some(isDayOfYear)).toBe(false);
  });

  test('is not sold in its last week', () => {
    const reopening = (at: string) => findSalesReopening(Date.parse(at), usualLastDay);
    expect(reopening('2027-06-23T21:59:59Z')).toBeUndefined();
    expect(reopening('2027-06-24T00:00:00Z')).toBe(Date.parse('2027-06-30T22:00:00Z'));
    expect(reopening('2027-06-30T21:59:59Z')).toBe(Date.parse('2027-06-30T22:00:00Z'));
    expect(reopening('2027-06-30T22:00:00Z')).toBeUndefined();
  });
});
