/** 'Quitar unos segundos' of a video and of a running live: playlists, files, pictures, clips, moments and undo. */
import { beforeAll, describe, expect, test } from 'vitest';
import { call, createClub, createPerson } from '../../support/api.ts';
import { areAll, eventually, is } from '../../support/eventually.ts';
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
const { createLiveClip, requireManagedLive } = await import('../../../functions/broadcast/live-clips/cut.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');
const { advance } = await import('../../../functions/trust/matters/advance.ts');
const { undoMs } = await import('../../../functions/trust/matters/rules.ts');
const { withRange } = await import('../../../functions/recordings/media/withdrawn-ranges.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');

const clubId = await createClub('CD Segundos', { publicClips: true });
const staff = await createPerson('CLUB_STAFF', { clubId });
const viewer = await createPerson('REGULAR_SUBSCRIBER');
type Watchable = Awaited<ReturnType<typeof createWatchable>>;

interface Removal {
  cuts?: string;
  dry?: boolean;
  matterId?: string;
}

/** Takes out seconds of a player opened now; `more.cuts` is for one that was opened earlier. */
async function takeOut(id: string, from: number, to: number, more: Removal = {}, { token } = staff) {
  const { cuts } = (await call('GET /vods/{id}/withdrawn', { token, params: { id } })).data;
  return call('POST /vods/{id}/withdrawn', {
    token,
    params: { id },
    body: { from, seconds: to - from, cuts, ...more },
  });
}
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
    expect(track.match(/sprite\.\d+/g)?.map((name) => Number(name.slice(7)))).toEqual([0, 1, 2, 10, 11]);
    expect(track).toContain('00:00:30.000 --> 00:00:35.000');
    // The edge refuses none of those that are listed.
    const listed = track.match(/^\S+\.jpg\S*$/gm)?.map((path) => new URL(path, shown.playback.thumbnailsUrl).href);
    expect(await statuses(listed)).not.toContain(410);
    await vods.change(vod.id, (item) => ({ ...item, source: { bucket: 'uploads', key: 'originals/x.mp4' } }));
    const cut = await call('POST /vods/{id}/clips', {
      token: staff.token,
      params: { id: vod.id },
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

  test('are said before they are removed, as whole segments', async () => {
    const { vod } = watchable;
    const dry = await takeOut(vod.id, 21, 23, { dry: true });
    expect([dry.data.wouldRemove, dry.data.ranges]).toEqual([{ from: 20, seconds: 4 }, []]);
    const [removed] = (await takeOut(vod.id, 4, 8)).data.ranges;
    const later = await takeOut(vod.id, 17, 19, { dry: true });
    expect(later.data.wouldRemove).toEqual({ from: 16, seconds: 4 });
    await restore(vod.id, removed?.id ?? '');
  });

  test('return 409 if a page chose them before others were removed, and are one if both are equal', async () => {
    const { vod } = watchable;
    const open = (await readVod(vod.id)).playback.cuts;
    const removed = (await takeOut(vod.id, 8, 12)).data.ranges;
    expect((await readVod(vod.id)).playback.cuts).toBe('8-12');
    const late = await takeOut(vod.id, 40, 44, { cuts: open ?? '' });
    expect([open, late.status, late.code]).toEqual([undefined, 409, 'WDR4091']);
    await restore(vod.id, removed[0]?.id ?? '');

    // Both were chosen at the same time; whichever comes second finds the range there.
    await vods.change(vod.id, (current) => {
      const [range] = removed.map(({ id, at, from, to }) => ({ id, at, from, to, by: staff.user.id, owner: clubId }));
      return range && withRange(withRange(current, range), { ...range, id: 'another' });
    });
    expect((await vods.get(vod.id))?.withdrawn).toHaveLength(1);
    await restore(vod.id, removed[0]?.id ?? '');
  });
});

describe('seconds that somebody else took out', () => {
  test('stay out for staff of the clubs if an admin or the other club removed them', async () => {
    const rivalClub = await createClub('UD Segundos');
    const rival = await createPerson('CLUB_STAFF', { clubId: rivalClub });
    const admin = await createPerson('ADMIN');
    const { vod } = await createWatchable(clubId);
    await vods.change(vod.id, (current) => ({ ...current, clubIds: [clubId, rivalClub] }));
    await takeOut(vod.id, 4, 8, {}, admin);
    const { ranges } = (await takeOut(vod.id, 20, 24)).data;
    const [ofAdmin, ofClub] = ranges;
    expect(ranges.map(({ by, mayRestore }) => [by, mayRestore])).toEqual([
      ['PLATFORM', false],
      ['OWN_CLUB', true],
    ]);
    const restoreAs = async ({ token }: typeof staff, range: typeof ofAdmin) =>
      call('DELETE /vods/{id}/withdrawn/{rangeId}', { token, params: { id: vod.id, rangeId: range?.id ?? '' } });
    for (const one of [staff, rival]) expect((await restoreAs(one, ofAdmin)).code).toBe('CLS4030');
    expect((await restoreAs(rival, ofClub)).code).toBe('CLS4030');
    expect((await vods.get(vod.id))?.withdrawn).toHaveLength(2);
    expect((await restoreAs(staff, ofClub)).status).toBe(200);
    expect((await restoreAs(admin, ofAdmin)).status).toBe(200);
  });
});

