import { type AuditKind, auditEndpoints } from '../../shared/contract/audit.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { sources } from '../broadcast/live/store.ts';
import { clubs } from '../league/clubs/store.ts';
import { events } from '../league/events/store.ts';
import { type Caller, manages } from '../platform/auth/rules.ts';
import { toFileHeaders } from '../platform/files/file-headers.ts';
import { serve } from '../platform/http/serve.ts';
import { clips } from '../recordings/clips/store.ts';
import { vods } from '../recordings/vods/store.ts';
import { writeAuditCsv } from '../trust/audit/csv.ts';
import { toAuditViews } from '../trust/audit/name-items.ts';
import { listPage, Place, readAudit, readLastChange, tablePage } from '../trust/audit/read-audit.ts';

export const handler = serve(auditEndpoints, {
  'GET /live/audit': async ({ query: { cursor, ...filter }, now }) => {
    const { entries, next } = await readAudit(filter, parseCursor(cursor), listPage, now);
    return { data: { entries: await toAuditViews(entries), next: next && formatCursor(next) } };
  },
  'GET /live/audit/csv': async ({ query: { cursor, ...filter }, now }) => {
    const { entries, next } = await readAudit(filter, parseCursor(cursor), tablePage, now);
    const headers = {
      ...toFileHeaders('registro-de-cambios.csv'),
      ...(next && { 'x-next-cursor': formatCursor(next) }),
    };
    return { status: 200, headers, body: writeAuditCsv(await toAuditViews(entries), cursor === undefined) };
  },
  'GET /audit/last': async ({ query: { kind, item }, caller }) => {
    if (!(await isManaged(kind, item, caller))) throw new ApiError('AUD4040');
    const entry = await readLastChange(kind, item);
    const [view] = entry ? await toAuditViews([entry]) : [];
    return { data: { entry: view ?? null } };
  },
});

/** Admins read all entries, club staff those of their club. */
async function isManaged(kind: AuditKind, id: string, caller: Caller): Promise<boolean> {
  if (caller.user.role === 'ADMIN') return true;
  const clubIds = await findClubIds(kind, id);
  return clubIds !== undefined && manages(caller, { clubIds });
}

async function findClubIds(kind: AuditKind, id: string): Promise<readonly string[] | undefined> {
  switch (kind) {
    case 'clubs':
      return (await clubs.get(id)) && [id];
    case 'events':
    case 'scores':
      return (await events.get(id))?.clubIds;
    case 'vods':
      return (await vods.get(id))?.clubIds;
    case 'cameras':
      return (await sources.get(id))?.clubIds;
    case 'clips': {
      const clip = await clips.get(id);
      return clip && [clip.clubId];
    }
    default:
      return undefined;
  }
}

const formatCursor = (place: Place) => Buffer.from(JSON.stringify(place)).toString('base64url');

/** @throws ApiError for a malformed cursor. */
function parseCursor(text: string | undefined): Place {
  if (text === undefined) return {};
  try {
    return Place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw new ApiError('AUD4001');
  }
}
