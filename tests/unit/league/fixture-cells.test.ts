/** Dates and times as spreadsheets write them. */
import { expect, test } from 'vitest';
import { findSeason } from '../../../shared/domain/competition.ts';
import { Fixture } from '../../../shared/domain/fixtures.ts';

const start = (fecha: string, hora: string) => {
  const parsed = Fixture.safeParse({ fecha, hora, local: 'A', visitante: 'B' });
  return parsed.success ? parsed.data.scheduledStartDate : parsed.error.issues[0]?.message;
};

test.each(['2099-03-07', '7/3/2099', '07/03/99', '7-3-99', '07.03.2099', '2099/03/07'])(
  '[D-MATCH-5] reads %s as 7 March 2099',
  (date) => expect(start(date, '18:30')).toBe('2099-03-07T17:30:00.000Z'),
);

test.each([
  ['B', 'B'],
  ['b', 'B'],
  ['', null],
  ['G', 'El equipo es una letra: A, B, C, D, E, F'],
  ['BB', 'El equipo es una letra: A, B, C, D, E, F'],
])('[D-MATCH-5] reads the team %j as %j', (letter, wanted) => {
  const sides = { local: 'A', visitante: 'B', 'equipo local': letter };
  const parsed = Fixture.safeParse({ fecha: '2099-03-07', hora: '18:30', ...sides });
  expect(parsed.success ? parsed.data.homeTeam : parsed.error.issues[0]?.message).toBe(wanted);
});

test.each(['18:30', '18:30:00', '18.30', '18:30 h', '18h30'])('[D-MATCH-5] reads %s as half past six', (time) =>
  expect(start('2099-03-07', time)).toBe('2099-03-07T17:30:00.000Z'),
);

test.each([
  ['7/3', '18:30', 'La fecha no es válida: 2026-03-07 o 7/3/2026'],
  ['31/02/99', '18:30', 'La fecha no existe'],
  ['07/03/199', '18:30', 'La fecha no es válida: 2026-03-07 o 7/3/2026'],
  ['7/3/2099', '18:30:30', 'La hora no es válida: 18:30'],
  ['7/3/2099', '6:30 PM', 'La hora no es válida: 18:30'],
])('[D-MATCH-5] refuses %s %s', (date, time, reason) => expect(start(date, time)).toBe(reason));

test.each(['2099-06-30', '2099-07-01', '2099-07-31', '2099-08-01'])(
  '[D-MATCH-5] puts %s into the season whose table shows it',
  (fecha) => {
    const { season, scheduledStartDate } = Fixture.parse({ fecha, hora: '00:30', local: 'A', visitante: 'B' });
    expect(season).toBe(findSeason(scheduledStartDate));
    expect(season).toBe(fecha < '2099-07-01' ? 2098 : 2099);
  },
);
