/** Endpoints of 'Hoy', the start of the back office. */
import { todayEndpoints } from '../../shared/contract/today.ts';
import { readToday } from '../broadcast/today/read-today.ts';
import { serve } from '../platform/http/serve.ts';
import { findWaiting } from '../trust/matters/store.ts';
import { readEdgeState } from '../trust/takedown/waiting.ts';

export const handler = serve(todayEndpoints, {
  'GET /live/today': async ({ now }) => ({ data: await read(now) }),
  'GET /clubStaff/today': async ({ caller, now }) => ({ data: await read(now, caller.user.clubId) }),
});

async function read(now: number, clubId?: string) {
  const [today, matters, edge] = await Promise.all([
    readToday({ now, ...(clubId && { clubId }) }),
    findWaiting(clubId),
    clubId ? null : readEdgeState(),
  ]);
  return { ...today, matters, edge };
}
