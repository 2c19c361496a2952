/** 'Solo familias': alerts about a match and calendars reach only the invited people. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { addresses, call, createEvent, createPerson, type Person, playedBetween } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { listDelivered, subscribePush } from '../../support/push.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';
import { admin, change, clubId, confirm, createCode, createMatch, decide, secretary } from './family-team.ts';

const { planOnAir } = await import('../../../functions/reach/alerts/plan-alerts.ts');

async function subscribe({ token }: Person) {
  const { pushKey } = (await call('GET /users/me/alerts', { token })).data;
  const subscription = await subscribePush(pushKey);
  await call('PUT /users/me/alerts/devices', { token, body: subscription });
  return subscription;
}

/** Subscribes the devices of an invited person and of a stranger who both follow the club. */
async function subscribeFollowers() {
  const people = [await createPerson('REGULAR_BASIC'), await createPerson('REGULAR_SUBSCRIBER')] as const;
  await confirm(people[0], await createCode());
  for (const { token } of people) await call('PUT /users/me/alerts/clubs/{clubId}', { token, params: { clubId } });
  return { invited: await subscribe(people[0]), stranger: await subscribe(people[1]) };
}

async function createFutureMatch() {
  const event = await createEvent({ clubIds: [clubId], category: 'infantil', ...playedBetween(24, 26) });
  await change(event.id, { audience: 'FAMILIES' });
  return event;
}

describe('[F-RIGHTS-4] a match for families', () => {
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

    await planOnAir({ eventId: match.id, since: new Date().toISOString() }, Date.now());
    const actions = [createAction('PERIOD_START'), createAction('GOAL', { side: 'HOME' })];
    expect((await sendActions(secretary.token, match.id, ...actions)).status).toBe(200);
    const video = { token: admin.token, params: { id: match.vodId } };
    for (const visible of [false, true]) await call('PATCH /live/vods/{id}', { ...video, body: { visible } });
    const listTitles = async () =>
      (await listDelivered(own!)).map(({ payload }) => payload.title.split(' ')[0]).toSorted();
    await eventually(listTitles, (words) => ['Empieza', 'Ya', '¡Gol'].every((word) => words.includes(word)));
    for (const device of others) expect(await listDelivered(device)).toEqual([]);
  });

  test('alerts only invited followers about a changed hour', async () => {
    const { id } = await createFutureMatch();
    const { invited, stranger } = await subscribeFollowers();
    await change(id, playedBetween(25, 27));
    const listTitles = async () => (await listDelivered(invited)).map(({ payload }) => payload.title.split(':')[0]);
    await eventually(listTitles, (titles) => titles.includes('Cambia de hora'));
    expect(await listDelivered(stranger)).toEqual([]);
  });

  test('notifies only invited followers of its deletion and its recovery', async () => {
    const { id, title } = await createFutureMatch();
    const { invited, stranger } = await subscribeFollowers();
    const listTitles = async () => (await listDelivered(invited)).map(({ payload }) => payload.title).toSorted();
    const asAdmin = { token: admin.token, params: { id } };
    await call('DELETE /live/sportevents/{id}', asAdmin);
    await eventually(listTitles, (titles) => titles.includes(`Retirado: ${title}`));
    await call('POST /live/sportevents/{id}/recover', asAdmin);
    await change(id, { visible: true });
    await eventually(listTitles, (titles) => titles.includes(`Se juega: ${title}`));
    await change(id, { visible: false });
    await eventually(listTitles, (titles) => titles.length === 3);
    expect(await listTitles()).toEqual([`Retirado: ${title}`, `Retirado: ${title}`, `Se juega: ${title}`]);
    expect(await listDelivered(stranger)).toEqual([]);
  });

  test('uses the old title for former followers if staff rename it in the same save', async () => {
    for (const edit of [{ audience: 'FAMILIES' }, { visible: false }]) {
      const before = `Sauce – Norte ${ulid()}`;
      const times = playedBetween(24, 26);
      const { id } = await createEvent({ clubIds: [clubId], category: 'infantil', title: before, ...times });
      const follower = await createPerson('REGULAR_SUBSCRIBER');
      await call('PUT /users/me/alerts/sportevents/{id}', { token: follower.token, params: { id } });
      const device = await subscribe(follower);
      await change(id, { ...edit, title: `Nadie más lo sabe ${ulid()}` });
      const listTitles = async () => (await listDelivered(device)).map(({ payload }) => payload.title);
      await eventually(listTitles, (titles) => titles.length > 0);
      expect(await listTitles()).toEqual([`Retirado: ${before}`]);
    }
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
