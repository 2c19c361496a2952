/** Schemas shared by several features. Messages are shown to users. */
import * as z from 'zod';
import { idPattern } from '../domain/ids.ts';
import { pageSize, searchMaxLength } from '../domain/limits.ts';
import { ageCategories, teamLetters } from '../domain/match.ts';
import { trimInvisible, visiblePattern } from '../domain/visible-text.ts';

export const Id = z.string().regex(idPattern, 'El identificador no es válido');

/**
 * Text without invisible marks and blanks at its ends, without control characters except line breaks and tabs, and without characters that SQS and XML reject;
 * may be empty.
 */
export const text = (max: number) => trimText(max, z.string());

/** Text that must not be empty; `message` is shown otherwise. */
export const requiredText = (max: number, message: string) => trimText(max, z.string(message), message);

function trimText(max: number, string: z.ZodString, required?: string) {
  const trimmed = string.overwrite(trimInvisible);
  const filled = required === undefined ? trimmed : trimmed.min(1, required).regex(visiblePattern, required);
  return filled
    .max(max, `El texto no puede superar los ${max} caracteres`)
    .regex(allowed, 'El texto contiene caracteres no permitidos');
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern rejects them
const allowed = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]*$/;

export const Sport = z.enum(['SOCCER', 'BASKET']);
export type Sport = z.output<typeof Sport>;

export const TeamLetter = z.enum(teamLetters, 'El equipo no es válido');
export const AgeCategory = z.enum(ageCategories, 'La categoría no es válida');

const seasonError = 'La temporada no es válida';
/** The year in which the season begins. */
export const Season = z.int(seasonError).min(2000, seasonError).max(2199, seasonError);

const sportSpellings: Record<string, Sport> = { soccer: 'SOCCER', basket: 'BASKET', basketball: 'BASKET' };

/** Accepts both spellings in any case; returns SOCCER or BASKET. */
export const SportInput = z
  .string()
  .transform((value) => sportSpellings[value.toLowerCase()] ?? value)
  .pipe(z.enum(['SOCCER', 'BASKET'], 'El deporte debe ser fútbol o baloncesto'))
  .meta({ enum: ['SOCCER', 'BASKET', 'soccer', 'basket', 'basketball'] });

/** ISO 8601 with a time zone, of this century or the next; converted to UTC with milliseconds. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'La fecha no es válida' })
  .regex(/^2[01]/, 'La fecha no es válida')
  .transform((value) => new Date(value).toISOString());

/** JSON booleans or, from forms, strings. */
export const BooleanInput = z.union([z.boolean(), z.enum(['true', 'false']).transform((value) => value === 'true')]);

/** A token of reCAPTCHA v3 for the action of the form. */
export const CaptchaToken = z
  .string()
  .max(4096)
  .optional()
  .meta({ description: 'Required where the operator has configured a captcha; 400 CPT4000 without it' });

/** Order or priority: an integer of at least 1, or null. */
export const Order = z.int().min(1, 'El valor debe ser 1 o mayor').max(1_000_000).nullable();

/** Text of a search. Links search for whole titles, so its limit is that of a title. */
export const Search = text(searchMaxLength);
export const PageNumber = z.coerce
  .number('La página no es válida')
  .int('La página no es válida')
  .min(1, 'La página no es válida')
  .max(1_000_000);

const ids = z.array(Id).max(50);

/** Query of a list: page from 1, accent-insensitive title search, clubs, sport. */
export const ListQuery = z.object({
  page: PageNumber.default(1),
  search: Search.optional(),
  clubIds: ids.optional(),
  sport: SportInput.optional(),
});

export const SearchQuery = ListQuery.pick({ page: true, search: true });
export const PageQuery = ListQuery.pick({ page: true });

/** Number of changes of an item. A change with an outdated version is rejected. */
export const Version = z.int();

/** Clubs of an event or a video; may be empty. */
export const ClubIds = z.object({ clubIds: ids.transform((list) => [...new Set(list)]), version: Version.optional() });

/** Clubs of a form: repeated fields with or without brackets, a single one, or a JSON array. */
export const ClubIdList = z
  .union([ids, Id.transform((id) => [id])], 'Los clubes no son válidos')
  .transform((list) => [...new Set(list)]);

/** A paged list: `{ [name]: item[], limit, page, total, totalPages }`. */
export function Page<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return z.object({
    [name]: z.array(item),
    limit: z.int().default(pageSize),
    page: z.int(),
    total: z.int(),
    totalPages: z.int(),
  } as { [K in Name]: z.ZodArray<Item> } & {
    limit: z.ZodDefault<z.ZodInt>;
    page: z.ZodInt;
    total: z.ZodInt;
    totalPages: z.ZodInt;
  });
}

/** A single item under its name: `{ club: … }`. */
export function Single<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return z.object({ [name]: item } as { [K in Name]: Item });
}

export const NewId = z.object({ id: Id });

/** A club in a selector or a chip. */
export const ClubName = z.object({ id: Id, name: z.string() });
export const ClubNames = z.object({ clubs: z.array(ClubName.extend({ thumbnail: z.string().nullable() })) });

/** SENT: waiting; STARTED: processing; FINISHED: playable; FAILED: see its reason. */
export const MediaStatus = z.enum(['SENT', 'STARTED', 'FINISHED', 'FAILED']);
export type MediaStatus = z.output<typeof MediaStatus>;

/** Fields that only staff see of a video. `progress` is a percentage, `failure` a Spanish reason. */
export const managedVideo = {
  visible: z.boolean(),
  size: z.int(),
  progress: z.int().nullable(),
  /** Plays already, while an encoding for every line is to come. */
  isImproving: z.literal(true).optional(),
  failure: z.string().nullable(),
  uploadId: Id.nullable(),
  version: Version,
};

export const videoStates = ['visible', 'hidden', 'processing', 'failed'] as const;
export type VideoState = (typeof videoStates)[number];

/** Filters of the back office's lists of videos. */
export const VideoFilter = z.object({
  state: z.enum(videoStates, 'El estado no es válido').optional(),
  /** The day in Madrid on which it was created. */
  date: z.iso.date('La fecha no es válida').optional(),
});

/**
 * Memoises a schema by object identity, for results that are never modified. A month of a large league has hundreds of
 * mostly unchanged matches.
 */
export function memoiseSchema<Schema extends z.ZodType>(schema: Schema): Schema {
  const outputs = new WeakMap<object, unknown>();
  const once = schema.clone();
  const { run } = once._zod;
  once._zod.run = (payload, context) => {
    const input = payload.value;
    if (typeof input !== 'object' || input === null) return run(payload, context);
    const cached = outputs.get(input);
    if (cached !== undefined) return { ...payload, value: cached };
    const result = run(payload, context);
    if (!(result instanceof Promise) && result.issues.length === 0) outputs.set(input, result.value);
    return result;
  };
  return once;
}

/** A deleted item that can be recovered. `deletedBy`: a name; null if that account is gone. */
const Deletion = z.object({
  id: Id,
  title: z.string(),
  deletedAt: z.string(),
  deletedBy: z.string().nullable(),
  recoverableUntil: z.string(),
});

export const DeletedVideo = Deletion.extend({ duration: z.number().nullable(), dateCreated: z.string() });
export type DeletedVideo = z.output<typeof DeletedVideo>;

export const DeletedEvent = Deletion.extend({ sport: Sport, scheduledStartDate: z.string() });
export type DeletedEvent = z.output<typeof DeletedEvent>;
