import { describe, expect, test } from 'vitest';
import {
  fitCell,
  formatDayTitle,
  formatMonth,
  isDay,
  listDays,
  listGridDays,
  shiftMonth,
  toNoon,
} from '../../../web/features/league/calendar/month.ts';

const weekday = (day: string) => new Date(`${day}T12:00:00Z`).getUTCDay();

// 2026 has months that start on each weekday.
test.each(Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-15`))(
  '[V-CAL-1] a month is shown as six whole weeks from Monday: %s',
  (day) => {
    const days = listGridDays(day);
    expect(days).toHaveLength(42);
    expect(weekday(days[0]!)).toBe(1);
    expect(days.indexOf(`${day.slice(0, 7)}-01`)).toBeLessThan(7);
    expect(new Set(days.map((one, index) => Date.parse(one) - index * 86_400_000)).size).toBe(1);
    expect(days.filter((one) => one.startsWith(day.slice(0, 7))).at(-1)).toBe(
      new Date(Date.parse(`${shiftMonth(day, 1)}T00:00:00Z`) - 1).toISOString().slice(0, 10),
    );
  },
);

test('[V-CAL-1] handles 28-day months from Monday, leap years and the turn of the year', () => {
  expect(listGridDays('2027-02-10').slice(0, 28).at(-1)).toBe('2027-02-28');
  expect(listGridDays('2028-02-10')).toContain('2028-02-29');
  expect(listGridDays('2026-01-31')[0]).toBe('2025-12-29');
  expect([shiftMonth('2026-12-31', 1), shiftMonth('2026-01-31', -1), shiftMonth('2026-01-31', 1)]).toEqual([
    '2027-01-01',
    '2025-12-01',
    '2026-02-01',
  ]);
});

describe('days in Madrid', () => {
  test('noon is right on days of a clock change', () => {
    expect(toNoon('2026-03-29')).toBe('2026-03-29T10:00:00.000Z');
    expect(toNoon('2026-03-28')).toBe('2026-03-28T11:00:00.000Z');
    expect(toNoon('2026-10-25')).toBe('2026-10-25T11:00:00.000Z');
  });

  test.each([
    ['within a day', '2026-03-05T17:00:00Z', '2026-03-05T19:00:00Z', ['2026-03-05']],
    ['until midnight', '2026-03-05T21:00:00Z', '2026-03-05T23:00:00Z', ['2026-03-05']],
    ['past midnight', '2026-03-05T22:00:00Z', '2026-03-06T00:00:00Z', ['2026-03-05', '2026-03-06']],
    [
      'over the change to summer',
      '2026-03-28T22:30:00Z',
      '2026-03-29T22:30:00Z',
      ['2026-03-28', '2026-03-29', '2026-03-30'],
    ],
    ['over the change to winter', '2026-10-24T21:00:00Z', '2026-10-25T22:59:00Z', ['2026-10-24', '2026-10-25']],
    ['ending before it starts', '2026-03-05T17:00:00Z', '2026-03-04T17:00:00Z', ['2026-03-05']],
  ])('an event %s touches the expected days', (_name, start, finish, days) => {
    expect(listDays(start, finish)).toEqual(days);
  });

  test('an event that lasts for years touches 42 days at most', () => {
    expect(listDays('2026-01-01T00:00:00Z', '2036-01-01T00:00:00Z')).toHaveLength(42);
  });
});

test.each([
  [0, 0, 0],
  [3, 3, 0],
  [4, 2, 2],
  [40, 2, 38],
])('[V-CAL-4] a cell of %i events shows %i and counts %i more', (count, shown, more) => {
  const cell = fitCell(Array.from({ length: count }, (_, index) => index));
  expect([cell.items.length, cell.more]).toEqual([shown, more]);
});

test('[V-CAL-5] [V-CAL-11] formats names and dates', () => {
  expect(formatDayTitle('2026-03-05')).toBe('5 de marzo');
  expect(formatMonth('2026-03-05')).toBe('marzo de 2026');
  expect(['2026-03-05', '2026-3-5', '2026-13-01', 'hoy', '', null].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});
