/** Several broadcasts of one match of which one is a phone's: one is shown, staff choose, none is lost. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, inHours, listVideos, playedBetween } from '../../support/api.ts';
import { eventually, has, isFilled } from '../../support/eventually.ts';
import { camera, change } from './camera-calls.ts';
import { slotBefore, startSender } from './phone-sender.ts';

const { followPhone } = await import('../../../functions/broadcast/phone/follow-phone.ts');
const { reconcilePhone } = await import('../../../functions/broadcast/phone/reconcile-phones.ts');
const { reconcileBroadcasts } = await import('../../../functions/jobs/broadcasts.ts');
const { followSignal } = await import('../../../functions/broadcast/live/match-signal.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');

const clubId = await createClub('CD Dos Móviles');
const staff = await createPerson('CLUB_STAFF', { clubId });
const subscriber = await createPerson('REGULAR_SUBSCRIBER');

type Sender = Awaited<ReturnType<typeof startSender>>;

async function createMatch() {
  const fields = { clubIds: [clubId], homeClubId: clubId, isPublic: true, ...playedBetween(-0.2, 2) };
  const { id } = await createEvent(fields);
  const { data } = await call('POST /sportevents/{id}/camera-link', { token: staff.token, params: { id } });
  return { id, link: data.token };
}

const toSlug = ({ publisher }: Pick<Sender, 'publisher'>) => `movil-${publisher.toLowerCase()}`;
const readShown = async (id: string) => (await events.get(id))?.feed?.id;
const listShown = async (id: string) =>
  (await call('GET /sportevents/{id}/lives', { params: { id } })).data.liveUsers.map(({ slug }) => slug);
const readLive = async (slug: string, token?: string) =>
  (await call('GET /liveusers/{slug}', { token, params: { slug } })).data.liveUser;
const readFeeds = async (id: string) =>
  (await call('GET /sportevents/{id}/feed', { token: staff.token, params: { id } })).data.feeds;
const show = (id: string, source: string, by = staff) =>
  call('POST /sportevents/{id}/feed', { token: by.token, params: { id }, body: { source } });

/** Sends two segments of this many slots ago, so that the phone is on air. */
async function send(phone: Sender, slots = 3): Promise<void> {
  for (const slot of [slots, slots - 1]) {
    expect(await phone.send(phone.next, slotBefore(slot))).toMatchObject({ state: 'LISTED' });
    phone.next += 1;
  }
}

/** Moves the segments of a phone into the past, as if it had been silent since. */
async function silence(phone: Sender): Promise<void> {
  const { updateItem } = await import('../../../functions/platform/aws/dynamo.ts');
  const { readAllSlots } = await import('../../../functions/broadcast/phone/read-slots.ts');
  const { slotKey } = await import('../../../functions/broadcast/phone/listed-slots.ts');
  const { toPartPrefix } = await import('../../../functions/broadcast/phone/part-files.ts');
  const { getPublisher } = await import('../../../functions/broadcast/phone/publishers.ts');
  const publisher = await getPublisher(phone.publisher);
  const part = publisher?.parts[0];
  if (!publisher || !part) throw new Error('no publisher');
  const found = await readAllSlots(toPartPrefix(publisher, part));
  for (const { slot, main } of found?.slots ?? [])
    await updateItem('segments', slotKey(phone.publisher, slot), {
      expression: 'SET main.startMs = :at',
      values: { ':at': (main?.startMs ?? 0) - 30_000 },
    });
}

