/** Endpoints of image rights: missing rights of the next matches, statements of clubs and competitions, the contract. */
import { ApiError } from '../../shared/contract/errors.ts';
import { rightsEndpoints } from '../../shared/contract/rights.ts';
import { findSeason } from '../../shared/domain/competition.ts';
import { clubs, requireManagedClub } from '../league/clubs/store.ts';
import { requireManagedEvent } from '../league/events/store.ts';
import { type Caller, findOwnClub, manages } from '../platform/auth/rules.ts';
import { serve } from '../platform/http/serve.ts';
import { toPagination } from '../platform/lists/pagination.ts';
import { requireItem } from '../platform/lists/require-item.ts';
import { enforcesImageRights } from '../platform/shown/enforcement.ts';
import {
  acceptContract,
  keepDocument,
  openDocument,
  savePermission,
  saveTeamStatement,
} from '../trust/rights/change-statements.ts';
import { imageRights, listEntries, type StoredRights } from '../trust/rights/store.ts';
import { listCompetitions, listMatches, listTeams, readMatch } from '../trust/rights/views.ts';

export const handler = serve(rightsEndpoints, {
  'GET /rights/matches': async ({ query: { page, days, lacking }, caller, now }) => {
    const wanted = { page, days, clubId: findOwnClub(caller), lackingOnly: lacking === 'true' };
    const matches = await listMatches(wanted, now);
    return {
      data: {
        matches: matches.matches,
        isEnforced: enforcesImageRights(),
        lacking: matches.lacking,
        ...toPagination(matches.shown),
      },
    };
  },

  'GET /rights/matches/{id}': async ({ params, caller }) => {
    const event = await requireManagedEvent(params.id, caller);
    return { data: { match: await readMatch(event), isEnforced: enforcesImageRights() } };
  },

  'GET /rights/teams': async ({ query, caller, now }) => {
    const { id, name, contract } = await requireManagedClub(query.clubId ?? findOwnClub(caller), caller);
    const season = query.season ?? findCurrentSeason(now);
    return {
      data: {
        club: { id, name },
        season,
        isEnforced: enforcesImageRights(),
        contract: contract ?? null,
        teams: await listTeams(id, season),
      },
    };
  },
  'PUT /rights/teams': async ({ body, caller, now }) => {
    const { clubId, season, sport, category, team, ...stated } = body;
    await requireManagedClub(clubId, caller);
    const about = { kind: 'TEAM' as const, clubId, season, sport, category, ...(team && { team }) };
    const { id } = await saveTeamStatement(about, { ...stated, version: stated.version }, { user: caller.user, now });
    return { data: { id }, message: 'Autorizaciones guardadas' };
  },

  'GET /rights/competitions': async ({ query, now }) => {
    const season = query.season ?? findCurrentSeason(now);
    return { data: { season, competitions: await listCompetitions(season) } };
  },
  'PUT /rights/competitions': async ({ body: { season, sport, name, ...stated }, caller, now }) => {
    const about = { kind: 'COMPETITION' as const, season, sport, name };
    const { id } = await savePermission(about, { ...stated, version: stated.version }, { user: caller.user, now });
    return { data: { id }, message: 'Permiso guardado' };
  },

  'GET /rights/statements/{id}/history': async ({ params, caller }) => {
    if (await clubs.get(params.id)) await requireManagedClub(params.id, caller);
    else await requireOwn(params.id, caller);
    return { data: { entries: await listEntries(params.id) } };
  },
  'POST /rights/statements/{id}/document': async ({ params, files, caller, now }) => {
    const statement = await requireOwn(params.id, caller);
    if (!files.documentFile) throw new ApiError('RGT4001');
    await keepDocument(statement, files.documentFile, { user: caller.user, now });
    return { message: 'Documento guardado' };
  },
  'GET /rights/statements/{id}/document': async ({ params, caller, now }) => ({
    data: await openDocument(await requireOwn(params.id, caller), { user: caller.user, now }),
  }),

  'POST /rights/contract': async ({ body, caller, now }) => {
    await requireManagedClub(body.clubId, caller);
    const { contract = null } = await acceptContract(body.clubId, body.version, { user: caller.user, now });
    return { data: { contract }, message: 'Contrato aceptado' };
  },
});

const findCurrentSeason = (now: number) => findSeason(new Date(now).toISOString());
/** A competition's statement is managed by admins. */
async function requireOwn(id: string, caller: Caller): Promise<StoredRights> {
  const statement = await requireItem(imageRights, id, 'RGT4040');
  if (!manages(caller, { clubIds: statement.kind === 'TEAM' ? [statement.clubId] : [] })) throw new ApiError('SSN4030');
  return statement;
}
