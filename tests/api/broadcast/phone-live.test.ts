/** A phone's broadcast as viewers see it, from its first segment to its video. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, listVideos, playedBetween } from '../../support/api.ts';
import { eventually, has, is, isFilled } from '../../support/eventually.ts';
import { slotBefore, startSender } from './phone-sender.ts';

const { reconcilePhone } = await import('../../../functions/broadcast/phone/reconcile-phones.ts');
const { getPublisher } = await import('../../../functions/broadcast/phone/publishers.ts');
const { toPartPrefix } = await import('../../../functions/broadcast/phone/part-files.ts');
const { reconcileBroadcasts } = await import('../../../functions/jobs/broadcasts.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { readLargestPlaylist } = await import('../../../functions/recordings/media/excerpt.ts');
const { listRecordedNumbers } = await import('../../../functions/recordings/media/withdrawn-recording.ts');

const clubId = await createClub('CD En Vivo');
const staff = await createPerson('CLUB_STAFF', { clubId });
const subscriber = await createPerson('REGULAR_SUBSCRIBER');

const toIso = (ms: number) => new Date(ms).toISOString();

async function createBroadcast(more = {}) {
  const fields = { clubIds: [clubId], homeClubId: clubId, isPublic: true, ...playedBetween(-0.2, 2) };
  const { id } = await createEvent({ ...fields, ...more });
  const { data } = await call('POST /sportevents/{id}/camera-link', { token: staff.token, params: { id } });
  const phone = await startSender(id, data.token);
  return { id, phone, slug: `movil-${phone.publisher.toLowerCase()}`, link: data.token };
}

const readLives = async (id: string, token?: string) =>
  (await call('GET /sportevents/{id}/lives', { token, params: { id } })).data.liveUsers;
const readPlayback = async (slug: string, token?: string) =>
  (await call('GET /liveusers/{slug}', { token, params: { slug } })).data.liveUser.playback;
const readText = async (url: string) => {
  const response = await fetch(url);
  return { status: response.status, url: response.url, text: await response.text(), headers: response.headers };
};
/** A busy machine asks so late that the small rendition has a gap where the main one goes on. */
const withoutGaps = <Read extends { text: string }>({ text, ...read }: Read) => ({
  ...read,
  text: text.replaceAll(/^#EXT-X-GAP\n(#.*\n)*.+\n/gm, ''),
});
const listAddresses = ({ text, url }: { text: string; url: string }) =>
  [...text.matchAll(/^(?!#)(\S+)$/gm)].map(([, address = '']) => new URL(address, url).href);

describe('the live of a phone', () => {
  test('[G-PHONE-4] is a live of its match like any other, and plays from what was listed', async () => {
    const { id, phone, slug } = await createBroadcast();
    expect(await readLives(id)).toEqual([]);
    const first = slotBefore(6);
    for (const number of [0, 1, 2, 3])
      expect(await phone.send(number, first + 2000 * number)).toMatchObject({ state: 'LISTED' });
    const lives = await eventually(() => readLives(id), isFilled);
    expect(lives).toMatchObject([{ slug, isLive: true, sportEventId: id }]);
    const { granted, url = '', fromStartUrl = '', delayedUrl } = await readPlayback(slug);
    expect([granted, delayedUrl]).toEqual([true, undefined]);
    const master = await readText(url);
    expect(master.text).toContain('RESOLUTION=320x180');
    const [rendition = ''] = listAddresses(master);
    const playlist = await readText(rendition);
    expect(playlist.text).toContain('#EXT-X-VERSION:8');
    const segments = listAddresses(playlist);
    expect(segments).toHaveLength(4);
    for (const segment of segments) expect((await fetch(segment)).status).toBe(200);
    // A number that was not listed, and the upload itself.
    expect((await fetch(segments[0]?.replace(/0-(\d+)\.ts/, '9-$1.ts') ?? '')).status).toBe(403);
    const shared = playlist.headers.get('content-location') ?? '';
    const atEdge = await fetch(shared);
    expect([atEdge.status, atEdge.headers.get('cache-control')]).toEqual([200, expect.stringContaining('max-age=1')]);
    expect((await fetch(shared.replace(/\?.*/, ''))).status).toBe(403);
    const [whole = ''] = listAddresses(await readText(fromStartUrl));
    expect((await readText(whole)).text).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  });

  test('[G-PHONE-4] has a second rendition while the phone sends it, and goes on with one', async () => {
    const { phone, slug } = await createBroadcast();
    const first = slotBefore(5);
    for (const number of [0, 1, 2]) {
      await phone.send(number, first + 2000 * number);
      expect(await phone.send(number, first + 2000 * number, 'small')).toMatchObject({ state: 'LISTED' });
    }
    await phone.send(3, first + 6000);
    const { url = '', fromStartUrl = '' } = await readPlayback(slug);
    const renditions = listAddresses(await readText(url));
    expect(renditions.map((address) => /(\w+)\.m3u8/.exec(address)?.[1])).toEqual(['main_live', 'small_live']);
    const [main = [], small = []] = await Promise.all(
      renditions.map(async (one) => listAddresses(withoutGaps(await readText(one)))),
    );
    expect([main.length, small.length]).toEqual([4, 3]);
    for (const segment of small) {
      expect(segment).toContain('/small/');
      expect((await fetch(segment)).status).toBe(200);
    }
    // A viewer who rewinds sees the main one, as in the recording.
    expect(listAddresses(await readText(fromStartUrl))).toHaveLength(1);
    expect((await phone.end()).data.pending).toBe(0);
  });

  test('[G-PHONE-3] does not end for viewers while the phone is silent: their players would stop for good', async () => {
    const { phone, slug } = await createBroadcast();
    const first = slotBefore(8);
    for (const number of [0, 1, 2, 3]) await phone.send(number, first + 2000 * number);
    const { url = '' } = await readPlayback(slug);
    const [rendition = ''] = listAddresses(await readText(url));
    const findStop = async () => {
      await reconcilePhone(phone.publisher, Date.now());
      return (await sources.get(phone.publisher))?.broadcast?.stoppedAt;
    };
    await eventually(findStop, (at) => typeof at === 'string');
    const isEnded = async () => (await readText(rendition)).text.includes('#EXT-X-ENDLIST');
    expect(await isEnded()).toBe(false);
    await phone.end();
    await eventually(isEnded, is(true));
  });

  test('[G-PHONE-4] is closed with its match, and to users without access', async () => {
    const { id, phone, slug } = await createBroadcast({ isPublic: false });
    const first = slotBefore(5);
    for (const number of [0, 1]) await phone.send(number, first + 2000 * number);
    expect(await readPlayback(slug)).toMatchObject({ granted: false, reason: 'LOGIN_REQUIRED' });
    const { url = '' } = await readPlayback(slug, subscriber.token);
    expect((await readText(url)).status).toBe(200);
    await call('PATCH /clubStaff/sportevents/{id}', { token: staff.token, params: { id }, body: { visible: false } });
    await eventually(() => readText(url), has({ status: 404 }));
  });

  test('[G-PHONE-5] ends by its button with a hidden video of the match; late segments are put in and after it', async () => {
    const { id, phone } = await createBroadcast();
    const first = slotBefore(20);
    for (const number of [0, 1, 2, 5]) await phone.send(number, first + 2000 * number);
    expect((await phone.end()).data.pending).toBe(2);
    expect((await sources.get(phone.publisher))?.broadcast).toBeNull();
    const publisher = await getPublisher(phone.publisher);
    const part = publisher?.parts[0];
    if (!publisher || !part) throw new Error('no publisher');
    const prefix = toPartPrefix(publisher, part);
    await reconcilePhone(phone.publisher, Date.now());
    // It waits for the segments kept by the phone.
    expect((await getPublisher(phone.publisher))?.kept[part.id]).toEqual({ segments: 4 });
    expect(await phone.send(3, first + 6000)).toMatchObject({ state: 'LISTED' });
    await reconcilePhone(phone.publisher, Date.now() + 11 * 60_000);
    expect((await getPublisher(phone.publisher))?.kept[part.id]).toEqual({ segments: 5, inVideo: 5 });
    expect(await readLargestPlaylist(prefix)).toContain('#EXT-X-DISCONTINUITY');
    await reconcileBroadcasts();
    const [row] = await eventually(() => listVideos(id), isFilled);
    const video = await vods.get(row?.id ?? '');
    expect(video).toMatchObject({ visible: false, awaiting: 'new', recorded: { from: toIso(first) } });
    expect(video?.recorded).toMatchObject({ to: toIso(first + 12_000), gaps: [{ seconds: 8, ms: 2000 }] });
    // It plays as it was sent: nothing is encoded.
    expect(video).toMatchObject({ status: 'FINISHED', playsRecording: true, duration: 10, pending: null });

    for (const number of [4, 6])
      expect(await phone.send(number, first + 2000 * number)).toMatchObject({ state: 'LISTED' });
    // Not yet: more may come.
    await reconcilePhone(phone.publisher, Date.now());
    expect((await getPublisher(phone.publisher))?.kept[part.id]).toEqual({ segments: 7, inVideo: 5 });
    await reconcilePhone(phone.publisher, Date.now() + 2 * 60_000);
    const after = await vods.get(row?.id ?? '');
    expect(after).toMatchObject({ duration: 14, visible: false, pending: null });
    expect(after?.recorded).toMatchObject({ to: toIso(first + 14_000), gaps: [] });
    const { playback } = (await call('GET /vods/{id}', { token: staff.token, params: { id: row?.id ?? '' } })).data.vod;
    const [rendition = ''] = listAddresses(await readText(playback.url ?? ''));
    const whole = await readText(rendition);
    expect(listAddresses(whole)).toHaveLength(7);
    expect(whole.text).not.toMatch(/GAP|DISCONTINUITY/);
    for (const segment of listAddresses(whole)) expect((await fetch(segment)).status).toBe(200);
  });

  test('[G-PHONE-4] withholds seconds by their place in time, also of segments that come later', async () => {
    const { phone } = await createBroadcast();
    const first = slotBefore(20);
    for (const number of [0, 1, 4]) await phone.send(number, first + 2000 * number);
    await reconcilePhone(phone.publisher, Date.now());
    const publisher = await getPublisher(phone.publisher);
    const part = publisher?.parts[0];
    if (!publisher || !part) throw new Error('no publisher');
    const base = first / 2000 - part.fromSlot;
    const ranges = [{ from: first + 3000, to: first + 5000 }];
    expect(await listRecordedNumbers(toPartPrefix(publisher, part), ranges)).toEqual([
      { from: base + 1, to: base + 2 },
    ]);
  });

  test('[G-PHONE-3] ends after half an hour without a picture, and begins again with the next', async () => {
    const { phone } = await createBroadcast();
    const first = slotBefore(10);
    await phone.send(0, first);
    await reconcilePhone(phone.publisher, Date.now() + 29 * 60_000);
    expect((await getPublisher(phone.publisher))?.endedAt).toBeUndefined();
    await reconcilePhone(phone.publisher, first + 2000 + 31 * 60_000);
    expect((await getPublisher(phone.publisher))?.endedAt).toBe(first + 2000);
    // The phone kept filming without a network: its kept segments belong to the broadcast, and its live begins again.
    expect(await phone.send(1, first + 2000)).toMatchObject({ state: 'LISTED' });
    expect((await getPublisher(phone.publisher))?.parts).toHaveLength(1);
    expect(await phone.send(9, slotBefore(2))).toMatchObject({ state: 'LISTED' });
    const again = await getPublisher(phone.publisher);
    expect(again).not.toHaveProperty('endedAt');
    expect(again?.parts).toHaveLength(2);
    expect((await sources.get(phone.publisher))?.broadcast).toMatchObject({
      streamId: again?.parts[1]?.id,
      stoppedAt: null,
    });
  });
});
