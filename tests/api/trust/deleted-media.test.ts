/** The edge refuses the files of deleted items and of replaced encodings at addresses that a viewer has kept. */
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { resolveLocalhostNames } from '../../../infra/local/wire/localhost-names.ts';
import { call, createClub, createPerson } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import {
  collectAddresses,
  collectPlayed,
  createWatchable,
  fetchStatus,
  goLive,
  type KeptAddresses,
  readStatuses,
} from '../../support/kept-addresses.ts';
import { sendObjection } from '../../support/objections.ts';

resolveLocalhostNames();
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { copyObject } = await import('../../../functions/platform/aws/storage.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { listEdgeEntries } = await import('../../../functions/platform/aws/edge-store.ts');
const { deletionWrites, findWithdrawn } = await import('../../../functions/platform/withholding/withdrawals.ts');
const { compareEdge } = await import('../../../functions/trust/takedown/compare-edge.ts');
const { confirmLoosening } = await import('../../../functions/trust/takedown/waiting.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

const clubId = await createClub('CD Borrado', { publicClips: true });
const { token } = await createPerson('ADMIN');
const viewer = await createPerson('REGULAR_SUBSCRIBER');

const awaitAll = (kept: KeptAddresses, kinds: readonly string[], holds: (status: number) => boolean) =>
  eventually(
    () => readStatuses(Object.fromEntries(kinds.map((kind) => [kind, kept[kind] ?? []]))),
    (found) => Object.values(found).every((all) => all.length > 0 && all.every(holds)),
  );

const filesOfVideo = ['segment', 'sprite', 'clip', 'poster of a clip'];

test('[F-TAKE-1] refuses the files of a deleted video and of its clips at once, and serves them after its recovery', async () => {
  const watchable = await createWatchable(clubId);
  const kept = await collectAddresses(watchable);
  const params = { id: watchable.vod.id };
  await awaitAll(kept, filesOfVideo, (status) => status === 200);
  await call('DELETE /live/vods/{id}', { token, params });
  await awaitAll(kept, filesOfVideo, (status) => status === 410);
  await call('POST /live/vods/{id}/recover', { token, params });
  await awaitAll(kept, ['segment', 'sprite'], (status) => status === 200);
});

test('[F-TAKE-1] goes on refusing a recovered video that a guardian has objected to', async () => {
  const watchable = await createWatchable(clubId);
  const kept = await collectAddresses(watchable);
  const params = { id: watchable.vod.id };
  await sendObjection({ page: `/vods/${params.id}` });
  await awaitAll(kept, ['segment'], (status) => status === 410);
  await call('DELETE /live/vods/{id}', { token, params });
  await call('POST /live/vods/{id}/recover', { token, params });
  await eventually(async () => (await vods.get(params.id))?.withheld?.matters.length, Boolean);
  await awaitAll(kept, ['segment'], (status) => status === 410);
  expect((await findWithdrawn({ kind: 'vods', id: params.id }))?.until).toBeUndefined();
});

test('[F-TAKE-1] refuses the lives of a deleted match that have no video, and keeps the video that stays', async () => {
  const watchable = await createWatchable(clubId);
  const live = await goLive(watchable.event);
  const kept = await collectAddresses(watchable, live);
  await call('DELETE /live/sportevents/{id}', { token, params: { id: watchable.event.id } });
  await awaitAll(kept, ['segment of a live'], (status) => status === 410);
  expect(await fetchStatus(kept.segment?.[0] ?? '')).toBe(200);
});

test('[F-TAKE-2] refuses the removed seconds in the generation before as well, after a new encoding', async () => {
  const { event, vod, folder } = await createWatchable(clubId);
  const { segment } = await collectPlayed({ event, vod }, viewer.token);
  const body = { from: 21, seconds: 16, cuts: '' };
  await call('POST /vods/{id}/withdrawn', { token, params: { id: vod.id }, body });
  await eventually(() => fetchStatus(segment[6] ?? ''), is(410));
  const generation = ulid();
  for (const file of ['index.m3u8', 'index_360p.m3u8'])
    await copyObject(environment('MEDIA_BUCKET'), `${folder}/${file}`, `vods/${vod.id}/${generation}/${file}`);
  await vods.change(vod.id, (current) => ({ ...current, generation }));
  await eventually(async () => (await listEdgeEntries()).get(`vods/${vod.id}`)?.includes(`${generation}:ts`), Boolean);
  await eventually(() => fetchStatus(segment[6] ?? ''), is(410));
});

test('[F-TAKE-1] forgets a deleted item when its files are gone', async () => {
  const ref = { kind: 'contentvideos' as const, id: ulid() };
  await transact(deletionWrites(ref, { until: Date.now() - 1 }, Date.now()));
  const key = `contentvideos/${ref.id}`;
  await eventually(async () => (await listEdgeEntries()).get(key), is('*'));
  await confirmLoosening();
  await compareEdge(Date.now(), Date.now() + 60_000);
  await eventually(async () => (await listEdgeEntries()).has(key), is(false));
  expect(await findWithdrawn(ref)).toBeUndefined();
});