describe('seconds taken out of a running live', () => {
  test('[F-TAKE-2] disappear from the rewindable part, also at kept addresses, until they are restored', async () => {
    const watchable = await createWatchable(clubId);
    const live = await goLive(watchable.event);
    const kept = await collectAddresses(watchable, live);
    const { slug, startedAt } = live;
    const admin = await createPerson('ADMIN');
    const body = { startedAt, start: 40, seconds: 10, clubId };
    const caller = { user: admin.user, sessionHash: 'x' };
    const found = await requireManagedLive(slug, startedAt, caller);
    const clip = await createLiveClip(found, body as never, caller, Date.now());

    const out = await call('POST /liveusers/{slug}/withdrawn', {
      token: staff.token,
      params: { slug },
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
    const cut = await requireManagedLive(slug, startedAt, caller);
    const again = createLiveClip(cut, body as never, caller, Date.now());
    await expect(again).rejects.toMatchObject({ code: 'CLP4092' });

    const rangeId = out.data.ranges[0]?.id ?? '';
    const params = { slug, rangeId };
    await call('DELETE /liveusers/{slug}/withdrawn/{rangeId}', { token: staff.token, params, query: { startedAt } });
    await eventually(() => statuses(kept['segment of a live']), areAll(200));
    expect((await clips.get(clip.id))?.withheld).toBeUndefined();
    await eventually(readDates, is(undefined));
  });
});

describe('an objection that is answered by taking seconds out', () => {
  const decideCut = async (id: string, token: string) => {
    const { matter } = (await call('GET /matters/{id}', { token, params: { id } })).data;
    const body = { answer: 'CUT' as const, reasons: 'Sale una menor.', version: matter.version };
    return call('POST /matters/{id}/decision', { token, params: { id }, body });
  };

  test('[F-TAKE-2] brings the match back without them, and hides it again before they return', async () => {
    const { event, vod } = await createWatchable(clubId);
    const admin = await createPerson('ADMIN');
    const { data } = await sendObjection({ page: `/evento/${event.id}`, second: 25 });
    const { id } = await findMatter(data.number);
    const { matter } = (await call('GET /matters/{id}', { token: admin.token, params: { id } })).data;
    expect([matter.answers.includes('CUT'), matter.recordings.map(({ id }) => id)]).toEqual([true, [vod.id]]);
    expect((await decideCut(id, admin.token)).code).toBe('MTT4093');
    await takeOut(vod.id, 21, 37);
    expect((await decideCut(id, admin.token)).status).toBe(200);
    await advance(id, Date.now() + undoMs);
    expect((await call('GET /sportevents/{id}', { params: { id: event.id } })).status).toBe(200);
    expect(listNumbers(await readPlaylist(vod.id))).toEqual([1, 2, 3, 4, 5, 11, 12, 13, 14, 15]);

    // The club removed them, but since they answer a matter, only an admin may restore them.
    const [range] = (await vods.get(vod.id))?.withdrawn ?? [];
    expect((await restore(vod.id, range?.id ?? '')).code).toBe('CLS4030');
    const params = { id: vod.id, rangeId: range?.id ?? '' };
    expect((await call('DELETE /vods/{id}/withdrawn/{rangeId}', { token: admin.token, params })).status).toBe(200);
    expect((await call('GET /sportevents/{id}', { params: { id: event.id } })).status).toBe(404);
    const reopened = await findMatter(data.number);
    expect([reopened.state, reopened.steps.at(-1)?.what]).toEqual(['OPEN', 'RESTORED']);
  });

  test('keeps the second of the recording, whatever other objections remove meanwhile', async () => {
    const { vod } = await createWatchable(clubId);
    const admin = await createPerson('ADMIN');
    const first = await sendObjection({ page: `/vods/${vod.id}`, second: 10, cuts: '' });
    const second = await sendObjection({ page: `/vods/${vod.id}`, second: 40, cuts: '' });
    await takeOut(vod.id, 9, 11, {}, admin);
    // A page that was opened before still counts the removed seconds; one opened now does not.
    const before = await sendObjection({ page: `/vods/${vod.id}`, second: 44, cuts: '' });
    const after = await sendObjection({ page: `/vods/${vod.id}`, second: 40, cuts: '8-12' });
    const seconds = await Promise.all(
      [first, second, before, after].map(async ({ data }) => (await findMatter(data.number)).second),
    );
    expect(seconds).toEqual([10, 40, 44, 44]);
  });
});
