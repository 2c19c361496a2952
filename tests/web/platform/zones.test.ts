/** Times for readers in another time zone than Madrid's. */
import { describe, expect, test } from 'vitest';
import { describeZone, formatKickOff, formatRange } from '../../../web/lib/format.ts';
import { setBrowserZone } from '../support/browser-zone.ts';

const [start, end] = ['2026-03-07T17:00:00.000Z', '2026-03-07T19:00:00.000Z'];

describe.each([
  [
    'Atlantic/Canary',
    'sáb, 7 mar · 18:00, hora peninsular (17:00 en tu zona)',
    '7 de marzo de 2026, de 18:00 a 20:00, hora peninsular (de 17:00 a 19:00 en tu zona)',
    'Las horas son las peninsulares; en tu zona es 1 h menos.',
  ],
  [
    'America/Argentina/Buenos_Aires',
    'sáb, 7 mar · 18:00, hora peninsular (14:00 en tu zona)',
    '7 de marzo de 2026, de 18:00 a 20:00, hora peninsular (de 14:00 a 16:00 en tu zona)',
    'Las horas son las peninsulares; en tu zona son 4 h menos.',
  ],
  [
    'Asia/Kolkata',
    'sáb, 7 mar · 18:00, hora peninsular (22:30 en tu zona)',
    '7 de marzo de 2026, de 18:00 a 20:00, hora peninsular (de 22:30 a 00:30 en tu zona)',
    'Las horas son las peninsulares; en tu zona son 4 h 30 min más.',
  ],
  ['Europe/Paris', 'sáb, 7 mar · 18:00', '7 de marzo de 2026, de 18:00 a 20:00', ''],
])('times for a reader in %s', (zone, kickOff, range, text) => {
  test('[D-MATCH-1] name the time zone, with the reader’s own time beside it', () => {
    setBrowserZone(zone);
    expect(formatKickOff(start)).toBe(kickOff);
    expect(formatRange(start, end)).toBe(range);
    expect(describeZone(new Date(start))).toBe(text);
  });
});

test('names the day of a time that differs in the reader’s zone', () => {
  setBrowserZone('America/Argentina/Buenos_Aires');
  expect(formatKickOff('2026-03-06T23:30:00.000Z')).toBe(
    'sáb, 7 mar · 00:30, hora peninsular (vie, 6 mar, 20:30 en tu zona)',
  );
});

test.each(['Etc/Unknown', 'Local', ':/etc/localtime', 'CET-1CEST,M3.5.0', ''])(
  'shows Madrid’s time without a note if the browser reports the unknown zone "%s"',
  (zone) => {
    setBrowserZone(zone);
    expect(formatKickOff(start)).toBe('sáb, 7 mar · 18:00');
    expect(formatRange(start, end)).toBe('7 de marzo de 2026, de 18:00 a 20:00');
    expect(describeZone(new Date(start))).toBe('');
  },
);
