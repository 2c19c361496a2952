/** 'Solo familias': invitations, access of families, and its end. */
import { ulid } from 'ulid';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FamilyState } from '../../../shared/contract/families.ts';
import { findSeason } from '../../../shared/domain/competition.ts';
import { addresses, call, createClub, createEvent, createPerson, createVod, type Person } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { edgeHeaders, logIn, waitForMail } from '../../support/people.ts';
import { listDelivered, subscribePush } from '../../support/push.ts';

const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { findViews } = await import('../../../functions/viewing/playback/live-views.ts');
const { listFamilies } = await import('../../../functions/trust/families/store.ts');
const { planPicture } = await import('../../../functions/reach/alerts/plan-alerts.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { getUser } = await import('../../../functions/people/accounts/store.ts');
const { familyTeamKey } = await import('../../../functions/platform/shown/families.ts');
const { applyRights } = await import('../../../functions/trust/rights/apply.ts');

const startedAt = new Date().toISOString();
const season = findSeason(startedAt);

let admin: Person;
let clubId: string;
let secretary: Person;
beforeAll(async () => {
  admin = await createPerson('ADMIN');
  clubId = await createClub();
  secretary = await createPerson('CLUB_STAFF', { clubId });
});

const team = (category = 'infantil') => ({ clubId, sport: 'SOCCER' as const, category, season });

async function createCode(body: object = team(), { token } = secretary): Promise<string> {
  return (await call('POST /families/codes', { token, body })).data.code;
}

const ask = (code: string, { token }: Person) =>
  call('POST /family-invitations/{token}', { token, params: { token: code } });

async function findMemberId({ user }: Person, of = clubId): Promise<string> {
  const found = (await listFamilies(of)).members.find(({ userId }) => userId === user.id);
  if (!found) throw new Error('The person has not asked');
  return found.id;
}

const decide = (id: string, state: FamilyState, { token } = secretary) =>
  call('POST /families/members/{id}/decision', { token, params: { id }, body: { state } });

async function confirm(person: Person, code: string): Promise<string> {
  await ask(code, person);
  const id = await findMemberId(person);
  expect((await decide(id, 'CONFIRMED')).status).toBe(200);
  return id;
}

/** Creates a match on air with a recording, as its staff do. */
async function createMatch() {
  const times = { scheduledStartDate: startedAt, scheduledFinishDate: new Date(Date.now() + 7_200_000).toISOString() };
  const event = await createEvent({ clubIds: [clubId], category: 'infantil', isPublic: true, ...times });
  const vod = await createVod({ clubIds: [clubId], sportEventId: event.id });
  const camera = await createSource(createSourceItem('camera', `familias-${ulid().toLowerCase()}`, Date.now()));
  const edit = { token: admin.token, params: { id: camera.id }, body: { sportEventId: event.id } };
  await call('PATCH /live/cameras/{id}', edit);
  const broadcast = { id: ulid(), streamId: 'st-1', startedAt, stoppedAt: null, event: null };
  await sources.change(camera.id, (source) => ({ ...source, broadcast }));
  await change(event.id, { audience: 'FAMILIES' });
  await eventually(async () => (await sources.get(camera.id))?.eventFamilies !== null, Boolean);
  return { id: event.id, vodId: vod.id, slug: camera.slug, cameraId: camera.id };
}

async function change(id: string, body: object): Promise<void> {
  const answer = await call('PATCH /clubStaff/sportevents/{id}', { token: secretary.token, params: { id }, body });
  expect(answer.status).toBe(200);
}

type Match = Awaited<ReturnType<typeof createMatch>>;

const inHours = (hours: number) => ({
  scheduledStartDate: new Date(Date.now() + hours * 3_600_000).toISOString(),
  scheduledFinishDate: new Date(Date.now() + (hours + 2) * 3_600_000).toISOString(),
});

async function subscribe({ token }: Person) {
  const { pushKey } = (await call('GET /users/me/alerts', { token })).data;
  const subscription = await subscribePush(pushKey);
  await call('PUT /users/me/alerts/devices', { token, body: subscription });
  return subscription;
}

/** Requests all parts of the match's page; returns their statuses. */
async function open({ id, vodId, slug }: Match, token?: string) {
  const [event, vod] = [
    { params: { id }, token },
    { params: { id: vodId }, token },
  ];
  const answers = await Promise.all([
    call('GET /sportevents/{id}', event),
    call('GET /sportevents/{id}/clubs', event),
    call('GET /sportevents/{id}/score', event),
    call('GET /sportevents/{id}/signal', event),
    call('GET /sportevents/{id}/timeline', event),
    call('GET /vods/{id}', vod),
    call('GET /vods/{id}/clubs', vod),
    call('GET /vods/{id}/moments', vod),
    call('GET /vods/{id}/score', vod),
    call('GET /liveusers/{slug}', { params: { slug }, token }),
  ]);
  return answers.map(({ status }) => status);
}
const [all, none] = [200, 404].map((status) => Array.from({ length: 10 }, () => status));

/** Reads the addresses of the recording and of the live, as the player does. */
async function watch({ vodId, slug }: Match, token: string) {
  const [vod, live] = await Promise.all([
    call('GET /vods/{id}', { params: { id: vodId }, token }),
    call('GET /liveusers/{slug}', { params: { slug }, token }),
  ]);
  return [vod.data.vod.playback, live.data.liveUser.playback];
}
const fetchStatus = async (url = '') => (await fetch(url, { redirect: 'manual' })).status;

const listOwn = async ({ token }: Person) =>
  (await call('GET /users/me/family-matches', { token })).data.sportEvents.map(({ id }) => id);

describe('[F-RIGHTS-4] a match for families', () => {
  test('is watched by a confirmed grandmother, live and recorded, until the club revokes her alone', async () => {
    const [match, code] = [await createMatch(), await createCode()];
    const people = await Promise.all(['Rosa', 'Luis'].map((name) => createPerson('REGULAR_BASIC', { name })));
    const [grandmother, uncle] = people as [Person, Person];
    const subscriber = await createPerson('REGULAR_SUBSCRIBER');
    expect((await ask(code, grandmother)).data.state).toBe('WAITING');
    expect(await open(match, grandmother.token)).toEqual(none);
    const id = await confirm(grandmother, code);
    await confirm(uncle, code);
    expect((await waitForMail(grandmother.user.email, /ha confirmado/)).text).toContain('/mis-partidos');

    expect(await open(match, grandmother.token)).toEqual(all);
    for (const token of [undefined, subscriber.token]) expect(await open(match, token)).toEqual(none);
    expect([await listOwn(grandmother), await listOwn(subscriber)]).toEqual([[match.id], []]);
    const ofMatch = { params: { id: match.id } };
    const listed = async (token?: string) => [
      (await call('GET /sportevents/{id}/vods', { ...ofMatch, token })).data.vods.map((vod) => vod.id),
      (await call('GET /sportevents/{id}/lives', { ...ofMatch, token })).data.liveUsers.map(({ slug }) => slug),
    ];
    expect(await listed(grandmother.token)).toEqual([[match.vodId], [match.slug]]);
    expect([await listed(), await listed(subscriber.token)]).toEqual([
      [[], []],
      [[], []],
    ]);

    const [vod, live] = await watch(match, grandmother.token);
    expect([vod?.reason, live?.reason]).toEqual(['FAMILY', 'FAMILY']);
    expect(await fetchStatus(live?.url)).toBe(302);
    const [, livesOn] = await watch(match, uncle.token);
    expect(await fetchStatus(livesOn?.url)).toBe(302);
    const countViews = async ({ user }: Person) => (await findViews(user.id, () => true)).length;
    expect([await countViews(grandmother), await countViews(uncle)]).toEqual([1, 1]);

    expect((await decide(id, 'REVOKED')).status).toBe(200);
    expect(await open(match, grandmother.token)).toEqual(none);
    expect([await fetchStatus(vod?.url), await fetchStatus(live?.url)]).toEqual([404, 404]);
    await eventually(() => countViews(grandmother), is(0));
    expect([await countViews(uncle), await open(match, uncle.token)]).toEqual([1, all]);
    expect(await listOwn(grandmother)).toEqual([]);
  });

  test('closes to its families when it is hidden or gets another team, and opens to everybody when published', async () => {
    const [match, code] = [await createMatch(), await createCode()];
    const member = await createPerson('REGULAR_BASIC');
    await confirm(member, code);
    const [, live] = await watch(match, member.token);
    await change(match.id, { category: 'cadete' });
    const opened = () => open(match, member.token);
    await eventually(opened, (statuses) => statuses.every(is(404)));
    expect(await fetchStatus(live?.url)).toBe(404);
    await change(match.id, { category: 'infantil' });
    await eventually(opened, (statuses) => statuses.every(is(200)));
    await change(match.id, { visible: false });
    expect((await opened())[0]).toBe(404);
    await change(match.id, { visible: true });
    await change(match.id, { audience: 'EVERYBODY' });
    await eventually(
      () => open(match),
      (statuses) => statuses.every(is(200)),
    );
  });

  test('stays hidden from its families after the match or its recording is deleted and recovered @ci', async () => {
    const [match, code] = [await createMatch(), await createCode()];
    const member = await createPerson('REGULAR_BASIC');
    await confirm(member, code);
    const { token } = admin;
    const opened = () => open(match, member.token);
    const publish = { token, body: { visible: true } };
    const video = { token, params: { id: match.vodId } };
    await call('DELETE /live/vods/{id}', video);
    await call('POST /live/vods/{id}/recover', video);
    expect((await opened()).slice(5, 9)).toEqual([404, 404, 404, 404]);
    await call('PATCH /live/vods/{id}', { ...video, ...publish });
    expect(await opened()).toEqual(all);

    const event = { token, params: { id: match.id } };
    expect((await call('DELETE /live/sportevents/{id}', event)).status).toBe(200);
    await call('POST /live/sportevents/{id}/recover', event);
    await eventually(async () => (await vods.get(match.vodId))?.sportEventId, is(match.id));
    await eventually(
      async () => (await opened()).slice(0, 5),
      (statuses) => statuses.every(is(404)),
    );
    const { sportEvent } = (await call('GET /vods/{id}', { ...video, token: member.token })).data.vod;
    expect(sportEvent).toBe(null);
    expect(await listOwn(member)).not.toContain(match.id);
    await call('PATCH /live/sportevents/{id}', { ...event, ...publish });
    await eventually(opened, (statuses) => statuses.slice(0, 9).every(is(200)));
  });

  test('closes together with its recordings when staff hide both', async () => {
    const [match, code] = [await createMatch(), await createCode()];
    const member = await createPerson('REGULAR_BASIC');
    await confirm(member, code);
    expect((await open(match, member.token))[5]).toBe(200);
    const hidden = { token: admin.token, params: { id: match.id }, body: { visible: false, hideVods: true } };
    await call('PATCH /live/sportevents/{id}', hidden);
    await eventually(
      async () => (await open(match, member.token)).slice(0, 9),
      (statuses) => statuses.every(is(404)),
    );
  });

  test('alerts only invited followers about start, goals and video', async () => {
    const [match, code] = [await createMatch(), await createCode()];
    const roles = ['REGULAR_BASIC', 'REGULAR_BASIC', 'REGULAR_SUBSCRIBER', 'REGULAR_SUBSCRIBER'] as const;
    const people = await Promise.all(roles.map((role) => createPerson(role)));
    const [member, revoked, stranger, early] = people as [Person, Person, Person, Person];
    const follow = async ({ token }: Person) =>
      (await call('PUT /users/me/alerts/sportevents/{id}', { token, params: { id: match.id } })).status;
    await confirm(member, code);
    const id = await confirm(revoked, code);
    expect(await Promise.all([member, revoked, stranger].map(follow))).toEqual([200, 200, 404]);
    await decide(id, 'REVOKED');
    await call('PUT /users/me/alerts/clubs/{clubId}', { token: stranger.token, params: { clubId } });
    await change(match.id, { audience: 'EVERYBODY' });
    await eventually(() => follow(early), is(200));
    await change(match.id, { audience: 'FAMILIES' });
    const devices = await Promise.all(people.map(subscribe));
    const [own, ...others] = devices;

    await planPicture({ eventId: match.id, since: new Date().toISOString() }, Date.now());
    const at = Date.now();
    const logged = (kind: string, more = {}) => ({ id: ulid(), kind, period: 1, clockMs: 0, at, ...more });
    const actions = [logged('PERIOD_START'), logged('GOAL', { side: 'HOME' })];
    const desk = { token: secretary.token, params: { id: match.id }, body: { device: ulid(), sentAt: at, actions } };
    expect((await call('POST /sportevents/{id}/score/actions', desk)).status).toBe(200);
    const video = { token: admin.token, params: { id: match.vodId } };
    for (const visible of [false, true]) await call('PATCH /live/vods/{id}', { ...video, body: { visible } });
    const told = async () => (await listDelivered(own!)).map(({ payload }) => payload.title.split(' ')[0]).toSorted();
    await eventually(told, (words) => ['Empieza', 'Ya', '¡Gol'].every((word) => words.includes(word)));
    for (const device of others) expect(await listDelivered(device)).toEqual([]);
  });

  test('alerts only invited followers about a changed hour', async () => {
    const code = await createCode();
    const { id } = await createEvent({ clubIds: [clubId], category: 'infantil', ...inHours(24) });
    await change(id, { audience: 'FAMILIES' });
    const people = [await createPerson('REGULAR_BASIC'), await createPerson('REGULAR_SUBSCRIBER')] as const;
    await confirm(people[0], code);
    for (const { token } of people) await call('PUT /users/me/alerts/clubs/{clubId}', { token, params: { clubId } });
    const [own, other] = await Promise.all(people.map(subscribe));
    await change(id, inHours(25));
    const told = async () => (await listDelivered(own!)).map(({ payload }) => payload.title.split(':')[0]);
    await eventually(told, (titles) => titles.includes('Cambia de hora'));
    expect(await listDelivered(other!)).toEqual([]);
  });

  test('tells only invited followers when it is deleted, and again when it is back', async () => {
    const { id, title } = await createEvent({ clubIds: [clubId], category: 'infantil', ...inHours(24) });
    await change(id, { audience: 'FAMILIES' });
    const people = [await createPerson('REGULAR_BASIC'), await createPerson('REGULAR_SUBSCRIBER')] as const;
    await confirm(people[0], await createCode());
    for (const { token } of people) await call('PUT /users/me/alerts/clubs/{clubId}', { token, params: { clubId } });
    const [own, other] = await Promise.all(people.map(subscribe));
    const told = async () => (await listDelivered(own!)).map(({ payload }) => payload.title).toSorted();
    const asAdmin = { token: admin.token, params: { id } };
    await call('DELETE /live/sportevents/{id}', asAdmin);
    await eventually(told, (titles) => titles.includes(`Retirado: ${title}`));
    await call('POST /live/sportevents/{id}/recover', asAdmin);
    await change(id, { visible: true });
    await eventually(told, (titles) => titles.includes(`Se juega: ${title}`));
    await change(id, { visible: false });
    await eventually(told, (titles) => titles.length === 3);
    expect(await told()).toEqual([`Retirado: ${title}`, `Retirado: ${title}`, `Se juega: ${title}`]);
    expect(await listDelivered(other!)).toEqual([]);
  });

  test('uses the old title for former followers if staff rename it in the same save', async () => {
    for (const edit of [{ audience: 'FAMILIES' }, { visible: false }]) {
      const before = `Sauce – Norte ${ulid()}`;
      const { id } = await createEvent({ clubIds: [clubId], category: 'infantil', title: before, ...inHours(24) });
      const follower = await createPerson('REGULAR_SUBSCRIBER');
      await call('PUT /users/me/alerts/sportevents/{id}', { token: follower.token, params: { id } });
      const device = await subscribe(follower);
      await change(id, { ...edit, title: `Nadie más lo sabe ${ulid()}` });
      const told = async () => (await listDelivered(device)).map(({ payload }) => payload.title);
      await eventually(told, (titles) => titles.length > 0);
      expect(await told()).toEqual([`Retirado: ${before}`]);
    }
  });

  test('appears in its staff’s ‘Hoy’, in the scorer app and on the camera’s page like any other', async () => {
    const { id, slug, cameraId } = await createMatch();
    const { token } = secretary;
    const { matches } = (await call('GET /clubStaff/today', { token })).data;
    const match = matches.find((one) => one.id === id);
    expect(match?.cameras.map((camera) => camera.slug)).toEqual([slug]);
    const { strays } = (await call('GET /live/today', { token: admin.token })).data;
    expect(strays.map((stray) => stray.slug)).not.toContain(slug);
    const desk = await call('GET /sportevents/{id}/desk', { token, params: { id } });
    expect(desk.data.match.title).toBe(match?.title);
    const camera = await call('GET /live/cameras/{id}', { token: admin.token, params: { id: cameraId } });
    expect(camera.data.sportEventId).toBe(id);
  });

  test('passes its audience to recordings that are added later, and to those whose match is deleted', async () => {
    const { id } = await createMatch();
    const { id: vodId } = await createVod({ clubIds: [clubId], sportEventId: id });
    await applyRights(Date.now());
    expect(await vods.get(vodId)).toMatchObject({ audience: 'FAMILIES', visible: false });
    await vods.change(vodId, (vod) => ({ ...vod, sportEventId: null }));
    await applyRights(Date.now());
    expect(await vods.get(vodId)).toMatchObject({ audience: 'FAMILIES', visible: false });
  });
});

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

  test('is decided on by the team’s club only', async () => {
    const member = await createPerson('REGULAR_BASIC');
    await ask(await createCode(), member);
    const id = await findMemberId(member);
    const stranger = await createPerson('CLUB_STAFF', { clubId: await createClub() });
    expect((await decide(id, 'CONFIRMED', stranger)).code).toBe('SSN4030');
    expect((await decide(id, 'CONFIRMED', member)).status).toBe(403);
    expect((await call('POST /families/codes', { token: stranger.token, body: team() })).code).toBe('SSN4030');
    expect((await call('GET /families', { token: stranger.token, query: { clubId } })).code).toBe('SSN4030');
    expect((await decide(id, 'REVOKED')).code).toBe('FAM4090');
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

  test('is refused to a network that tries many codes, and to an account that asks often @ci', async () => {
    const member = await createPerson('REGULAR_BASIC');
    const headers = edgeHeaders('198.51.100.77');
    const guess = () => call('GET /family-invitations/{token}', { params: { token: 'x'.repeat(24) }, headers });
    const answers = [];
    for (let tries = 0; tries < 61; tries += 1) answers.push((await guess()).status);
    expect([answers[59], answers[60]]).toEqual([404, 429]);
    const code = await createCode(team('cadete'));
    const asked = [];
    for (let tries = 0; tries < 21; tries += 1) asked.push((await ask(code, member)).status);
    expect([asked[19], asked[20]]).toEqual([200, 429]);
  });
});

test('[F-RIGHTS-4] only the calendar of an invited person contains the match', async () => {
  const [match, code] = [await createMatch(), await createCode()];
  const [member, follower] = [await createPerson('REGULAR_BASIC'), await createPerson('REGULAR_SUBSCRIBER')];
  const id = await confirm(member, code);
  await call('PUT /users/me/favorite-clubs/{clubId}', { token: follower.token, params: { clubId } });
  const read = async ({ token }: Person) => {
    const own = (await call('POST /users/me/calendar', { token })).data.token;
    return (await fetch(`${addresses.api}/calendars/mine/${own}`)).text();
  };
  const paths = [`/clubs/${clubId}/calendar`, '/calendars/futbol', `/sportevents/${match.id}/calendar`];
  const shared = await Promise.all(paths.map(async (path) => (await fetch(addresses.api + path)).text()));
  expect(await read(member)).toContain(match.id);
  for (const text of [await read(follower), ...shared]) expect(text).not.toContain(match.id);
  await decide(id, 'REVOKED');
  expect(await read(member)).not.toContain(match.id);
});
