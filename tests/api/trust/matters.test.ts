/** Objections and reports, from the form to the decision; the limits never refuse a guardian. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createStoredClip, createVod } from '../../support/api.ts';
import { findMatter, sendObjection } from '../../support/objections.ts';
import { waitForMail } from '../../support/people.ts';
import { enterTimeWindow } from '../../support/time-window.ts';

const { advance } = await import('../../../functions/trust/matters/advance.ts');
const { detachAccount, matters } = await import('../../../functions/trust/matters/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { buyerWrites } = await import('../../../functions/money/payments/buyers.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { undoMs } = await import('../../../functions/trust/matters/rules.ts');

const clubId = await createClub('CD Avisos');
const admin = await createPerson('ADMIN');
const staff = await createPerson('CLUB_STAFF', { clubId });

const match = async () => {
  const event = await createEvent({ clubIds: [clubId] });
  const vod = await createVod({ clubIds: [clubId], sportEventId: event.id });
  return { event, vod, page: `/evento/${event.id}` };
};
const status = async (id: string) => (await call('GET /sportevents/{id}', { params: { id } })).status;
const decide = (id: string, answer: 'KEEP' | 'HIDE' | 'ASK', version: number, token = admin.token) =>
  call('POST /matters/{id}/decision', { token, params: { id }, body: { answer, reasons: 'Motivos claros.', version } });

test('[F-DESK-1] a matter is listed in ‘Hoy’ until it is answered, for admins and for its club', async () => {
  const newClub = await createClub('CD Hoy');
  const own = await createPerson('CLUB_STAFF', { clubId: newClub });
  const readClub = async () => (await call('GET /clubStaff/today', { token: own.token })).data.matters;
  const readAll = async () => (await call('GET /live/today', { token: admin.token })).data.matters;
  expect(await readClub()).toEqual({ total: 0, deadline: null });
  const event = await createEvent({ clubIds: [newClub] });
  const first = (await sendObjection({ page: `/evento/${event.id}` })).data;
  await sendObjection({ page: `/evento/${event.id}` });
  expect(await readClub()).toEqual({ total: 2, deadline: first.deadline });
  expect((await readAll()).deadline).not.toBeNull();
  const readDifference = async () => {
    const waiting = (await matters.rows()).filter(({ state }) => state === 'OPEN' || state === 'APPEALED');
    return (await readAll()).total - waiting.length;
  };
  // Other tests send and decide matters meanwhile.
  await expect.poll(readDifference, { timeout: 10_000, interval: 20 }).toBe(0);
  const { id, version } = await findMatter(first.number);
  await decide(id, 'HIDE', version);
  expect((await readClub()).total).toBe(1);
  // A matter with a question to its writer waits for the writer, not for the staff.
  const [other] = (await matters.items(await matters.rows())).filter(
    (matter) => matter.target?.clubIds.includes(newClub) && matter.state === 'OPEN',
  );
  if (other) await decide(other.id, 'ASK', other.version);
  expect(await readClub()).toEqual({ total: 0, deadline: null });
});

test('[F-TAKE-3] staff read who may watch a match and what disappears with it, before they hide it', async () => {
  const { event, vod, page } = await match();
  await createVod({ clubIds: [clubId], sportEventId: event.id, visible: false });
  const clip = { clubId, sportEventId: event.id, vodId: vod.id };
  const cut = { start: 20, seconds: 6, poster: 23, crest: null };
  await Promise.all([createStoredClip(clip), createStoredClip({ ...clip, cut, visible: false })]);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  const purchase = { id: event.id, title: 'Derbi', until, amount: 199 };
  for (const id of [ulid(), ulid()]) await transact(buyerWrites({ id, purchases: [] }, [purchase as never]));
  const { number } = (await sendObjection({ page, kind: 'REPORT', reason: 'HATE' })).data;
  const { id, version } = await findMatter(number);
  const read = async (token: string) => (await call('GET /matters/{id}', { token, params: { id } })).data.matter.loss;
  const counted = { buyers: 2, recordings: 1, clips: 1 };
  expect(await read(staff.token)).toEqual({ watchers: 'EVERYBODY', ...counted });
  // Another matter hides the match at once.
  await sendObjection({ page });
  expect(await read(staff.token)).toEqual({ watchers: 'NOBODY', ...counted });
  await decide(id, 'HIDE', version);
  expect(await read(admin.token)).toBeNull();
});

describe('an objection', () => {
  test('[F-RIGHTS-3] hides the match and its recordings at once, sends emails, and restores their visibility once kept', async () => {
    const { event, vod, page } = await match();
    const unpublished = await createVod({ clubIds: [clubId], sportEventId: event.id, visible: false });
    const email = `${ulid().toLowerCase()}@familia.test`;
    const { data } = await sendObjection({ page, email });
    expect(data.isHidden).toBe(true);
    expect(Date.parse(data.deadline) - Date.now()).toBeLessThan(31 * 86_400_000);
    expect([await status(event.id), (await vods.get(vod.id))?.visible]).toEqual([404, false]);
    expect((await waitForMail(email)).subject).toContain(data.number);

    const { id, version } = await findMatter(data.number);
    const shown = await call('PATCH /live/sportevents/{id}', {
      token: admin.token,
      params: { id: event.id },
      body: { visible: true },
    });
    expect([shown.status, shown.code]).toEqual([409, 'MTT4090']);
    // A recording that is added later cannot be published either.
    const late = await createVod({ clubIds: [clubId], sportEventId: event.id, visible: false });
    const body = { visible: true };
    const published = await call('PATCH /live/vods/{id}', { token: admin.token, params: { id: late.id }, body });
    expect(published.code).toBe('MTT4090');
    expect((await decide(id, 'KEEP', version, staff.token)).status).toBe(403);
    expect((await decide(id, 'KEEP', version)).status).toBe(200);
    // The writer sees no decision until it is final.
    expect(await status(event.id)).toBe(404);
    await advance(id, Date.now() + undoMs);
    expect([await status(event.id), (await vods.get(vod.id))?.visible]).toEqual([200, true]);
    expect((await vods.get(unpublished.id))?.visible).toBe(false);
    expect((await waitForMail(email, /Motivos claros/)).subject).toContain(data.number);
  });

  test('[F-RIGHTS-3] is one matter if it is sent twice concurrently, and another matter keeps its own hold', async () => {
    const { event, page } = await match();
    const one = { page, attempt: ulid(), email: `${ulid().toLowerCase()}@familia.test` };
    const [first, second] = await Promise.all([sendObjection(one), sendObjection(one)]);
    expect(first.data.number).toBe(second.data.number);
    const other = await sendObjection({ page });
    const { id, version } = await findMatter(first.data.number);
    await decide(id, 'KEEP', version);
    await advance(id, Date.now() + undoMs);
    expect([other.data.isHidden, await status(event.id)]).toEqual([true, 404]);
  });

  test('[F-RIGHTS-3] is accepted beyond every limit that refuses a report', async () => {
    const { page } = await match();
    const email = `${ulid().toLowerCase()}@familia.test`;
    await enterTimeWindow(24 * 60);
    const answers: number[] = [];
    for (let sent = 0; sent < 11; sent += 1)
      answers.push((await sendObjection({ page, email, kind: 'REPORT', reason: 'HATE' })).status);
    expect(answers.at(-1)).toBe(429);
    expect((await sendObjection({ page, email })).status).toBe(201);
  });
});

describe('a report', () => {
  test('[F-TAKE-3] is hidden by a decision, shown again by undo, and appealed once', async () => {
    const { event, page } = await match();
    const { data } = await sendObjection({ page, kind: 'REPORT', reason: 'HATE', minor: true, second: 61 });
    expect([data.isHidden, await status(event.id)]).toEqual([false, 200]);
    const { id, version } = await findMatter(data.number);
    const decided = await decide(id, 'HIDE', version, staff.token);
    expect([decided.data.matter.writer, await status(event.id)]).toEqual([null, 404]);
    const undone = await call('DELETE /matters/{id}/decision', { token: staff.token, params: { id } });
    expect([undone.data.matter.state, await status(event.id)]).toEqual(['OPEN', 200]);

    await decide(id, 'HIDE', (await findMatter(data.number)).version);
    await advance(id, Date.now() + undoMs);
    const appeal = () =>
      call('POST /matters/{id}/appeal', { token: staff.token, params: { id }, body: { message: 'No es así.' } });
    expect((await appeal()).data.matter.state).toBe('APPEALED');
    expect((await appeal()).code).toBe('MTT4091');
    const late = await call('DELETE /matters/{id}/decision', { token: admin.token, params: { id } });
    expect(late.code).toBe('MTT4092');
  });

  test('[F-TAKE-3] is in the data export of its account, and is detached when that is deleted', async () => {
    const { page } = await match();
    const viewer = await createPerson('REGULAR_BASIC');
    const { data } = await sendObjection({ page, kind: 'REPORT' }, viewer.token);
    const exported = await call('GET /users/me/data', { token: viewer.token });
    expect(JSON.stringify(exported.data)).toContain(data.number);
    await detachAccount(viewer.user.id);
    expect((await findMatter(data.number)).userId).toBeUndefined();
  });
});

test('[F-RIGHTS-3] the link in its email opens the matter; its secret is where no server sees it', async () => {
  const { page } = await match();
  const email = `${ulid().toLowerCase()}@familia.test`;
  const { data } = await sendObjection({ page, email });
  const { html } = await waitForMail(email);
  const [, token = ''] = /\/aviso#([\w.-]+)/.exec(html) ?? [];
  const followed = await call('POST /public/matters/follow', { body: { token } });
  expect(followed.data.matter).toMatchObject({ number: data.number, state: 'OPEN', isHidden: true });
  expect((await call('POST /public/matters/follow', { body: { token: `${token}x` } })).status).toBe(404);
});

test('[F-TAKE-3] the queue begins with recognised children, first those whose match is unknown', async () => {
  const newClub = await createClub('CD Cola');
  const own = await createPerson('CLUB_STAFF', { clubId: newClub });
  const event = await createEvent({ clubIds: [newClub] });
  const page = `/evento/${event.id}`;
  const report = (await sendObjection({ page, kind: 'REPORT', reason: 'HATE', minor: false })).data.number;
  const child = (await sendObjection({ page })).data.number;
  const unknown = (await sendObjection({ page: `/club/${newClub}` })).data.number;
  const { data } = await call('GET /matters', { token: own.token, query: { page: 1 } });
  expect(data.matters.map(({ number, minor, isFound }) => ({ number, minor, isFound }))).toEqual([
    { number: unknown, minor: true, isFound: false },
    { number: child, minor: true, isFound: true },
    { number: report, minor: false, isFound: true },
  ]);
});

test('[F-DESK-2] the queue is searched by number, and by words of the item', async () => {
  const clubId = await createClub('CD Busca');
  const own = await createPerson('CLUB_STAFF', { clubId });
  const event = await createEvent({ clubIds: [clubId], title: 'Final de alevín en Águilas' });
  const { number } = (await sendObjection({ page: `/evento/${event.id}`, kind: 'REPORT', minor: false })).data;
  const about = 'el torneo de Lorca';
  await sendObjection({ page: `/club/${clubId}`, about, kind: 'REPORT', minor: false });
  const search = async (text: string) => {
    const { data } = await call('GET /matters', { token: own.token, query: { page: 1, search: text } });
    return data.matters.map(({ title }) => title);
  };
  expect(await search('aguilas alev')).toEqual([event.title]);
  expect(await search(number.toLowerCase())).toEqual([event.title]);
  expect(await search('nada así')).toEqual([]);
});

describe('a matter whose page is unknown', () => {
  const setTarget = async (number: string, page: string, token = admin.token) => {
    const { id, version } = await findMatter(number);
    return call('POST /matters/{id}/target', { token, params: { id }, body: { page, version } });
  };

  test('[F-RIGHTS-3] offers no removal, and hides its match as soon as an admin names it', async () => {
    const { event, vod, page } = await match();
    const { data } = await sendObjection({ page: '', about: 'El alevín del domingo' });
    const { id, version } = await findMatter(data.number);
    expect(data.isHidden).toBe(false);
    expect([(await decide(id, 'HIDE', version)).code, await status(event.id)]).toEqual(['MTT4091', 200]);
    expect((await setTarget(data.number, 'https://cantera.test/clubes')).code).toBe('MTT4001');
    const named = await setTarget(data.number, page);
    expect(named.data.matter).toMatchObject({ path: page, isHidden: true, answers: ['KEEP', 'CUT', 'HIDE', 'ASK'] });
    expect(named.data.matter.steps.map(({ what }) => what)).toEqual(['RECEIVED', 'NAMED', 'HIDDEN_FIRST']);
    expect([await status(event.id), (await vods.get(vod.id))?.visible]).toEqual([404, false]);
    expect((await decide(id, 'HIDE', named.data.matter.version)).data.matter.state).toBe('HIDDEN');
  });

  test('[F-RIGHTS-3] moves its hold when an admin corrects the name, and to no item that its writer named', async () => {
    const [wrong, right] = [await match(), await match()];
    const { data } = await sendObjection({ page: '', about: 'El alevín del domingo' });
    await setTarget(data.number, wrong.page);
    await setTarget(data.number, right.page);
    expect([await status(wrong.event.id), await status(right.event.id)]).toEqual([200, 404]);
    const known = await sendObjection({ page: wrong.page });
    expect((await setTarget(known.data.number, right.page)).code).toBe('MTT4091');
    expect(await status(wrong.event.id)).toBe(404);
  });

  test('[F-RIGHTS-3] about a club is named by its staff, within the club', async () => {
    const [own, foreign] = [await match(), await createEvent({ clubIds: [await createClub()] })];
    const { data } = await sendObjection({ page: `/club/${clubId}`, minor: true });
    expect((await setTarget(data.number, `/evento/${foreign.id}`, staff.token)).code).toBe('SSN4030');
    expect((await setTarget(data.number, own.page, staff.token)).data.matter.isHidden).toBe(true);
    expect((await setTarget(data.number, own.page, staff.token)).code).toBe('MTT4091');
  });
});
