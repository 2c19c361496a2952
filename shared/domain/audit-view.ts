/** An entry of the audit as admins read it. */
import * as z from 'zod';

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
  'promotions',
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
  /** Title of the item at that time, or of the match or person that it is about; null if that no longer exists. */
  name: z.string().nullable(),
  exists: z.boolean(),
  action: AuditAction,
  /** `name` is null for an account that no longer exists. */
  person: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  role: z.enum(['ADMIN', 'CLUB_STAFF', 'USER', 'VISITOR', 'SCORER', 'PHONE', 'PARTNER', 'SYSTEM']),
  /** Name of the endpoint, job or command that made the change. */
  via: z.string(),
  /** Ids of clubs, matches and videos are replaced by names. */
  before: Values,
  after: Values,
  /** Other changed fields, whose values are not kept. */
  fields: z.array(z.string()),
});
export type AuditView = z.output<typeof AuditView>;
