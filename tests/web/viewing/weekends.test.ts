import { expect, test } from 'vitest';
import { groupByWeekend } from '../../../web/features/viewing/matches/weekends.ts';

const listWeekends = (dates: string[], now: string) =>
  groupByWeekend(dates, (date) => date, new Date(now)).map(({ title, items }) => [title, ...items]);

test('[V-LIST-1] starts a weekend on Friday in Madrid and includes the days after it', () => {
  // 6 March 2026 is a Friday.
  const dates = ['2026-03-10T10:00:00Z', '2026-03-07T10:00:00Z', '2026-03-05T23:30:00Z', '2026-03-05T22:30:00Z'];
  expect(listWeekends(dates, '2026-03-12T10:00:00Z')).toEqual([
    ['Últimos partidos', ...dates.slice(0, 3)],
    ['28 de febrero y 1 de marzo', dates[3]],
  ]);
  const [, saturday = '', friday = '', before = ''] = dates;
  expect(listWeekends([saturday, friday, before], '2026-03-08T22:30:00Z')).toEqual([
    ['Este fin de semana', saturday, friday],
    ['El fin de semana pasado', before],
  ]);
  // In Madrid it is already Monday.
  expect(listWeekends([saturday], '2026-03-08T23:30:00Z')).toEqual([['Últimos partidos', saturday]]);
});

test('[V-LIST-1] names older weekends by their days, with the year if it differs', () => {
  const dates = ['2026-01-31T10:00:00Z', '2026-01-10T10:00:00Z', '2025-12-27T10:00:00Z', '2024-02-29T12:00:00Z'];
  expect(listWeekends(dates, '2026-03-12T10:00:00Z').map(([title]) => title)).toEqual([
    '31 de enero y 1 de febrero',
    '10 y 11 de enero',
    '27 y 28 de diciembre de 2025',
    '24 y 25 de febrero de 2024',
  ]);
});

test('[V-GEN-4] keeps the order: items above newer ones are pinned', () => {
  const dates = ['2025-10-04T10:00:00Z', '2026-03-07T10:00:00Z', '2026-02-28T10:00:00Z'];
  expect(listWeekends(dates, '2026-03-08T10:00:00Z')).toEqual([
    ['Destacados', dates[0]],
    ['Este fin de semana', dates[1]],
    ['El fin de semana pasado', dates[2]],
  ]);
});
