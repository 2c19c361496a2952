/** Endpoints of the audit: every change by staff, operators and the system. */
import * as z from 'zod';
import { AuditKind, AuditView } from '../domain/audit-view.ts';
import { defineEndpoints } from './endpoint.ts';
import { Id, text } from './schema.ts';

export type { AuditAction, AuditKind, AuditView } from '../domain/audit-view.ts';

const Day = z.iso.date('La fecha no es válida');

const Filter = z.object({
  /** Email or id of the person. */
  person: text(254).optional(),
  kind: AuditKind.optional(),
  /** Id of an item; requires `kind`. */
  item: Id.optional(),
  /** Days in UTC, both included. */
  from: Day.optional(),
  to: Day.optional(),
});
export type AuditFilter = z.output<typeof Filter>;

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
    summary: 'Acts as CSV, newest first; the header x-next-cursor names the next part, which has no head line',
    query: Filter.extend({ cursor: z.string().max(2000).optional() }),
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
