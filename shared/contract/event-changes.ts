import * as z from 'zod';
import {
  AgeCategory,
  BooleanInput,
  ClubIds,
  Id,
  Instant,
  requiredText,
  SportInput,
  TeamLetter,
  text,
  Version,
} from './schema.ts';
import { EventAudience, EventState } from './sport-event.ts';

const dates = 'Las fechas de inicio y fin son requeridas';
const dateOrder = '`scheduledFinishDate` is later than `scheduledStartDate`.';

const scheduled = z.string(dates).min(1, dates).pipe(Instant).meta({ format: 'date-time', pattern: '^2[01]' });
const endsAfterStart = {
  error: 'La fecha de fin debe ser posterior a la fecha de inicio',
  path: ['scheduledFinishDate'],
};

/** An empty text counts as null. */
const optionalText = (max: number) => z.union([text(max).transform((value) => value || null), z.null()]);
const side = z.union([Id, z.null()]);
const team = z.union([TeamLetter, z.null()]);

const priceText = 'El precio de un partido no es válido';
/** Cents, VAT included, within the limits of the stage; null for the stage's price. */
const price = z.union([z.int(priceText).min(50, priceText).max(100_000, priceText), z.null()]);

/** Fields that make an event a match; null removes one. */
const matchFields = {
  homeClubId: side,
  awayClubId: side,
  homeTeam: team,
  awayTeam: team,
  category: z.union([AgeCategory, z.null()]),
  competition: optionalText(100),
  matchday: optionalText(40),
  venue: optionalText(100),
  state: EventState,
  price,
};

const fields = z.object({
  title: requiredText(200, 'El título del evento es requerido'),
  summary: text(5000).default(''),
  sport: SportInput.default('SOCCER'),
  isPublic: BooleanInput.default(false),
  visible: BooleanInput.default(true),
  audience: EventAudience.optional(),
  scheduledStartDate: scheduled,
  scheduledFinishDate: scheduled,
});

export const NewEvent = fields
  .extend({ ...z.object(matchFields).partial().shape, clubIds: ClubIds.shape.clubIds.optional() })
  .refine((event) => event.scheduledFinishDate > event.scheduledStartDate, endsAfterStart)
  .meta({ description: dateOrder });

/** Any of the fields; an outdated `version` is rejected. */
export const EventChanges = z
  .object({
    title: fields.shape.title,
    summary: text(5000),
    sport: SportInput,
    isPublic: BooleanInput,
    visible: BooleanInput,
    audience: EventAudience,
    hideVods: BooleanInput.meta({
      description: 'True also hides its visible VODs; otherwise their visibility stays as it is.',
    }),
    scheduledStartDate: fields.shape.scheduledStartDate,
    scheduledFinishDate: fields.shape.scheduledFinishDate,
    ...matchFields,
    version: Version,
  })
  .partial()
  .refine(
    (event) =>
      !event.scheduledStartDate || !event.scheduledFinishDate || event.scheduledFinishDate > event.scheduledStartDate,
    endsAfterStart,
  )
  .meta({ description: dateOrder });
