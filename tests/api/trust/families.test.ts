/** 'Solo familias': access of families to a match, and its end. */
import { describe, expect, test } from 'vitest';
import { call, createEvent, createPerson, createVod, type Person } from '../../support/api.ts';
import { areAll, eventually, is } from '../../support/eventually.ts';
import { waitForMail } from '../../support/people.ts';
import {
  admin,
  ask,
  change,
  clubId,
  confirm,
  createCode,
  createMatch,
  decide,
  type Match,
  secretary,
} from './family-team.ts';

const { findViews } = await import('../../../functions/viewing/playback/live-views.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { buyerWrites } = await import('../../../functions/money/payments/buyers.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { follow } = await import('../../../functions/reach/alerts/follows.ts');
const { applyRights } = await import('../../../functions/trust/rights/apply.ts');

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
    // Other files may have added matches of the same team.
    expect([await listOwn(grandmother), await listOwn(subscriber)]).toEqual([expect.arrayContaining([match.id]), []]);
    const ofMatch = { params: { id: match.id } };
    const listOfMatch = async (token?: string) => [
      (await call('GET /sportevents/{id}/vods', { ...ofMatch, token })).data?.vods.map((vod) => vod.id),
      (await call('GET /sportevents/{id}/lives', { ...ofMatch, token })).data?.liveUsers.map(({ slug }) => slug),
    ];
    const refused = [undefined, undefined];
    expect(await listOfMatch(grandmother.token)).toEqual([[match.vodId], [match.slug]]);
    expect([await listOfMatch(), await listOfMatch(subscriber.token)]).toEqual([refused, refused]);

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
    const openMatch = () => open(match, member.token);
    await eventually(openMatch, areAll(404));
    expect(await fetchStatus(live?.url)).toBe(404);
    await change(match.id, { category: 'infantil' });
    await eventually(openMatch, areAll(200));
    await change(match.id, { visible: false });
    expect((await openMatch())[0]).toBe(404);
    await change(match.id, { visible: true });
    await change(match.id, { audience: 'EVERYBODY' });
    await eventually(() => open(match), areAll(200));
  });

  test('stays hidden from its families after the match or its recording is deleted and recovered', async () => {
    const [match, code] = [await createMatch(), await createCode()];
    const member = await createPerson('REGULAR_BASIC');
    await confirm(member, code);
    const { token } = admin;
    const openMatch = () => open(match, member.token);
    const publish = { token, body: { visible: true } };
    const video = { token, params: { id: match.vodId } };
    await call('DELETE /live/vods/{id}', video);
    await call('POST /live/vods/{id}/recover', video);
    expect((await openMatch()).slice(5, 9)).toEqual([404, 404, 404, 404]);
    await call('PATCH /live/vods/{id}', { ...video, ...publish });
    expect(await openMatch()).toEqual(all);

    const event = { token, params: { id: match.id } };
    expect((await call('DELETE /live/sportevents/{id}', event)).status).toBe(200);
    await call('POST /live/sportevents/{id}/recover', event);
    await eventually(async () => (await vods.get(match.vodId))?.sportEventId, is(match.id));
    await eventually(async () => (await openMatch()).slice(0, 5), areAll(404));
    const { sportEvent } = (await call('GET /vods/{id}', { ...video, token: member.token })).data.vod;
    expect(sportEvent).toBe(null);
    expect(await listOwn(member)).not.toContain(match.id);
    await call('PATCH /live/sportevents/{id}', { ...event, ...publish });
    await eventually(openMatch, (statuses) => statuses.slice(0, 9).every(is(200)));
  });

  test('closes together with its recordings when staff hide both', async () => {
    const [match, code] = [await createMatch(), await createCode()];
    const member = await createPerson('REGULAR_BASIC');
    await confirm(member, code);
    expect((await open(match, member.token))[5]).toBe(200);
    const hidden = { token: admin.token, params: { id: match.id }, body: { visible: false, hideVods: true } };
    await call('PATCH /live/sportevents/{id}', hidden);
    await eventually(async () => (await open(match, member.token)).slice(0, 9), areAll(404));
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

test('[F-RIGHTS-4] counts who would lose a match, before it becomes one for families', async () => {
  const { id } = await createEvent({ clubIds: [clubId] });
  const create = () => createPerson('REGULAR_BASIC');
  const [one, other, elsewhere] = [await create(), await create(), await create()];
  const purchase = { id, title: 'Derbi', until: new Date(Date.now() + 86_400_000).toISOString(), amount: 199 };
  for (const { user } of [one, other]) await transact(buyerWrites({ id: user.id, purchases: [] }, [purchase as never]));
  await follow(one.user.id, `events#${id}`, Date.now());
  const count = (token: string) => call('GET /families/matches/{id}', { token, params: { id } });
  expect((await count(secretary.token)).data).toEqual({ buyers: 2, amount: 398, followers: 1 });
  expect((await count(elsewhere.token)).status).toBe(403);
});
