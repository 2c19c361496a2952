/** 'Solo familias' at the edge: addresses for families, and addresses kept from the time when the match was public. */
import { expect, test } from 'vitest';
import { resolveLocalhostNames } from '../../../infra/local/wire/localhost-names.ts';
import { call, createPerson, type Person } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import {
  collectAddresses,
  collectLive,
  collectPlayed,
  createWatchable,
  everyStatus,
  fetchStatus,
  goLive,
  isRefused,
  readStatuses,
} from '../../support/kept-addresses.ts';
import { sendObjection } from '../../support/objections.ts';
import { admin, change, clubId, confirm, createCode, decide, secretary } from './family-team.ts';

resolveLocalhostNames();
const { listEdgeEntries, writeEdgeEntries } = await import('../../../functions/platform/aws/edge-store.ts');
const { compareEdge } = await import('../../../functions/trust/takedown/compare-edge.ts');
const { confirmLoosening } = await import('../../../functions/trust/takedown/waiting.ts');

const startsAt = new Date().toISOString();

/** A match with recording, clip and live; public until it is restricted to families. */
async function createMatch() {
  const watchable = await createWatchable(clubId);
  return { watchable, live: await goLive(watchable.event) };
}

function give(id: string, audience: 'FAMILIES' | 'EVERYBODY'): Promise<void> {
  const times = { scheduledStartDate: startsAt, scheduledFinishDate: new Date(Date.now() + 7_200_000).toISOString() };
  return change(id, { audience, category: 'infantil', ...times });
}

async function collectOfMember({ watchable, live }: Awaited<ReturnType<typeof createMatch>>, { token }: Person) {
  const kept = { ...(await collectPlayed(watchable, token)), ...(await collectLive(live, token)) };
  expect(Object.entries(kept).filter(([, list]) => list.length === 0 || list.includes('null'))).toEqual([]);
  return kept;
}

/** Addresses of files, which the edge answers without asking the API. */
const files = ['segment', 'sprite', 'poster', 'segment of a live'];

test('[F-RIGHTS-4] refuses the kept addresses of a match that becomes families-only, and gives families other ones', async () => {
  const match = await createMatch();
  const member = await createPerson('REGULAR_BASIC');
  const id = await confirm(member, await createCode());
  const before = await collectAddresses(match.watchable, match.live);
  await eventually(() => readStatuses(before), everyStatus(is(200)));

  const switchedAt = performance.now();
  await give(match.watchable.event.id, 'FAMILIES');
  const refused = await eventually(() => readStatuses(before), everyStatus(isRefused));
  console.log(`seconds to refusal: ${((performance.now() - switchedAt) / 1000).toFixed(2)}`);
  for (const kind of [...files, 'clip', 'poster of a clip']) expect(refused[kind], kind).toEqual([410]);

  const own = await collectOfMember(match, member);
  for (const kind of files) for (const address of own[kind as 'segment']) expect(address).toContain('/families/');
  expect(await readStatuses(own)).toEqual(Object.fromEntries(Object.keys(own).map((kind) => [kind, [200]])));
  for (const kind of files)
    for (const address of own[kind as 'segment']) expect(await fetchStatus(address.replace(/\?.*/, ''))).toBe(403);
  // Shared answers contain no pictures of the match.
  const shared = await call('GET /sportevents/{id}', { params: { id: match.watchable.event.id }, token: admin.token });
  expect(shared.data.sportEvent.thumbnail).toContain('/review/');

  await decide(id, 'REVOKED');
  const revoked = await readStatuses(own);
  const asked = ['playlist', 'key', 'playlist of a live', 'picture of a live'];
  for (const kind of asked)
    expect(
      revoked[kind]?.every((status) => status >= 400),
      kind,
    ).toBe(true);

  await give(match.watchable.event.id, 'EVERYBODY');
  const kept = Object.fromEntries(files.map((kind) => [kind, before[kind] ?? []]));
  await eventually(() => readStatuses(kept), everyStatus(is(200)));
});

test('[F-RIGHTS-4][F-TAKE-1] applies takedowns and withdrawn seconds to addresses that families have kept', async () => {
  const match = await createMatch();
  const member = await createPerson('REGULAR_BASIC');
  await confirm(member, await createCode());
  const { event, vod } = match.watchable;
  await give(event.id, 'FAMILIES');
  await eventually(listEdgeEntries, (found) => found.get(`vods/${vod.id}`) === 'families');
  const own = await collectOfMember(match, member);

  const range = await call('POST /vods/{id}/withdrawn', {
    token: secretary.token,
    params: { id: vod.id },
    body: { from: 8, seconds: 8, cuts: '' },
  });
  expect(range.status).toBe(201);
  await eventually(
    async () => (await Promise.all(own.segment.map(fetchStatus))).map((status) => status === 410),
    (gone) => gone.filter(Boolean).length >= 2,
  );
  expect(await Promise.all(own.segment.map(fetchStatus))).toContain(200);

  const matter = await sendObjection({ page: `/evento/${event.id}` });
  expect(matter.status).toBe(201);
  const refused = await eventually(() => readStatuses(own), everyStatus(isRefused));
  for (const kind of files) expect(refused[kind], kind).toEqual([410]);
  // The page's address reveals no name of the match to anonymous callers.
  expect(JSON.stringify(matter)).not.toContain(event.title);
});

test('[F-RIGHTS-4] shows staff the pictures and clips of a match for families, but lets them publish no clip', async () => {
  const { watchable, live } = await createMatch();
  const { token } = secretary;
  await give(watchable.event.id, 'FAMILIES');
  await eventually(listEdgeEntries, (found) => found.get(`clips/${watchable.clip.id}`) === 'families');
  const vod = (await call('GET /clubStaff/vods/{id}', { token, params: { id: watchable.vod.id } })).data.vod;
  const event = (await call('GET /clubStaff/sportevents/{id}', { token, params: { id: watchable.event.id } })).data;
  const [clip] = (await call('GET /vods/{id}/clips', { token, params: { id: watchable.vod.id } })).data.clips;
  const seen = [vod.thumbnail, event.sportEvent.thumbnail, clip?.poster, clip?.video].map(String);
  expect(await Promise.all(seen.map(fetchStatus))).toEqual([200, 200, 200, 200]);
  const watched = await readStatuses({
    ...(await collectPlayed(watchable, token)),
    ...(await collectLive(live, token)),
  });
  expect(everyStatus(is(200))(watched)).toBe(true);
  const edit = { token, params: { id: watchable.clip.id } };
  expect(await call('PATCH /clips/{id}', { ...edit, body: { visible: true } })).toMatchObject({ code: 'FAM4091' });
  expect((await call('GET /clips/{id}', { params: { id: watchable.clip.id } })).status).toBe(404);
});

test('[F-RIGHTS-4] repairs the edge of a match for families on schedule', async () => {
  const { watchable, live } = await createMatch();
  await give(watchable.event.id, 'FAMILIES');
  const keys = [`vods/${watchable.vod.id}`, `events/${watchable.event.id}`, `clips/${watchable.clip.id}`, live.prefix];
  const wanted = keys.map(() => 'families');
  const read = async () => {
    const entries = await listEdgeEntries();
    return keys.map((key) => entries.get(key));
  };
  await eventually(read, (found) => String(found) === String(wanted));
  await writeEdgeEntries(async () => new Map(keys.map((key) => [key, undefined])));
  await confirmLoosening();
  await compareEdge(Date.now(), Date.now() + 60_000);
  await eventually(read, (found) => String(found) === String(wanted));
});
