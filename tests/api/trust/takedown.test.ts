/** Takedown: the edge refuses URLs that a viewer has kept; staff who decide on the matter have URLs of their own. */
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { resolveLocalhostNames } from '../../../infra/local/wire/localhost-names.ts';
import { addresses, call, createClub, createPerson } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import {
  collectAddresses,
  createWatchable,
  everyStatus,
  fetchStatus,
  goLive,
  isRefused,
  type KeptAddresses,
  listAddresses,
  readStatuses,
} from '../../support/kept-addresses.ts';
import { findMatter, sendObjection } from '../../support/objections.ts';

resolveLocalhostNames();
const { deleteItem, putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { listEdgeEntries, writeEdgeEntries } = await import('../../../functions/platform/aws/edge-store.ts');
const { compareEdge } = await import('../../../functions/trust/takedown/compare-edge.ts');
const { confirmLoosening } = await import('../../../functions/trust/takedown/waiting.ts');
const { advance } = await import('../../../functions/trust/matters/advance.ts');
const { matters } = await import('../../../functions/trust/matters/store.ts');
const { undoMs } = await import('../../../functions/trust/matters/rules.ts');

const clubId = await createClub('CD Retirada', { publicClips: true });
const admin = await createPerson('ADMIN');

/** Objects as a guardian; the page is hidden until staff decide. */
const object = async (page: string) => (await findMatter((await sendObjection({ page })).data.number)).id;

async function keep(id: string): Promise<void> {
  const { version } = (await matters.get(id)) ?? { version: 0 };
  const body = { answer: 'KEEP' as const, reasons: 'Motivos claros.', version };
  await call('POST /matters/{id}/decision', { token: admin.token, params: { id }, body });
  await advance(id, Date.now() + undoMs);
}

const everyKindWith = (kept: KeptAddresses, status: number) =>
  Object.fromEntries(Object.keys(kept).map((kind) => [kind, [status]]));

test('[F-TAKE-1] refuses every kept URL of a hidden match, and serves them all again after the match is restored', async () => {
  const watchable = await createWatchable(clubId);
  const live = await goLive(watchable.event);
  const kept = await collectAddresses(watchable, live);
  const empty = Object.entries(kept).filter(([, list]) => list.length === 0 || list.includes(''));
  expect(empty).toEqual([]);
  expect(await readStatuses(kept)).toEqual(everyKindWith(kept, 200));

  const matter = await object(`/evento/${watchable.event.id}`);
  const refused = await eventually(() => readStatuses(kept), everyStatus(isRefused));
  for (const kind of ['segment', 'sprite', 'poster', 'clip', 'poster of a clip', 'segment of a live'])
    expect(refused[kind], kind).toEqual([410]);

  await keep(matter);
  await eventually(() => readStatuses(kept), everyStatus(is(200)));
});

test('[F-TAKE-1] refuses 2,000 kept URLs of a match within seconds', async () => {
  const watchable = await createWatchable(clubId, 1_980);
  const kept = await collectAddresses(watchable, await goLive(watchable.event));
  const all = Object.values(kept).flat();
  expect(all.length).toBeGreaterThanOrEqual(2_000);
  const decidedAt = performance.now();
  await object(`/evento/${watchable.event.id}`);
  const hiddenAt = performance.now();
  const seconds: Record<string, string> = {};
  await Promise.all(
    Object.entries(kept).map(async ([kind, list]) => {
      // Waits for the last address of each kind; all are checked below.
      await eventually(() => fetchStatus(list.at(-1) ?? ''), isRefused);
      seconds[kind] = ((performance.now() - decidedAt) / 1000).toFixed(2);
    }),
  );
  const statusesNow: number[] = [];
  for (let from = 0; from < all.length; from += 50)
    statusesNow.push(...(await Promise.all(all.slice(from, from + 50).map(fetchStatus))));
  expect(statusesNow.filter((status) => status < 400)).toEqual([]);
  const took = ((hiddenAt - decidedAt) / 1000).toFixed(2);
  console.log(`seconds from the objection (answered after ${took}) to refusal: ${JSON.stringify(seconds)}`);
});

test('[F-TAKE-1] serves the withheld recording to the staff who decide, under URLs that only they receive', async () => {
  const { vod } = await createWatchable(clubId);
  const id = await object(`/vods/${vod.id}`);
  const { matter } = (await call('GET /matters/{id}', { token: admin.token, params: { id } })).data;
  const picture = String(matter.picture);
  const shown = await call('GET /vods/{id}', { params: { id: vod.id }, token: admin.token });
  const rendition = String(shown.data.vod.playback.url).replace('index.m3u8', 'index_360p.m3u8');
  const [segment = ''] = listAddresses(await (await fetch(rendition)).text(), rendition);
  expect(segment).toContain(`${addresses.media}/review/vods/`);
  await eventually(() => fetchStatus(segment.replace('/review/', '/')), is(410));
  expect(await fetchStatus(segment)).toBe(200);
  expect(await fetchStatus(segment.replace(/\?.*/, ''))).toBe(403);
  expect([await fetchStatus(picture), await fetchStatus(picture.replace('/review/', '/'))]).toEqual([200, 410]);
});

test('[F-TAKE-1] repairs the edge on schedule after lost events', async () => {
  const { vod, clip } = await createWatchable(clubId);
  await object(`/vods/${vod.id}`);
  const [vodKey, clipKey, strange] = [`vods/${vod.id}`, `clips/${clip.id}`, `vods/${ulid()}`];
  await eventually(listEdgeEntries, (found) => found.has(clipKey));
  await writeEdgeEntries(
    async () =>
      new Map([
        [vodKey, undefined],
        [clipKey, undefined],
        [strange, '*'],
      ]),
  );
  await confirmLoosening();
  await compareEdge(Date.now(), Date.now() + 60_000);
  await eventually(
    async () => {
      const found = await listEdgeEntries();
      return [found.get(vodKey), found.get(clipKey), found.get(strange)];
    },
    ([vodValue, clipValue, other]) => vodValue === '*' && clipValue === '*' && other === undefined,
  );
});

test('[F-TAKE-1] fails the daily comparison if an item cannot be read, after the others have been compared', async () => {
  const { vod } = await createWatchable(clubId);
  await object(`/vods/${vod.id}`);
  const key = `vods/${vod.id}`;
  await eventually(listEdgeEntries, (found) => found.has(key));
  await writeEdgeEntries(async () => new Map([[key, undefined]]));
  // The database takes no key of this length. The entry's own sort key comes before those of recordings.
  const broken = { pk: 'WITHDRAWN', sk: 'clips/broken' };
  await putItem('uploads', { ...broken, kind: 'clips', id: 'x'.repeat(2_049), at: Date.now() });
  await confirmLoosening();
  await expect(compareEdge(Date.now(), Date.now() + 60_000)).rejects.toThrow('withdrawn items cannot be compared (1)');
  await eventually(listEdgeEntries, (found) => found.get(key) === '*');
  // Finished all the same: the next run has nothing to do until tomorrow.
  expect(await compareEdge(Date.now(), Date.now() + 60_000)).toBe(false);
  await deleteItem('uploads', broken);
});
