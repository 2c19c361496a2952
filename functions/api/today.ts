/** Endpoints of 'Hoy', the start of the back office. */
import { todayEndpoints } from '../../shared/contract/today.ts';
import { readToday } from '../broadcast/today/read-today.ts';
import { serve } from '../platform/http/serve.ts';

export const handler = serve(todayEndpoints, {
  'GET /live/today': async ({ now }) => ({ data: await readToday({ now }) }),
  'GET /clubStaff/today': async ({ caller, now }) => ({ data: await readToday({ now, clubId: caller.user.clubId }) }),
});
