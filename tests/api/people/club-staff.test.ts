/** Club staff: invitations by email, status, and the end of their access. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createPerson } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { listMails, logIn } from '../../support/people.ts';

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Nuestro');
const password = 'mi-clave-nueva';

const createAddress = () => `persona-${Math.random().toString(36).slice(2)}@cantera.test`;
const invite = (email: string, atClub = clubId) =>
  call('POST /live/club-staff-users', { token: admin.token, body: { email, clubId: atClub } });
/** Lists the tokens of the invitations sent to an address, newest first. */
const listTokens = async (email: string) =>
  (await listMails(email)).flatMap(({ text }) => /token=([\w-]+)/.exec(text)?.[1] ?? []);
const findToken = async (email: string) => String((await listTokens(email))[0]);
const readInvitation = (token: string) => call('GET /club-staff-invitations/{token}', { params: { token } });
const accept = (token: string, name: string) =>
  call('POST /club-staff-invitations/{token}/accept', { params: { token }, body: { name, password } });
const findMember = async (params: { id: string }) =>
  (await call('GET /live/club-staff-users/{id}', { token: admin.token, params })).data.clubStaffUser;

describe('club staff', () => {
  test('[B-API-30][B-API-36][B-API-37][B-STAFF-6][B-STAFF-7][B-STAFF-20] accept an invitation by email and log in', async () => {
    const email = createAddress();
    const made = await invite(`  ${email.toUpperCase()} `);
    expect([made.status, made.message]).toEqual([
      201,
      `Invitación enviada correctamente a ${email} para unirse a CD Nuestro`,
    ]);
    const token = await findToken(email);
    expect((await readInvitation(token)).data).toEqual({ email, clubName: 'CD Nuestro' });
    expect((await logIn(email, password)).status).toBe(401);
    expect((await accept(token, 'Marta')).status).toBe(200);
    const again = await accept(token, 'Marta');
    expect([again.status, again.message]).toEqual([400, 'La invitación no es válida o ha caducado.']);
    const session = await logIn(email, password);
    expect(session.data.user).toMatchObject({ role: 'CLUB_STAFF', clubId, name: 'Marta' });
    const member = await findMember(made.data);
    expect(member).toMatchObject({ status: 'active', personalName: 'Marta', clubName: 'CD Nuestro' });
    expect(member.dateActivated).not.toBeNull();
  });

  test('[B-STAFF-21][B-API-35] get a new link when their invitation is sent again, which voids the old one; an invented link is rejected', async () => {
    const email = createAddress();
    const { data: params } = await invite(email);
    const old = await findToken(email);
    const resend = await call('POST /live/club-staff-users/{id}/resend-invitation', { token: admin.token, params });
    expect(resend.message).toBe('Invitación reenviada correctamente');
    expect((await readInvitation(old)).status).toBe(400);
    const [current] = (await listTokens(email)).filter((token) => token !== old);
    expect((await readInvitation(String(current))).status).toBe(200);
    expect((await readInvitation('inventado')).code).toBe('STF4000');
  });

  test('[B-API-22][B-STAFF-22] lose their access, or their open invitation, when their club is deleted', async () => {
    const ownClubId = await createClub('CD Efímero');
    const [one, two] = [createAddress(), createAddress()];
    const made = [await invite(one, ownClubId), await invite(two, ownClubId)];
    const [token, open] = [await findToken(one), await findToken(two)];
    await accept(token, 'Ana');
    const session = (await logIn(one, password)).data.token;
    expect((await call('GET /clubStaff/vods', { token: session })).status).toBe(200);
    await call('DELETE /live/clubs/{id}', { token: admin.token, params: { id: ownClubId } });
    await eventually(async () => (await call('GET /clubStaff/vods', { token: session })).status, is(401));
    expect((await logIn(one, password)).status).toBe(401);
    await eventually(async () => (await readInvitation(open)).code, is('STF4000'));
    for (const { data } of made) expect((await findMember(data)).status).toBe('disabled');
  });

  test('[B-STAFF-22][B-STAFF-11][B-STAFF-10][B-API-33] lose sessions and login when disabled; invited users stay invited', async () => {
    const email = createAddress();
    const { data: params } = await invite(email);
    const change = (body: object) => call('PATCH /live/club-staff-users/{id}', { token: admin.token, params, body });
    expect((await change({ status: 'active' })).code).toBe('STF4090');
    expect((await change({ status: 'invited' })).status).toBe(400);
    await accept(await findToken(email), 'Luis');
    const session = await logIn(email, password);
    expect((await change({ status: 'disabled' })).data.clubStaffUser.status).toBe('disabled');
    expect((await call('GET /users/me', { token: session.data.token })).status).toBe(401);
    expect((await logIn(email, password)).code).toBe('SR4006');
    await change({ status: 'active' });
    expect((await logIn(email, password)).status).toBe(200);
  });

  test('[B-API-31][B-STAFF-15][B-STAFF-16] are searched by email, name and club, and filtered by status', async () => {
    const ownClubId = await createClub('Agrupación Única');
    const [one, two] = [createAddress(), createAddress()];
    await invite(one, ownClubId);
    await invite(two, ownClubId);
    const list = async (query: object) =>
      (await call('GET /live/club-staff-users', { token: admin.token, query })).data;
    const listEmails = async (query: object) => (await list(query)).clubStaffUsers.map(({ email }) => email).sort();
    expect(await listEmails({ search: 'agrupacion unica' })).toEqual([one, two].sort());
    expect(await listEmails({ search: one.toUpperCase() })).toEqual([one]);
    expect(await listEmails({ search: 'agrupacion unica', status: 'active' })).toEqual([]);
    const { pagination } = await list({ search: 'agrupacion unica' });
    expect(pagination).toEqual({ limit: 12, page: 1, total: 2, totalPages: 1 });
  });

  test('[B-API-34] are deleted, which frees their address', async () => {
    const email = createAddress();
    const { data: params } = await invite(email);
    expect((await invite(email)).code).toBe('STF4092');
    const removed = await call('DELETE /live/club-staff-users/{id}', { token: admin.token, params });
    expect(removed.message).toBe('Usuario eliminado correctamente');
    expect((await invite(email)).status).toBe(201);
  });

  test.each([
    [{ clubId }, 'El email es requerido'],
    [{ email: 'nada', clubId }, 'Por favor, ingresa un email válido'],
    [{ email: 'ana@cantera.test' }, 'Debes seleccionar un club'],
  ])('[B-STAFF-3][B-STAFF-4][B-STAFF-5] are not invited with invalid data: %j', async (body, message) => {
    expect((await call('POST /live/club-staff-users', { token: admin.token, body })).message).toBe(message);
  });
});
