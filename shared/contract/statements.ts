/** Monthly statements of what each club earns. */
import * as z from 'zod';
import { planNames } from '../domain/statement.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id, Version } from './schema.ts';

const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'El mes no es válido');
const Percent = z
  .number('El porcentaje va de 0 a 100')
  .min(0, 'El porcentaje va de 0 a 100')
  .max(100, 'El porcentaje va de 0 a 100');

/** Percent of the net income; null for the stage's own. */
export const ClubShares = z.object({
  event: Percent.nullable(),
  club: Percent.nullable(),
  month: Percent.nullable(),
  season: Percent.nullable(),
  family: Percent.nullable(),
});
export type ClubShares = z.output<typeof ClubShares>;

/** Amounts in cents. */
const StatementRow = z.object({
  /** Null for a match that was deleted, or that has no club. */
  clubId: z.string().nullable(),
  /** Name of the club; null if it was deleted, or for what belongs to no club. */
  club: z.string().nullable(),
  plan: z.enum(planNames),
  /** Id of the match or club that it was paid for; null for plans of everything. */
  of: z.string().nullable(),
  title: z.string(),
  payments: z.int(),
  gross: z.int(),
  vat: z.int(),
  fees: z.int(),
  net: z.int(),
  percent: z.number(),
  share: z.int(),
});

const StatementView = z.object({
  month: z.string(),
  /** Null while the month is open: its figures are then provisional, and shown to admins only. */
  closedAt: z.string().nullable(),
  /** Closed months, newest first. */
  months: z.array(z.string()),
  rows: z.array(StatementRow),
});
export type StatementView = z.output<typeof StatementView>;

const WantedTable = z.object({
  month: Month,
  what: z.enum(['figures', 'lines']),
  /** Asks for the transactions of one figure: of a plan and, where that has some, its match or club. */
  plan: z.enum(planNames).optional(),
  of: Id.optional(),
});
export type WantedTable = z.output<typeof WantedTable>;

export const statementEndpoints = defineEndpoints({
  'GET /statements': {
    summary: 'What clubs earn in a month, by plan and match; club staff see their own club',
    access: 'staff',
    query: z.object({ month: Month.optional() }),
    data: StatementView,
    refuses: ['PYM5030', 'STM4091', 'STM4092'],
  },
  'GET /statements/csv': {
    summary:
      'The figures of a month, or the transactions that they, or those of one plan or match, are computed from, as CSV',
    access: 'staff',
    query: WantedTable,
    produces: 'text/csv',
    refuses: ['PYM5030', 'STM4091', 'STM4092'],
  },
  'POST /live/statements': {
    summary: 'Close a month that is over, once; later refunds belong to the next',
    access: 'admin',
    body: z.object({ month: Month }),
    data: StatementView,
    refuses: ['PYM5030', 'STM4090', 'STM4091', 'STM4092'],
  },
  'GET /live/clubs/{clubId}/shares': {
    summary: 'The percentages of a club, and those of the stage',
    access: 'admin',
    data: z.object({ own: ClubShares, usual: z.record(z.enum(planNames), z.number()), version: Version }),
    refuses: ['CLB4040'],
  },
  'PUT /live/clubs/{clubId}/shares': {
    summary: 'Set the percentages of a club, for months that are still open',
    access: 'admin',
    body: z.object({ shares: ClubShares, version: Version.optional() }),
    refuses: ['CLB4040'],
  },
});
