/** Existing accounts that become club staff, and the result of removing the club or the member. */
import { expect, test, vi } from 'vitest';
import { call, createClub, createPerson } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { listMails, logIn } from '../../support/people.ts';

const { resendInvitation } = await import('../../../functions/people/staff/store.ts');
const { closeStaffOfClub, staff: staffList } = await import('../../../functions/people/staff/store.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const admin = await createPerson('ADMIN');
const invite = (email: string, clubId: string) =>
  call('POST /live/club-staff-users', { token: admin.token, body: { email, clubId } });
const findToken = async (email: string) => {
  const mail = await eventually(async () => (await listMails(email)).find(({ subject }) => /invitado/.test(subject)));
  return String(/token=([\w-]+)/.exec(mail.text)?.[1]);
};

test('[B-API-30][B-STAFF-11] keeps an invited viewer’s account, which becomes staff with the link', async () => {
  const of = await createClub('CD Mixto');
  const viewer = await createPerson('REGULAR_SUBSCRIBER');
  const { email } = viewer.user;
  const made = await invite(email, of);
  expect([made.status, made.data.id]).toEqual([201, viewer.user.id]);
  expect((await call('GET /users/me', { token: viewer.token })).data.user.role).toBe('REGULAR_SUBSCRIBER');
  const body = { name: 'Ana', password: 'mi-clave-nueva' };
  const params = { token: await findToken(email) };
  expect((await call('POST /club-staff-invitations/{token}/accept', { params, body })).status).toBe(200);
  // Following the link proved access to the mailbox, so earlier sessions end.
  expect((await call('GET /users/me', { token: viewer.token })).status).toBe(401);
  const session = (await logIn(email, body.password)).data;
  expect(session.user).toMatchObject({ role: 'CLUB_STAFF', clubId: of });

  const remove = { token: admin.token, params: { id: viewer.user.id } };
  expect((await call('DELETE /live/club-staff-users/{id}', remove)).status).toBe(200);
  const again = await logIn(email, body.password);
  expect(again.data.user).toMatchObject({ role: 'REGULAR_SUBSCRIBER', clubId: null });
});

test('rejects inviting staff or admins, with a reason', async () => {
  const of = await createClub();
  const staff = await createPerson('CLUB_STAFF', { clubId: of });
  for (const { user } of [staff, admin]) {
    const answer = await invite(user.email, of);
    expect([answer.status, answer.code]).toEqual([409, 'STF4092']);
  }
  const viewer = await createPerson('REGULAR_BASIC');
  expect((await invite(viewer.user.email, of)).status).toBe(201);
  expect((await invite(viewer.user.email, of)).code).toBe('STF4092');
});

test('[B-STAFF-11] voids and unlists the invitation of a deleted viewer', async () => {
  const of = await createClub();
  const { user, token } = await createPerson('REGULAR_BASIC');
  await setPassword(user.id, 'mi-clave-de-antes');
  const { id } = (await invite(user.email, of)).data;
  const link = { token: await findToken(user.email) };
  const gone = await call('DELETE /users/me', { token, body: { password: 'mi-clave-de-antes' } });
  expect(gone.status).toBe(200);
  const body = { name: 'Ana', password: 'mi-clave-nueva' };
  const answer = await call('POST /club-staff-invitations/{token}/accept', { params: link, body });
  expect([answer.status, answer.code]).toEqual([400, 'STF4000']);
  const read = () => call('GET /live/club-staff-users/{id}', { token: admin.token, params: { id } });
  await eventually(async () => (await read()).status, is(404));
  expect((await call('DELETE /live/clubs/{id}', { token: admin.token, params: { id: of } })).status).toBe(200);
});

test('keeps staff of a deleted club disabled; a former viewer becomes one again', async () => {
  const of = await createClub();
  const viewer = await createPerson('REGULAR_BASIC');
  const email = `${viewer.user.id.toLowerCase()}@nuevo.test`;
  const ids = [(await invite(viewer.user.email, of)).data.id, (await invite(email, of)).data.id];
  for (const address of [viewer.user.email, email]) {
    const params = { token: await findToken(address) };
    const body = { name: 'Ana', password: 'mi-clave-nueva' };
    await call('POST /club-staff-invitations/{token}/accept', { params, body });
  }
  await call('DELETE /live/clubs/{id}', { token: admin.token, params: { id: of } });
  const status = async (id: string) =>
    (await call('GET /live/club-staff-users/{id}', { token: admin.token, params: { id } })).data.clubStaffUser.status;
  for (const id of ids) await eventually(() => status(id), is('disabled'));
  const enable = await call('PATCH /live/club-staff-users/{id}', {
    token: admin.token,
    params: { id: String(ids[1]) },
    body: { status: 'active' },
  });
  expect([enable.status, enable.code]).toEqual([400, 'CLB4000']);
  expect((await logIn(email, 'mi-clave-nueva')).status).toBe(401);
  expect((await logIn(viewer.user.email, 'mi-clave-nueva')).data.user.role).toBe('REGULAR_BASIC');
});

test.each([
  ['closed with their club', 'STF4091', (clubId: string) => closeStaffOfClub(clubId, Date.now())],
  ['deleted', 'STF4040', (_: string, id: string) => staffList.remove(id)],
])('sends no second link to a person who is %s in the same moment', async (_, code, end) => {
  const of = await createClub();
  const email = `${of.toLowerCase()}@nuevo.test`;
  const { id } = (await invite(email, of)).data;
  await findToken(email);
  const { get } = staffList;
  vi.spyOn(staffList, 'get').mockImplementationOnce(async (wanted) => {
    const found = await get.call(staffList, wanted);
    await end(of, id);
    return found;
  });
  await expect(resendInvitation(id, Date.now())).rejects.toMatchObject({ code });
  expect(await listMails(email)).toHaveLength(1);
});