describe('two phones at one match', () => {
  test('[G-PHONE-5] show the first on air; the other records in reserve and says so', async () => {
    const { id, link } = await createMatch();
    const [first, second] = [await startSender(id, link), await startSender(id, link)];
    await send(first);
    await send(second);
    expect(await readShown(id)).toBe(first.publisher);
    await eventually(() => listShown(id), isFilled);
    expect(await listShown(id)).toEqual([toSlug(first)]);
    const read = async (device: string) =>
      (await call('GET /sportevents/{id}/phone', { token: link, params: { id }, query: { device } })).data;
    expect((await read(first.device)).onAir).toMatchObject({ kind: 'PHONE', isMine: true });
    // The same link on another phone is not the same phone.
    expect(await read(second.device)).toMatchObject({ onAir: { isMine: false }, mayChoose: false });
    expect(await second.reportShown(second.next, slotBefore(1))).toBe(false);
    expect(await first.reportShown(first.next, slotBefore(1))).toBe(true);
    expect(await readFeeds(id)).toEqual([
      { source: first.publisher, kind: 'PHONE', name: 'Móvil 1', isShown: true },
      { source: second.publisher, kind: 'PHONE', name: 'Móvil 2', isShown: false },
    ]);
  });

  test('[G-PHONE-5] that begin concurrently show one', async () => {
    const { id, link } = await createMatch();
    const phones = await Promise.all([1, 2, 3].map(() => startSender(id, link)));
    await Promise.all(phones.map((phone) => send(phone)));
    expect(phones.map(({ publisher }) => publisher)).toContain(await readShown(id));
    await eventually(() => listShown(id), isFilled);
    expect(await listShown(id)).toHaveLength(1);
    // Concurrent choices: the last one written wins, and all readers agree about it.
    await Promise.all(phones.map(({ publisher }) => show(id, publisher)));
    const shown = await readShown(id);
    expect((await readFeeds(id)).filter(({ isShown }) => isShown).map(({ source }) => source)).toEqual([shown]);
  });

  test('[G-PHONE-5] staff choose; viewers follow at the same address, and see nothing of the reserve', async () => {
    const { id, link } = await createMatch();
    const [first, second] = [await startSender(id, link), await startSender(id, link)];
    await send(first);
    await send(second);
    const before = await readLive(toSlug(first), subscriber.token);
    expect(before).toMatchObject({ slug: toSlug(first), isReserve: false });
    // A viewer with the address of the reserve gets the shown feed.
    expect((await readLive(toSlug(second), subscriber.token)).slug).toBe(toSlug(first));
    expect(await readLive(toSlug(second), staff.token)).toMatchObject({ slug: toSlug(second), isReserve: true });
    const stranger = await createPerson('CLUB_STAFF', { clubId: await createClub() });
    expect((await show(id, second.publisher, stranger)).code).toBe('SSN4030');
    expect((await show(id, ulid())).code).toBe('PHN4093');
    expect((await show(id, second.publisher)).data.feeds[1]).toMatchObject({ isShown: true });
    expect(await listShown(id)).toEqual([toSlug(second)]);
    const after = await readLive(toSlug(first), subscriber.token);
    expect(after).toMatchObject({ slug: toSlug(second), isLive: true, isReserve: false });
    expect((await call('GET /sportevents/{id}/signal', { params: { id } })).data.live).toBe(toSlug(second));
    // An open playlist ends, so that a television does not wait for more.
    const master = await (await fetch(before.playback.url ?? '')).text();
    const [rendition = ''] = /^(?!#)\S+$/m.exec(master) ?? [];
    const ended = await fetch(new URL(rendition, before.playback.url).href);
    expect(await ended.text()).toContain('#EXT-X-ENDLIST');
    // Staff still see it run.
    const own = await readLive(toSlug(first), staff.token);
    const staffMaster = await (await fetch(own.playback.url ?? '')).text();
    const [staffRendition = ''] = /^(?!#)\S+$/m.exec(staffMaster) ?? [];
    expect(await (await fetch(new URL(staffRendition, own.playback.url).href)).text()).not.toContain('ENDLIST');
  });

  test('[G-PHONE-5] one replaces a silent one automatically, which stays in reserve when it comes back', async () => {
    const { id, link } = await createMatch();
    const [first, second] = [await startSender(id, link), await startSender(id, link)];
    await send(first, 8);
    await send(second);
    await silence(first);
    // The report of the reserve finds it out, without the minute's job.
    expect(await second.reportShown(second.next, slotBefore(1))).toBe(true);
    second.next += 1;
    expect(await readShown(id)).toBe(second.publisher);
    expect(await listShown(id)).toEqual([toSlug(second)]);
    expect((await readLive(toSlug(first), subscriber.token)).slug).toBe(toSlug(second));
    await send(first);
    expect(await readShown(id)).toBe(second.publisher);
    await second.end();
    expect(await readShown(id)).toBe(first.publisher);
    expect((await readLive(toSlug(second), subscriber.token)).slug).toBe(toSlug(first));
  });

  test('[G-PHONE-5] both leave their hidden video', async () => {
    const { id, link } = await createMatch();
    const phones = [await startSender(id, link), await startSender(id, link)];
    for (const phone of phones) await send(phone);
    for (const phone of phones) await phone.end();
    for (const { publisher } of phones) await reconcilePhone(publisher, Date.now() + 11 * 60_000);
    await reconcileBroadcasts();
    const videos = await eventually(() => listVideos(id), has({ length: 2 }));
    for (const { visible } of videos) expect(visible).toBe(false);
  });
});

describe('a camera and a phone at one match', () => {
  test('[G-PHONE-5] show the camera that was first, and the phone once the camera has stopped', async () => {
    const { id, link } = await createMatch();
    const { id: cameraId, slug } = await camera();
    await change(cameraId, { sportEventId: id, isTest: false });
    const phone = await startSender(id, link);
    // A stream that the platform does not know of: no job reconciles it.
    const broadcast = { id: ulid(), streamId: ulid(), startedAt: inHours(-0.1), event: null };
    const set = (stoppedAt: string | null) =>
      sources.change(cameraId, (source) => ({ ...source, broadcast: { ...broadcast, stoppedAt } }));
    await set(null);
    await send(phone);
    expect(await readShown(id)).toBe('cameras');
    expect(await listShown(id)).toEqual([slug]);
    await set(new Date(Date.now() - 15_000).toISOString());
    await followPhone(phone.publisher, Date.now());
    expect(await readShown(id)).toBe(phone.publisher);
    // The camera comes back: nothing jumps.
    await set(null);
    await followSignal(id, Date.now());
    expect(await listShown(id)).toEqual([toSlug(phone)]);
    expect((await show(id, cameraId)).status).toBe(200);
    expect(await listShown(id)).toEqual([slug]);
    expect((await readLive(toSlug(phone), subscriber.token)).slug).toBe(slug);
  });
});
