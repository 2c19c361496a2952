import { ApiError } from '../../shared/contract/errors.ts';
import { type ClubShares, statementEndpoints } from '../../shared/contract/statements.ts';
import { planNames, type Shares } from '../../shared/domain/statement.ts';
import { clubs, requireClub } from '../league/clubs/store.ts';
import { compileStatement, hasEnded, readUsualShares } from '../money/statements/compile-statement.ts';
import { closeStatement, findStatement } from '../money/statements/store.ts';
import { readStatement, writeStatementCsv } from '../money/statements/views.ts';
import { toFileHeaders } from '../platform/files/file-headers.ts';
import { serve } from '../platform/http/serve.ts';
import { editItem } from '../platform/lists/require-item.ts';

export const handler = serve(statementEndpoints, {
  'GET /statements': async ({ query: { month }, caller, now }) => ({ data: await readStatement(month, caller, now) }),
  'GET /statements/csv': async ({ query, caller, now }) => ({
    status: 200,
    headers: toFileHeaders(`${query.what === 'figures' ? 'liquidacion' : 'transacciones'}-${query.month}.csv`),
    body: await writeStatementCsv(query, caller, now),
  }),
  'POST /live/statements': async ({ body: { month }, caller, now }) => {
    if (!hasEnded(month, now)) throw new ApiError('STM4090');
    if (!(await findStatement(month))) await closeStatement(month, await compileStatement(month), now);
    return { data: await readStatement(month, caller, now), message: 'El mes está cerrado' };
  },

  'GET /live/clubs/{clubId}/shares': async ({ params }) => {
    const club = await requireClub(params.clubId);
    const own = Object.fromEntries(planNames.map((plan) => [plan, club.shares?.[plan] ?? null])) as ClubShares;
    return { data: { own, usual: readUsualShares(), version: club.version } };
  },
  'PUT /live/clubs/{clubId}/shares': async ({ params, body }) => {
    const shares = Object.fromEntries(
      Object.entries(body.shares).filter(([, percent]) => percent !== null),
    ) as Partial<Shares>;
    const at = { version: body.version, missing: 'CLB4040' as const };
    await editItem(clubs, params.clubId, at, (club) => ({ ...club, shares }));
    return { message: 'Porcentajes guardados' };
  },
});
