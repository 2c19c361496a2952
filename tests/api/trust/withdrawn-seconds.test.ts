/** 'Quitar unos segundos' of a video and of a running live: playlists, files, pictures, clips, moments and undo. */
import { beforeAll, describe, expect, test } from 'vitest';
import { call, createClub, createPerson } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import {
  collectAddresses,
  createWatchable,
  fetchStatus,
  goLive,
  type KeptAddresses,
  listAddresses,
} from '../../support/kept-addresses.ts';
import { findMatter, sendObjection } from '../../support/objections.ts';

const { createMoment } = await import('../../../functions/recordings/moments/store.ts');
const { createLiveClip, findCuttableLive } = await import('../../../functions/broadcast/live-clips/cut.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');
const { advance } = await import('../../../functions/trust/matters/advance.ts');
const { undoMs } = await import('../../../functions/trust/matters/rules.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

const clubId = await createClub('CD Segundos', { publicClips: true });
const staff = await createPerson('CLUB_STAFF', { clubId });
const viewer = await createPerson('REGULAR_SUBSCRIBER');
type Watchable = Awaited<ReturnType<typeof createWatchable>>;

const takeOut = (id: string, from: number, to: number) =>
  call('POST /vods/{id}/withdrawn', { token: staff.token, params: { id }, body: { from, seconds: to - from } });
const restore = (id: string, rangeId: string) =>
  call('DELETE /vods/{id}/withdrawn/{rangeId}', { token: staff.token, params: { id, rangeId } });
const readVod = async (id: string) => (await call('GET /vods/{id}', { params: { id }, token: viewer.token })).data.vod;

async function readPlaylist(id: string): Promise<string> {
  const { playback } = await readVod(id);
  return (await fetch(String(playback.url).replace('index.m3u8', 'index_360p.m3u8'))).text();
}
const listNumbers = (playlist: string) => [...playlist.matchAll(/_(\d+)\.ts/g)].map(([, number]) => Number(number));

const statuses = (list: readonly string[] = []) => Promise.all(list.map(fetchStatus));

describe('seconds taken out of a video', () => {
  let watchable: Watchable;
  let kept: KeptAddresses;
  let rangeId: string;
  beforeAll(async () => {
    watchable = await createWatchable(clubId);
    kept = await collectAddresses(watchable);
    const { vod } = watchable;
    const moment = { label: 'Gol', momentTypeId: 2, vodId: vod.id, clubId, version: 1 };
    await createMoment({ ...moment, id: '01ARZ3NDEKTSV4RRFFQ69G5FA1', timestampMs: 30_000 });
    await createMoment({ ...moment, id: '01ARZ3NDEKTSV4RRFFQ69G5FA2', timestampMs: 50_000 });
    const out = await takeOut(vod.id, 21, 37);
    expect([out.status, out.message]).toEqual([
      201,
      'Esos segundos ya no se ven. Quien guardó su dirección los pierde en menos de un minuto.',
    ]);
    rangeId = out.data.ranges[0]?.id ?? '';
    // The range grows to whole segments, because a player cannot skip less.
    expect(out.data.ranges).toMatchObject([{ from: 20, to: 40, shownAt: 20 }]);
  });

  test('[F-TAKE-2] disappear from the playlist at once, which continues after a discontinuity', async () => {
    const playlist = await readPlaylist(watchable.vod.id);
    expect(listNumbers(playlist)).toEqual([1, 2, 3, 4, 5, 11, 12, 13, 14, 15]);
    expect(playlist).toMatch(/_00005\.ts\S*\n#EXT-X-DISCONTINUITY\n#EXTINF:4\.000,\n\S*_00011\.ts/);
    expect(playlist.match(/DISCONTINUITY/g)).toHaveLength(1);
  });

  test('[F-TAKE-2] are refused at kept addresses of segments, pictures and poster; other files stay', async () => {
    const wanted = Array.from({ length: 15 }, (_, index) => (index >= 5 && index < 10 ? 410 : 200));
    await eventually(async () => (await statuses(kept.segment)).join(), is(wanted.join()));
    // One picture per 5 s; those at the borders may show a moment of the range.
    const sprites = await statuses(kept.sprite);
    expect(sprites.slice(4, 9)).toEqual([410, 410, 410, 410, 410]);
    expect([sprites[0], sprites[2], sprites[11]]).toEqual([200, 200, 200]);
    // The posters of the video and of the match, and the small copy of the first.
    expect(await statuses(kept.poster)).toEqual([410, 200, 410]);
    expect(await statuses(kept.playlist)).toEqual([200, 200]);
    expect(await statuses(kept.key)).toEqual([200]);
  });

  test('[F-TAKE-2] withdraw the clip and pictures that show them, and cannot be cut into a new clip', async () => {
    const { clip, vod } = watchable;
    expect((await call('GET /clips/{id}', { params: { id: clip.id } })).code).toBe('CLP4040');
    await eventually(async () => (await statuses(kept.clip))[0], is(410));
    expect(await statuses(kept['poster of a clip'])).toEqual([410]);
    const shown = await readVod(vod.id);
    expect([shown.thumbnail, shown.duration]).toEqual([null, 40]);
    const track = await (await fetch(String(shown.playback.thumbnailsUrl))).text();
    expect(track.match(/sprite\.\d+/g)?.map((name) => Number(name.slice(7)))).toEqual([0, 1, 2, 3, 9, 10, 11]);
    expect(track).toContain('00:00:25.000 --> 00:00:30.000');
    await vods.change(vod.id, (item) => ({ ...item, source: { bucket: 'uploads', key: 'originals/x.mp4' } }));
    const cut = await call('POST /vods/{id}/clips', {
      ...{ token: staff.token, params: { id: vod.id } },
      body: { start: 15, seconds: 10 },
    });
    expect(cut.code).toBe('CLP4092');
  });

  test('[F-TAKE-2] shift later moments to their positions in the player', async () => {
    const { data } = await call('GET /vods/{id}/moments', { params: { id: watchable.vod.id }, token: viewer.token });
    expect(data.moments.map(({ timestampMs }) => timestampMs)).toEqual([30_000]);
  });

  test('[F-TAKE-2] can be extended by more, given in the player’s seconds, and all be restored', async () => {
    const { vod, clip } = watchable;
    const more = await takeOut(vod.id, 30, 31);
    expect(more.data.ranges).toMatchObject([
      { from: 20, to: 40, shownAt: 20 },
      { from: 48, to: 52, shownAt: 28 },
    ]);
    expect(listNumbers(await readPlaylist(vod.id))).toEqual([1, 2, 3, 4, 5, 11, 12, 14, 15]);
    expect((await takeOut(vod.id, 50, 60)).code).toBe('WDR4000');
    await restore(vod.id, more.data.ranges[1]?.id ?? '');
    expect((await restore(vod.id, rangeId)).message).toBe('Esos segundos se ven otra vez');
    expect((await restore(vod.id, rangeId)).code).toBe('WDR4040');
    expect(listNumbers(await readPlaylist(vod.id))).toHaveLength(15);
    expect((await call('GET /clips/{id}', { params: { id: clip.id } })).status).toBe(200);
    await eventually(
      async () => [...(await statuses(kept.segment)), ...(await statuses(kept.clip)), ...(await statuses(kept.poster))],
      (found) => found.every((status) => status === 200),
    );
  });

  test('[F-TAKE-2] are refused to staff of another club', async () => {
    const other = await createPerson('CLUB_STAFF', { clubId: await createClub() });
    const answer = await call('POST /vods/{id}/withdrawn', {
      ...{ token: other.token, params: { id: watchable.vod.id } },
      body: { from: 1, seconds: 1 },
    });
    expect(answer.code).toBe('SSN4030');
  });
});

describe('seconds taken out of a running live', () => {
  test('[F-TAKE-2] disappear from the rewindable part, also at kept addresses, until they are restored @ci', async () => {
    const watchable = await createWatchable(clubId);
    const live = await goLive(watchable.event);
    const kept = await collectAddresses(watchable, live);
    const { slug, startedAt } = live;
    const found = await findCuttableLive(slug, startedAt);
    if (!found) throw new Error('There is no live');
    const admin = await createPerson('ADMIN');
    const body = { startedAt, start: 40, seconds: 10, clubId };
    const caller = { user: admin.user, sessionHash: 'x' };
    const clip = await createLiveClip(found, body as never, caller as never, Date.now());

    const out = await call('POST /liveusers/{slug}/withdrawn', {
      ...{ token: staff.token, params: { slug } },
      body: { startedAt, from: 31, seconds: 27 },
    });
    expect(out.data.ranges).toMatchObject([{ from: 31, to: 58 }]);
    // Open players get the change with their next request for the live.
    const began = Date.parse(startedAt);
    const readDates = async () =>
      (await call('GET /liveusers/{slug}', { token: admin.token, params: { slug } })).data.liveUser.playback
        .withdrawnDates;
    expect(await eventually(readDates)).toEqual([{ from: began + 31_000, to: began + 58_000 }]);
    const readRecorded = async () => {
      const [rendition = ''] = kept['playlist of a live']?.slice(1) ?? [];
      return (await fetch(rendition)).text();
    };
    const playlist = await eventually(readRecorded, (text) => text.includes('DISCONTINUITY'));
    const segments = listAddresses(playlist, 'http://x').map((address) => Number(/(\d+)\.ts/.exec(address)?.[1]));
    expect(segments).toEqual([0, 1, 2, 6, 7, 8, 9, 10, 11]);
    const wanted = Array.from({ length: 12 }, (_, index) => (index >= 3 && index < 6 ? 410 : 200));
    await eventually(async () => (await statuses(kept['segment of a live'])).join(), is(wanted.join()));
    expect((await clips.get(clip.id))?.withheld).toBeDefined();
    const now = await findCuttableLive(slug, startedAt);
    const again = now && createLiveClip(now, body as never, caller as never, Date.now());
    await expect(again).rejects.toMatchObject({ code: 'CLP4092' });

    const rangeId = out.data.ranges[0]?.id ?? '';
    const params = { slug, rangeId };
    await call('DELETE /liveusers/{slug}/withdrawn/{rangeId}', { token: staff.token, params, query: { startedAt } });
    await eventually(
      () => statuses(kept['segment of a live']),
      (all) => all.every((status) => status === 200),
    );
    expect((await clips.get(clip.id))?.withheld).toBeUndefined();
    await eventually(readDates, is(undefined));
  });
});

test('[F-TAKE-2] an objection is answered by taking seconds out: the match comes back without them', async () => {
  const { event, vod } = await createWatchable(clubId);
  const admin = await createPerson('ADMIN');
  const { data } = await sendObjection({ page: `/evento/${event.id}`, second: 25 });
  const { id } = await findMatter(data.number);
  const { matter } = (await call('GET /matters/{id}', { token: admin.token, params: { id } })).data;
  expect([matter.answers.includes('CUT'), matter.recordings.map(({ id }) => id)]).toEqual([true, [vod.id]]);
  await takeOut(vod.id, 21, 37);
  const body = { answer: 'CUT' as const, reasons: 'Sale una menor.', version: matter.version };
  await call('POST /matters/{id}/decision', { token: admin.token, params: { id: matter.id }, body });
  await advance(matter.id, Date.now() + undoMs);
  expect((await call('GET /sportevents/{id}', { params: { id: event.id } })).status).toBe(200);
  expect(listNumbers(await readPlaylist(vod.id))).toEqual([1, 2, 3, 4, 5, 11, 12, 13, 14, 15]);
});
