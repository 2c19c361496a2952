import { expect, test } from 'vitest';
import { formatPrice } from '../../../shared/domain/price-text.ts';
import {
  formatDay,
  formatDuration,
  formatRange,
  formatSize,
  fromMadridInput,
  toMadridInput,
} from '../../../web/lib/format.ts';

test('[A-CONST-2] formats prices in euros with a decimal comma', () => {
  expect(formatPrice(1.99)).toBe('1,99\u00a0€');
  expect(formatPrice(6.99)).toBe('6,99\u00a0€');
});

test('[V-EVENT-3] names the next day of a range only when the end falls on it', () => {
  expect(formatRange('2026-03-05T22:00:00.000Z', '2026-03-06T00:00:00.000Z')).toBe(
    '5 de marzo de 2026, de 23:00 a 01:00 del día siguiente',
  );
  expect(formatRange('2026-03-05T17:00:00.000Z', '2026-03-08T12:00:00.000Z')).toBe(
    '5 de marzo de 2026, de 18:00 al 8 de marzo de 2026, 13:00',
  );
});

test('formats durations, sizes and days', () => {
  expect([65, 4205, 0, 3599.9].map(formatDuration)).toEqual(['1:05', '1:10:05', '0:00', '59:59']);
  expect([0, 999, 1_400_000, 1_288_490_188, 250e9].map(formatSize)).toEqual([
    '0 B',
    '999 B',
    '1,4 MB',
    '1,3 GB',
    '250 GB',
  ]);
  const now = new Date('2026-03-05T23:30:00.000Z');
  expect(formatDay('2026-03-02T10:00:00.000Z', now)).toBe('hace 4 días');
  expect(formatDay('2025-12-02T10:00:00.000Z', now)).toBe('2 de diciembre de 2025');
});

test('[B-EV-3] reads typed times as Madrid time, also around a clock change', () => {
  expect(fromMadridInput('2026-01-15T12:00')).toBe('2026-01-15T11:00:00.000Z');
  expect(fromMadridInput('2026-07-15T12:00')).toBe('2026-07-15T10:00:00.000Z');
  expect(fromMadridInput('2026-03-29T03:30')).toBe('2026-03-29T01:30:00.000Z');
  expect(fromMadridInput('2026-10-25T12:00')).toBe('2026-10-25T11:00:00.000Z');
  for (const bad of ['', '2026-13-01T00:00', '2026-01-01', 'ayer']) expect(fromMadridInput(bad)).toBeUndefined();
  for (const local of ['2026-03-29T03:00', '2026-10-25T04:00', '2026-02-28T23:55']) {
    expect(toMadridInput(fromMadridInput(local) ?? '')).toBe(local);
  }
});
