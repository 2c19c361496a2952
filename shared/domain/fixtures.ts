import * as z from 'zod';
import { BooleanInput, requiredText, type Sport, text } from '../contract/schema.ts';
import { findSeason } from './competition.ts';
import { foldText } from './fold-text.ts';
import { fromWallTime } from './madrid-time.ts';
import { type AgeCategory, ageCategories, type TeamLetter, teamLetters } from './match.ts';

export const fixtureColumns = {
  required: ['fecha', 'hora', 'local', 'visitante'],
  optional: ['deporte', 'categoria', 'competicion', 'jornada', 'campo', 'minutos', 'equipo local', 'equipo visitante'],
} as const;

const sportNames: Record<string, Sport> = { '': 'SOCCER', futbol: 'SOCCER', baloncesto: 'BASKET' };

/** Spreadsheets write dates in the format of the computer's language; years of two digits are in this century. */
const Day = z
  .string()
  .regex(
    /^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](\d{2}|\d{4}))$/,
    'La fecha no es válida: 2026-03-07 o 7/3/2026',
  )
  .transform((value) => {
    const numbers = value.split(/[-/.]/).map(Number);
    const [year = 0, month = 0, day = 0] = /^\d{4}/.test(value) ? numbers : numbers.toReversed();
    return { year: year < 100 ? 2000 + year : year, month, day };
  })
  .refine(({ year, month, day }) => {
    const date = new Date(Date.UTC(year, month - 1, day));
    return year >= 2000 && year < 2100 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  }, 'La fecha no existe');

/** `18:30`, also LibreOffice's `18:30:00` and the federations' `18.30 h`. */
const Hour = z
  .string()
  .regex(/^([01]?\d|2[0-3])[:.h][0-5]\d(:00)?\s?h?$/i, 'La hora no es válida: 18:30')
  .transform((value) => {
    const [hour = 0, minute = 0] = value.split(/[:.h]/i).map(Number);
    return { hour, minute };
  });

const optional = (max: number) =>
  text(max)
    .default('')
    .transform((value) => value || null);

/** `B`, also `b`; an empty cell: the club has one team of the category. */
const Team = z
  .string()
  .default('')
  .transform((letter): TeamLetter | null | undefined =>
    letter === '' ? null : teamLetters.find((one) => one === letter.toUpperCase()),
  )
  .refine((letter) => letter !== undefined, `El equipo es una letra: ${teamLetters.join(', ')}`);

export const Fixture = z
  .object({
    fecha: Day,
    hora: Hour,
    local: requiredText(100, 'Falta el equipo local'),
    visitante: requiredText(100, 'Falta el equipo visitante'),
    deporte: z
      .string()
      .default('')
      .transform((name) => sportNames[foldText(name)])
      .refine((sport) => sport !== undefined, 'El deporte debe ser fútbol o baloncesto'),
    categoria: z
      .string()
      .default('')
      .transform((name) => (name === '' ? null : (ageCategories.find((one) => one === foldText(name)) ?? undefined)))
      .refine((category) => category !== undefined, 'La categoría no es válida'),
    competicion: optional(100),
    jornada: optional(40),
    campo: optional(100),
    minutos: z
      .string()
      .default('')
      .transform((value) => Number(value || 120))
      .refine(
        (minutes) => Number.isInteger(minutes) && minutes >= 10 && minutes <= 1440,
        'Los minutos van de 10 a 1440',
      ),
    'equipo local': Team,
    'equipo visitante': Team,
  })
  .transform(
    ({ fecha, hora, local, visitante, deporte, categoria, competicion, jornada, campo, minutos, ...teams }) => {
      const start = fromWallTime({ ...fecha, ...hora });
      return {
        home: local,
        away: visitante,
        homeTeam: teams['equipo local'] ?? null,
        awayTeam: teams['equipo visitante'] ?? null,
        sport: deporte as Sport,
        category: categoria as AgeCategory | null,
        competition: competicion,
        matchday: jornada,
        venue: campo,
        scheduledStartDate: start.toISOString(),
        scheduledFinishDate: new Date(start.getTime() + minutos * 60_000).toISOString(),
        /** Tells equal fixtures of different seasons apart. */
        season: findSeason(start.toISOString()),
      };
    },
  );
export type Fixture = z.output<typeof Fixture>;

/** Outcome of a line; `reason` says why it was rejected. */
export const FixtureLine = z.object({
  number: z.int(),
  match: z.string(),
  /** Kick-off and ground from the line; null if the line cannot be read. */
  scheduledStartDate: z.string().nullable(),
  venue: z.string().nullable(),
  outcome: z.enum(['created', 'recovered', 'moved', 'unchanged', 'refused']),
  reason: z.string().nullable(),
});
export type FixtureLine = z.output<typeof FixtureLine>;

/** Limit of a file; a season of a league has some three hundred matches. */
export const maxFixtures = 2_000;

/** Lines of one request, which takes about 4 s. */
export const fixturesAtOnce = 100;

export const FixtureFile = z.object({
  csv: z.string().min(1, 'El archivo está vacío').max(200_000, 'El archivo es demasiado grande'),
  dry: BooleanInput.default(false),
  from: z.int().min(0).max(maxFixtures).default(0),
});
