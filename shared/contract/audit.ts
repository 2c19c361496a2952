/** Endpoints of the audit: every change by staff, operators and the system. */
import * as z from 'zod';
import { defineEndpoints } from './endpoint.ts';
import { Id } from './schema.ts';

const kinds = [
  'clubs',
  'events',
  'scores',
  'competitions',
  'vods',
  'clips',
  'moments',
  'contentvideos',
  'advideos',
  'cameras',
  'staff',
  'users',
  'purchases',
  'matters',
  'rights',
  'families',
] as const;
export const AuditKind = z.enum(kinds);
export type AuditKind = z.output<typeof AuditKind>;

export const AuditAction = z.enum(['CREATE', 'CHANGE', 'DELETE']);
export type AuditAction = z.output<typeof AuditAction>;

const Values = z.record(z.string(), z.unknown());

export const AuditView = z.object({
  /** Place in its chain: `{chain}/{position}`. */
  id: z.string(),
  at: z.string(),
  kind: AuditKind,
  itemId: z.string(),
  /** Title of the item at that time; null for people. */
  name: z.string().nullable(),
  action: AuditAction,
  /** `name` is null for an account that no longer exists. */
  person: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  role: z.enum(['ADMIN', 'CLUB_STAFF', 'USER', 'VISITOR', 'SCORER', 'PARTNER', 'SYSTEM']),
  /** Name of the endpoint, job or command that made the change. */
  via: z.string(),
  before: Values,
  after: Values,
  /** Other changed fields, whose values are not kept. */
  fields: z.array(z.string()),
});
export type AuditView = z.output<typeof AuditView>;

const Day = z.iso.date('La fecha no es válida');

const Filter = z.object({
  /** Email or id of the person. */
  person: z.string().trim().max(254).optional(),
  kind: AuditKind.optional(),
  /** Id of an item; requires `kind`. */
  item: Id.optional(),
  /** Days in UTC, both included. */
  from: Day.optional(),
  to: Day.optional(),
});

export const auditEndpoints = defineEndpoints({
  'GET /live/audit': {
    access: 'admin',
    summary: 'Changes by staff, operators and the system, newest first',
    query: Filter.extend({ cursor: z.string().max(2000).optional() }),
    data: z.object({ entries: z.array(AuditView), next: z.string().nullable() }),
    refuses: ['AUD4000', 'AUD4001'],
  },
  'GET /live/audit/csv': {
    access: 'admin',
    summary: 'The audit entries as CSV, at most 5,000 lines',
    query: Filter,
    produces: 'text/csv',
    refuses: ['AUD4000', 'AUD4001'],
  },
  'GET /audit/last': {
    access: 'staff',
    summary: 'Last change of an item that the caller manages',
    query: z.object({ kind: AuditKind, item: Id }),
    data: z.object({ entry: AuditView.nullable() }),
    refuses: ['AUD4040'],
  },
});
