/** 'Solo familias': the invitations to a team, the requests of people, and the decisions of the club. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createPerson } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { edgeHeaders, logIn, waitForMail } from '../../support/people.ts';
import { enterTimeWindow } from '../../support/time-window.ts';
import { enter } from '../people/email-purchase.ts';
import {
  admin,
  ask,
  clubId,
  confirm,
  createCode,
  decide,
  findMemberId,
  season,
  secretary,
  team,
} from './family-team.ts';

const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { listFamilies } = await import('../../../functions/trust/families/store.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');
const { familyTeamKey } = await import('../../../functions/platform/shown/families.ts');

describe('[F-RIGHTS-4] an invitation', () => {
  test('is void once another code has replaced it; confirmed people stay', async () => {
    const old = await createCode(team('juvenil'));
    const member = await createPerson('REGULAR_BASIC');
    await confirm(member, old);
    const code = await createCode(team('juvenil'));
    const late = await createPerson('REGULAR_BASIC');
    expect(await ask(old, late)).toMatchObject({ status: 404, code: 'FAM4041' });
    expect((await call('GET /family-invitations/{token}', { params: { token: old } })).code).toBe('FAM4041');
    const { data } = await call('GET /family-invitations/{token}', { params: { token: code }, token: member.token });
    expect(data).toMatchObject({ category: 'juvenil', season, state: 'CONFIRMED', club: { id: clubId } });
  });

  test('is confirmed only for a proved address, and leads the owner of the mailbox to the account', async () => {
    const impostor = await createPerson('REGULAR_BASIC', { name: 'Rosa', surname: 'Gil', emailConfirmedAt: null });
    const code = await createCode(team('junior'));
    expect((await ask(code, impostor)).message).toContain('para demostrar que la dirección es tuya');
    const readMember = async () =>
      (await call('GET /families', { token: secretary.token })).data.members.find(
        ({ email }) => email === impostor.user.email,
      );
    expect(await readMember()).toMatchObject({ state: 'WAITING', isProved: false });
    const id = await findMemberId(impostor);
    expect((await decide(id, 'CONFIRMED')).code).toBe('FAM4092');

    // The owner of the mailbox follows the link: the impostor is out, and the club may confirm.
    const mail = await waitForMail(impostor.user.email, /este email es tuyo/);
    const token = String(/token=([\w-]+)/.exec(mail.text)?.[1]);
    const body = { token, newPassword: 'la-clave-de-rosa' };
    expect((await call('POST /users/reset-password', { body })).status).toBe(200);
    expect((await call('GET /users/me', { token: impostor.token })).status).toBe(401);
    expect(await readMember()).toMatchObject({ isProved: true });
    expect((await decide(id, 'CONFIRMED')).status).toBe(200);
  });

  test('keeps the right of a confirmed person whose address somebody else types to buy a match', async () => {
    const member = await createPerson('REGULAR_BASIC', { withoutPassword: true });
    await confirm(member, await createCode());
    const answer = await enter(member.user.email);
    expect([answer.status, (await getUser(member.user.id))?.families]).toEqual([
      409,
      [familyTeamKey({ ...team(), category: 'infantil' })],
    ]);
  });

  test('becomes one request if used twice concurrently, and one of two concurrent decisions wins', async () => {
    const code = await createCode();
    const member = await createPerson('REGULAR_BASIC');
    const both = await Promise.all([ask(code, member), ask(code, member)]);
    expect(both.map(({ data }) => data.state)).toEqual(['WAITING', 'WAITING']);
    const { members } = (await call('GET /families', { token: secretary.token })).data;
    expect(members.filter(({ email }) => email === member.user.email)).toHaveLength(1);
    const id = await findMemberId(member);
    const decided = await Promise.all([decide(id, 'CONFIRMED'), decide(id, 'REFUSED')]);
    expect(decided.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('keeps both teams of a person who is confirmed in two concurrently', async () => {
    const member = await createPerson('REGULAR_BASIC');
    for (const category of ['alevin', 'benjamin']) await ask(await createCode(team(category)), member);
    const { members } = await listFamilies(clubId);
    const own = members.filter(({ userId }) => userId === member.user.id);
    await Promise.all(own.map(({ id }) => decide(id, 'CONFIRMED')));
    const { teams } = (await call('GET /users/me/family-matches', { token: member.token })).data;
    expect(teams.map(({ category, state }) => [category, state]).sort()).toEqual([
      ['alevin', 'CONFIRMED'],
      ['benjamin', 'CONFIRMED'],
    ]);
  });

  test('lets a refused person ask again with a newer code only', async () => {
    const code = await createCode(team('senior'));
    const member = await createPerson('REGULAR_BASIC');
    await ask(code, member);
    await decide(await findMemberId(member), 'REFUSED');
    expect((await ask(code, member)).data.state).toBe('REFUSED');
    expect((await ask(await createCode(team('senior')), member)).data.state).toBe('WAITING');
  });

  test('is in the data export, and goes with the account', async () => {
    const code = await createCode();
    const member = await createPerson('REGULAR_BASIC');
    await setPassword(member.user.id, 'una-clave-larga');
    await confirm(member, code);
    const { token } = (await logIn(member.user.email, 'una-clave-larga')).data;
    const exported = (await call('GET /users/me/data', { token })).data;
    expect(exported.families).toMatchObject([{ clubId, category: 'infantil', state: 'CONFIRMED' }]);
    await call('DELETE /users/me', { token, body: { password: 'una-clave-larga' } });
    await eventually(
      async () => (await listFamilies(clubId)).members.some(({ userId }) => userId === member.user.id),
      is(false),
    );
  });

  test('[F-AUDIT-1] leaves one audit entry for each request and decision, without the person’s name', async () => {
    const code = await createCode(team('prebenjamin'));
    const member = await createPerson('REGULAR_BASIC', { name: 'Remedios' });
    await ask(code, member);
    await ask(code, member);
    const id = await findMemberId(member);
    await decide(id, 'CONFIRMED');
    const { entries } = (await call('GET /live/audit', { token: admin.token, query: { kind: 'families', item: id } }))
      .data;
    expect(entries.map(({ role, action, before, after }) => [role, action, before.state, after.state])).toEqual([
      ['CLUB_STAFF', 'CHANGE', 'WAITING', 'CONFIRMED'],
      ['USER', 'CREATE', undefined, 'WAITING'],
    ]);
    for (const { before, after, name } of entries)
      expect(JSON.stringify([before, after, name])).not.toMatch(/Remedios|@/);
  });

  test('ends with its club, as does the access that it gave', async () => {
    const of = await createClub();
    const own = await createPerson('CLUB_STAFF', { clubId: of });
    const code = await createCode({ ...team(), clubId: of }, own);
    const member = await createPerson('REGULAR_BASIC');
    await ask(code, member);
    await decide(await findMemberId(member, of), 'CONFIRMED', own);
    await confirm(member, await createCode());
    const read = async () => (await call('GET /users/me/family-matches', { token: member.token })).data.teams;
    expect(await read()).toHaveLength(2);
    await call('DELETE /live/clubs/{id}', { token: admin.token, params: { id: of } });
    await eventually(async () => (await read()).map(({ club }) => club.id).join(), is(clubId));
    expect((await getUser(member.user.id))?.families).toEqual([familyTeamKey({ ...team(), category: 'infantil' })]);
    expect(await listFamilies(of)).toEqual({ codes: [], members: [] });
    expect((await ask(code, member)).code).toBe('FAM4041');
  });

  test('is refused to a network that tries many codes, and to an account that asks often', async () => {
    await enterTimeWindow(10);
    const member = await createPerson('REGULAR_BASIC');
    const headers = edgeHeaders('198.51.100.77');
    const guess = () => call('GET /family-invitations/{token}', { params: { token: 'x'.repeat(24) }, headers });
    const answers = [];
    for (let tries = 0; tries < 61; tries += 1) answers.push((await guess()).status);
    expect([answers[59], answers[60]]).toEqual([404, 429]);
    const code = await createCode(team('cadete'));
    // The whole team may share the network of an attacker who tries codes.
    const opened = await call('GET /family-invitations/{token}', { params: { token: code }, headers });
    expect(opened.status).toBe(200);
    const asked = [];
    for (let tries = 0; tries < 21; tries += 1) asked.push((await ask(code, member)).status);
    expect([asked[19], asked[20]]).toEqual([200, 429]);
  });
});
