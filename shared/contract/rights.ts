/** Endpoints of image rights: statements of clubs and competitions, and missing rights of matches. */
import * as z from 'zod';
import { purposes } from '../domain/image-rights.ts';
import { defineEndpoints } from './endpoint.ts';
import {
  AgeCategory,
  ClubName,
  Id,
  NewId,
  Page,
  PageQuery,
  requiredText,
  Season,
  Sport,
  SportInput,
  TeamLetter,
  Version,
} from './schema.ts';

const Purpose = z.enum(purposes, 'El uso no es válido');
const SeasonInput = z.coerce
  .number('La temporada no es válida')
  .int('La temporada no es válida')
  .min(2000, 'La temporada no es válida')
  .max(2199, 'La temporada no es válida');
const Purposes = z
  .array(Purpose)
  .max(purposes.length)
  .transform((list) => purposes.filter((one) => list.includes(one)));
const TextVersion = z.string().max(20);

const Lack = z.object({
  reason: z.enum(['TEAM', 'RIVAL', 'CONTRACT', 'CATEGORY']),
  purposes: z.array(Purpose),
  club: ClubName.nullable(),
  /** Spanish text that continues 'Falta …'. */
  text: z.string(),
});
export type MissingRight = z.output<typeof Lack>;

const RightsMatch = z.object({
  id: Id,
  title: z.string(),
  scheduledStartDate: z.string(),
  sport: Sport,
  category: AgeCategory.nullable(),
  competition: z.string().nullable(),
  visible: z.boolean(),
  lacks: z.array(Lack),
});
export type RightsMatch = z.output<typeof RightsMatch>;

const Statement = z.object({
  /** Null while nothing has been stated. */
  id: Id.nullable(),
  version: Version,
  sport: Sport,
  season: Season,
  purposes: z.array(Purpose),
  document: z.object({ name: z.string(), size: z.int(), at: z.string() }).nullable(),
  statedAt: z.string().nullable(),
  statedBy: z.string().nullable(),
  textVersion: z.string().nullable(),
});

const TeamStatement = Statement.extend({
  category: AgeCategory,
  /** Null: the teams of the category that have no statement of their own. */
  team: TeamLetter.nullable(),
  /** Number of matches of the season that name this team; without a letter, of those that name none. */
  matches: z.int(),
});
export type TeamStatement = z.output<typeof TeamStatement>;

const CompetitionStatement = Statement.extend({ name: z.string(), matches: z.int() });
export type CompetitionStatement = z.output<typeof CompetitionStatement>;

const Contract = z.object({ version: z.string(), at: z.string(), by: z.string() }).nullable();

const Teams = z.object({
  club: ClubName,
  season: Season,
  isEnforced: z.boolean(),
  contract: Contract,
  teams: z.array(TeamStatement),
});
export type Teams = z.output<typeof Teams>;

export const Entry = z.object({
  at: z.string(),
  what: z.enum(['STATEMENT', 'DOCUMENT', 'READING', 'CONTRACT']),
  by: z.string(),
  purposes: z.array(Purpose).default([]),
  textVersion: z.string().nullable().default(null),
  document: z.string().nullable().default(null),
});
export type RightsEntry = z.output<typeof Entry>;

/** Small enough for one API request. */
const documentFile = { bytes: 4_000_000, type: 'application/pdf', required: true } as const;

export const rightsEndpoints = defineEndpoints({
  'GET /rights/matches': {
    summary: 'Upcoming matches with the image rights that each lacks; club staff see those of their club',
    access: 'staff',
    query: PageQuery.extend({
      days: z.coerce.number().int().min(1).max(60).default(8),
      lacking: z.enum(['true']).optional(),
    }),
    data: Page('matches', RightsMatch).extend({ isEnforced: z.boolean(), lacking: z.int() }),
  },
  'GET /rights/matches/{id}': {
    summary: 'One match with the image rights that it lacks',
    access: 'staff',
    data: z.object({ match: RightsMatch, isEnforced: z.boolean() }),
    refuses: ['EVT4040', 'SSN4030'],
  },
  'GET /rights/teams': {
    summary: 'Teams of a club in a season, with their stated authorisations',
    access: 'staff',
    query: z.object({ clubId: Id.optional(), season: SeasonInput.optional() }),
    data: Teams,
    refuses: ['CLB4040', 'SSN4030'],
  },
  'PUT /rights/teams': {
    summary: 'State the purposes that a team’s guardians have authorised; an omitted purpose is withdrawn',
    access: 'staff',
    body: z.object({
      clubId: Id,
      season: Season,
      sport: SportInput,
      category: AgeCategory,
      purposes: Purposes,
      team: TeamLetter.nullable().default(null),
      textVersion: TextVersion,
      version: Version.optional(),
    }),
    data: NewId,
    refuses: ['CLB4040', 'RGT4000', 'RGT4040', 'SSN4030'],
  },
  'GET /rights/competitions': {
    summary: 'Competitions of a season with their permissions',
    access: 'staff',
    query: z.object({ season: SeasonInput.optional() }),
    data: z.object({ season: Season, competitions: z.array(CompetitionStatement) }),
  },
  'PUT /rights/competitions': {
    summary: "State a competition's permission for sides that are not on the platform",
    access: 'admin',
    body: z.object({
      season: Season,
      sport: SportInput,
      name: requiredText(100, 'La competición es obligatoria'),
      purposes: Purposes,
      version: Version.optional(),
    }),
    data: NewId,
    refuses: ['COM4040', 'RGT4040'],
  },
  'GET /rights/statements/{id}/history': {
    summary: 'Statements, withdrawals and document downloads, newest first; `id` may be a club, for its contract',
    access: 'staff',
    data: z.object({ entries: z.array(Entry) }),
    refuses: ['CLB4040', 'RGT4040', 'SSN4030'],
  },
  'POST /rights/statements/{id}/document': {
    summary: 'Store the signed document of a statement, privately',
    access: 'staff',
    files: { documentFile },
    refuses: ['RGT4001', 'RGT4040', 'SSN4030'],
  },
  'GET /rights/statements/{id}/document': {
    summary: 'URL of the document, valid for a minute; each download is recorded in the history',
    access: 'staff',
    data: z.object({ url: z.string(), name: z.string() }),
    refuses: ['RGT4040', 'RGT4041', 'SSN4030'],
  },
  'POST /rights/contract': {
    summary: "Accept the operator's contract for a club",
    access: 'staff',
    body: z.object({ clubId: Id, version: TextVersion }),
    data: z.object({ contract: Contract }),
    refuses: ['CLB4040', 'RGT4000', 'SSN4030'],
  },
});
