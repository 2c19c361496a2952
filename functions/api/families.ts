/** Endpoints of 'Solo familias'. */
import { ApiError } from '../../shared/contract/errors.ts';
import { familyEndpoints } from '../../shared/contract/families.ts';
import { ageCategoryNames } from '../../shared/domain/match.ts';
import { paths } from '../../shared/domain/paths.ts';
import { clubs, readClubNames, requireManagedClub } from '../league/clubs/store.ts';
import { toEventViews } from '../league/events/event-views.ts';
import { type EventRow, events, requireManagedEvent } from '../league/events/store.ts';
import { sumUpBuyers } from '../money/payments/buyers.ts';
import { requestRecovery } from '../people/accounts/recovery.ts';
import { type Caller, findOwnClub, manages } from '../platform/auth/rules.ts';
import { pageUrl } from '../platform/aws/addresses.ts';
import { serve } from '../platform/http/serve.ts';
import { type Limit, spend, toNetwork } from '../platform/limits/limits.ts';
import { renderEmail } from '../platform/mail/email-template.ts';
import { queueEmail } from '../platform/mail/outbox.ts';
import { familyTeamKey, isInvited } from '../platform/shown/families.ts';
import { findFollowers } from '../reach/alerts/follows.ts';
import { isInTime, isProved, type StoredMember } from '../trust/families/rules.ts';
import {
  decideMembership,
  findMember,
  listFamilies,
  listTeamsOfUser,
  readProofs,
  replaceCode,
  requestMembership,
  requireCode,
  type StoredCode,
} from '../trust/families/store.ts';

export const handler = serve(familyEndpoints, {
  'GET /families': async ({ query, caller }) => {
    const { id: clubId } = await requireManagedClub(query.clubId ?? findOwnClub(caller), caller);
    const [families, club] = await Promise.all([listFamilies(clubId), nameClub(clubId)]);
    return { data: { club, codes: families.codes, members: await readProofs(families.members) } };
  },

  'GET /families/matches/{id}': async ({ params: { id }, caller }) => {
    await requireManagedEvent(id, caller);
    const [paid, followers] = await Promise.all([sumUpBuyers(id, 0), findFollowers([`events#${id}`])]);
    return { data: { ...paid, followers: followers.length } };
  },

  'POST /families/codes': async ({ body, caller, now }) => {
    await requireManagedClub(body.clubId, caller);
    const code = await replaceCode(body, now);
    return { data: { code, url: pageUrl(paths.familyInvitation(code)) }, message: 'Enlace creado' };
  },

  'POST /families/members/{id}/decision': async ({ params, body, caller, now }) => {
    const before = await findMember(params.id);
    if (!before) throw new ApiError('FAM4040');
    if (!manages(caller, { clubIds: [before.clubId] })) throw new ApiError('SSN4030');
    const member = await decideMembership(params.id, body.state, caller.user.id, now);
    if (member.state === 'CONFIRMED' && before.state !== 'CONFIRMED')
      await tellConfirmed(member, (await nameClub(member.clubId)).name, now);
    return { data: { state: member.state }, message: messages[body.state] };
  },

  'GET /family-invitations/{token}': async ({ params, caller, address, now }) => {
    const code = await openLink(params.token, address, now);
    const own = caller ? await listTeamsOfUser(caller.user.id) : [];
    const state = own.find((member) => familyTeamKey(member) === familyTeamKey(code))?.state ?? null;
    return { data: { ...code, club: await nameClub(code.clubId), state, isProved: !caller || isProved(caller.user) } };
  },
  'POST /family-invitations/{token}': async ({ params, caller, address, now }) => {
    const code = await openLink(params.token, address, now);
    await spend(requests, caller.user.id, 'Has hecho muchas solicitudes. Prueba dentro de una hora.', now);
    const { state } = await requestMembership(code, caller, now);
    const needsProof = state === 'WAITING' && !isProved(caller.user);
    if (needsProof) await requestRecovery(caller.user.email, 'FAMILY');
    return {
      data: { state },
      message: needsProof
        ? 'Te hemos enviado un email: ábrelo para demostrar que la dirección es tuya'
        : 'El club ya tiene tu solicitud',
    };
  },

  'GET /users/me/family-matches': async ({ caller, now }) => {
    const [rows, teams] = await Promise.all([
      events.find(caller, filterFamilyMatches),
      listTeamsOfUser(caller.user.id),
      clubs.refresh(),
    ]);
    const first = rows.slice(0, maxShown);
    const current = teams.filter(({ season }) => isInTime(season, now));
    const isOwnProved = isProved(caller.user);
    const toTeam = async (team: StoredMember) => ({
      ...team,
      club: await nameClub(team.clubId),
      isProved: isOwnProved,
    });
    const sportEvents = await toEventViews(await events.items(first), undefined, 'families');
    return { data: { sportEvents, teams: await Promise.all(current.map(toTeam)) } };
  },
});

/**
 * Opens a valid code always, also after many wrong ones from its network, which a whole team may share. The limit does
 * not protect the code, whose 144 random bits cannot be guessed, but the logs and tables from endless attempts.
 */
async function openLink(secret: string, address: string, now: number): Promise<StoredCode> {
  try {
    return await requireCode(secret);
  } catch (error) {
    const message = 'Has abierto muchos enlaces que no valen. Espera unos minutos y vuelve a probar.';
    if (error instanceof ApiError) await spend(guesses, toNetwork(address), message, now);
    throw error;
  }
}

const guesses: Limit = { name: 'family-codes', max: 60, minutes: 10 };
const requests: Limit = { name: 'family-requests', max: 20, minutes: 60 };

const messages = {
  CONFIRMED: 'Persona confirmada: ya puede ver los partidos',
  REFUSED: 'Solicitud rechazada',
  REVOKED: 'Permiso retirado: ya no puede ver los partidos',
};

/** Limit of matches on the page: more than a team plays in two seasons. */
const maxShown = 100;

const filterFamilyMatches = (caller: Caller) => (row: EventRow) =>
  row.isOpenToFamilies === true && isInvited(caller, row);

async function nameClub(id: string) {
  const [club] = await readClubNames([id], 'staff');
  return club ?? { id, name: 'Club' };
}

const tellConfirmed = ({ email, category }: StoredMember, club: string, now: number): Promise<void> =>
  queueEmail(
    renderEmail({
      to: email,
      subject: `Ya puedes ver los partidos de familia de ${club}`,
      lines: [
        `Hola. ${club} ha confirmado que eres de una familia del equipo ${ageCategoryNames[category].toLowerCase()}.`,
        'Desde ahora ves en Cantera TV los partidos que el club reserva a las familias. Por favor, no compartas las imágenes: son de menores.',
      ],
      action: { label: 'Ver mis partidos de familia', url: pageUrl(paths.familyMatches) },
    }),
    now,
  );
