/** A phone's live follows the rules of a camera's: its end, its divisions, clips, families, and removed seconds. */
import sharp from 'sharp';
import { ulid } from 'ulid';
import { expect, test, vi } from 'vitest';
import { resolveLocalhostNames } from '../../../infra/local/wire/localhost-names.ts';
import { findAiredPart } from '../../../shared/domain/aired-part.ts';
import { findSeason } from '../../../shared/domain/competition.ts';
import { posterKey } from '../../../shared/domain/media-address.ts';
import { call, createClub, createEvent, createPerson, listVideos, playedBetween } from '../../support/api.ts';
import { eventually, has, isSettled } from '../../support/eventually.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';
import { slotBefore, startSender } from './phone-sender.ts';

resolveLocalhostNames();
const { reconcilePhone } = await import('../../../functions/broadcast/phone/reconcile-phones.ts');
const { endPublisher, getPublisher } = await import('../../../functions/broadcast/phone/publishers.ts');
const { separateRecordings } = await import('../../../functions/broadcast/live/channel-streams.ts');
const { cutLives } = await import('../../../functions/broadcast/live-clips/cut.ts');
const { isShownNow, readAirtimeRule } = await import('../../../functions/broadcast/live/airtime.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { reconcileBroadcasts } = await import('../../../functions/jobs/broadcasts.ts');
const { mediaUrl } = await import('../../../functions/platform/aws/addresses.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');
const { encodeAgain } = await import('../../../functions/recordings/media/encoding.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { listFamilies } = await import('../../../functions/trust/families/store.ts');

const clubId = await createClub('CD Derechos', { publicClips: true });
const staff = await createPerson('CLUB_STAFF', { clubId });

const times = playedBetween(-0.2, 2);
/** A match with a phone that has sent segments of these slots, counted from `first`. */
async function film(slots: readonly number[], more: Parameters<typeof createEvent>[0] = {}) {
  const fields = { clubIds: [clubId], homeClubId: clubId, isPublic: true, category: 'infantil' as const, ...times };
  const { id } = await createEvent({ ...fields, ...more });
  const { data } = await call('POST /sportevents/{id}/camera-link', { token: staff.token, params: { id } });
  const phone = await startSender(id, data.token);
  const first = slotBefore(Math.max(...slots) + 2);
  for (const slot of slots) expect(await phone.send(slot, first + 2000 * slot)).toMatchObject({ state: 'LISTED' });
  return { id, phone, first, slug: `movil-${phone.publisher.toLowerCase()}` };
}

const read = async (slug: string, token?: string) =>
  (await call('GET /liveusers/{slug}', { token, params: { slug } })).data?.liveUser;
/** The addresses of a playlist, or of the first playlist that a master names. */
async function listAddresses(url: string): Promise<string[]> {
  const text = await (await fetch(url)).text();
  const found = [...text.matchAll(/^(?!#)(\S+)$/gm)].map(([, address = '']) => new URL(address, url).href);
  return text.includes('#EXT-X-STREAM-INF') ? listAddresses(found[0] ?? '') : found;
}
const findVideo = (id: string) => eventually(async () => (await listVideos(id))[0]);
const toIso = (ms: number) => new Date(ms).toISOString();
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

test('[G-PHONE-5] a broadcast goes on for 60 s after the final whistle', async () => {
  const { id, phone } = await film([0, 1]);
  const whistle = { id: ulid(), kind: 'MATCH_END', side: null, period: 2, clockMs: 0, at: Date.now() } as const;
  const begin = { id: ulid(), kind: 'PERIOD_START', side: null, period: 2, clockMs: 0, at: Date.now() - 1000 } as const;
  const said = await call('POST /sportevents/{id}/score/actions', {
    token: staff.token,
    params: { id },
    body: { device: ulid(), sentAt: Date.now(), actions: [begin, whistle] as never },
  });
  expect(said.status).toBe(200);
  const now = Date.now();
  await reconcilePhone(phone.publisher, now);
  const { endedAt = 0 } = (await getPublisher(phone.publisher)) ?? {};
  // The platform's own job may have noticed the whistle first.
  expect(endedAt).toBeGreaterThanOrEqual(whistle.at + 60_000);
  expect(endedAt).toBeLessThanOrEqual(now + 60_000);
  // Still on air, and repeated runs do not prolong it.
  expect((await sources.get(phone.publisher))?.broadcast?.stoppedAt).toBeNull();
  await reconcilePhone(phone.publisher, now + 30_000);
  expect((await getPublisher(phone.publisher))?.endedAt).toBe(endedAt);
});

test('[G-PHONE-5] no picture is lost if the final whistle is taken back', async () => {
  const { id, phone, first } = await film([0, 1]);
  const whistle = createAction('MATCH_END', { period: 2 });
  await sendActions(staff.token, id, createAction('PERIOD_START', { period: 2, at: Date.now() - 1000 }), whistle);
  await endPublisher(phone.publisher, Date.now() - 50_000, 'WHISTLE');
  // Slots that the first segments do not have.
  const [late, fresh] = [first - 8_000, slotBefore(1)];
  // The phone keeps what it films meanwhile.
  for (const [number, startMs] of [
    [8, late],
    [9, fresh],
  ] as const)
    expect(await phone.send(number, startMs)).toMatchObject({ code: 'PHN4094' });

  await sendActions(staff.token, id, createAction('UNDO', { undoes: whistle.id }));
  for (const [number, startMs] of [
    [9, fresh],
    [8, late],
  ] as const)
    expect(await phone.send(number, startMs)).toMatchObject({ state: 'LISTED' });
  const publisher = await getPublisher(phone.publisher);
  expect(publisher).not.toHaveProperty('endedAt');
  expect(publisher?.parts).toHaveLength(2);
});

test('[G-PHONE-3] refuses segments that no video could have any more, and takes those of staff for a week', async () => {
  const { id, phone } = await film([0]);
  const own = await startSender(id, staff.token);
  await endPublisher(phone.publisher, Date.now() - 32 * 3_600_000);
  expect((await phone.open(5, 1_000)).code).toBe('PHN4040');
  await endPublisher(own.publisher, Date.now() - 7 * 24 * 3_600_000, 'SILENCE');
  expect(await own.send(0, slotBefore(10))).toMatchObject({ state: 'LISTED' });
});

test('[G-PHONE-5] a divided airtime makes two broadcasts, each with its own video', async () => {
  const { id, phone } = await film([0, 1]);
  const before = (await sources.get(phone.publisher))?.broadcast;
  await Promise.all(
    [1, 2].map(() => separateRecordings(`arn:cantera:phone::phone:channel/${phone.publisher}`, before?.streamId ?? '')),
  );
  const publisher = await getPublisher(phone.publisher);
  expect(publisher?.parts).toHaveLength(2);
  // The next slots belong to the second part.
  const from = 2000 * (publisher?.parts[1]?.fromSlot ?? 0);
  for (const [index, startMs] of [from, from + 2000].entries()) {
    await eventually(
      async () => Date.now(),
      (now) => now > startMs + 2000,
    );
    expect(await phone.send(10 + index, startMs)).toMatchObject({ state: 'LISTED' });
  }
  await phone.end();
  await reconcilePhone(phone.publisher, Date.now() + 11 * 60_000);
  await reconcileBroadcasts();
  const found = await eventually(() => listVideos(id), has({ length: 2 }));
  for (const { visible } of found) expect(visible).toBe(false);
});

test('[F-CAM-1] viewers see a phone, and its video has, what lies within the match’s time where the stage says so', async () => {
  const { phone, first } = await film(range(2));
  const source = await sources.get(phone.publisher);
  if (!source?.match) throw new Error('The phone has no source');
  // The match's time, an hour after its planned end, ends with the first segment.
  const border = first + 2_000;
  const short = { ...source, match: { ...source.match, finish: toIso(border - 3_600_000) } };
  vi.stubEnv('CAMERA_TIME', 'exigir');
  try {
    expect([border - 1_000, border + 1_000].map((at) => isShownNow(short, at))).toEqual([true, false]);
    const recording = { startedAt: toIso(first), endedAt: toIso(first + 4_000) };
    const aired = findAiredPart(short, recording, readAirtimeRule());
    expect(aired).toEqual({ from: toIso(first), until: toIso(border) });
  } finally {
    vi.unstubAllEnvs();
  }
});

test('[G-PHONE-4] seconds are withdrawn from the live and at the edge, and the rest plays on', async () => {
  const { slug, phone } = await film(range(8));
  // Until the recording's playlist is stored, each minute, the edge withholds all of it.
  await reconcilePhone(phone.publisher, Date.now());
  const live = await read(slug, staff.token);
  const kept = await listAddresses(live?.playback.url ?? '');
  expect(kept).toHaveLength(8);
  const startedAt = live?.startedAt ?? '';
  // A broadcast begins with the segment by which it was noticed.
  const answer = await call('POST /liveusers/{slug}/withdrawn', {
    token: staff.token,
    params: { slug },
    body: { startedAt, from: 5, seconds: 2 },
  });
  expect(answer.status).toBe(201);
  const statuses = () => Promise.all(kept.map(async (address) => (await fetch(address)).status));
  const after = await eventually(statuses, (found) => found.includes(410));
  expect(after.filter((status) => status === 410).length).toBeGreaterThanOrEqual(2);
  expect(after[0]).toBe(200);
  const playlist = await eventually(
    async () => listAddresses((await read(slug, staff.token))?.playback.url ?? ''),
    (found) => found.some((address) => address.includes('gap')),
  );
  expect(playlist.filter((address) => !address.includes('gap')).length).toBeLessThan(8);
});

test('[G-PHONE-4] a match for families is seen by the invited alone', async () => {
  const { id, slug } = await film([0, 1, 2]);
  const family = await createPerson('REGULAR_BASIC');
  const stranger = await createPerson('REGULAR_SUBSCRIBER');
  const { code } = (
    await call('POST /families/codes', {
      token: staff.token,
      body: { clubId, sport: 'SOCCER', category: 'infantil', season: findSeason(times.scheduledStartDate) },
    })
  ).data;
  await call('POST /family-invitations/{token}', { token: family.token, params: { token: code } });
  const { members } = await listFamilies(clubId);
  await call('POST /families/members/{id}/decision', {
    token: staff.token,
    params: { id: String(members.find(({ userId }) => userId === family.user.id)?.id) },
    body: { state: 'CONFIRMED' },
  });
  const body = { audience: 'FAMILIES' as const };
  const changed = await call('PATCH /clubStaff/sportevents/{id}', { token: staff.token, params: { id }, body });
  expect(changed.status).toBe(200);
  const seen = await eventually(
    () => read(slug, family.token),
    (live) => live?.playback.granted === true && live.playback.reason === 'FAMILY',
  );
  const addresses = await listAddresses(seen?.playback.url ?? '');
  expect(addresses).toHaveLength(3);
  for (const address of addresses) expect((await fetch(address)).status).toBe(200);
  expect((await read(slug, stranger.token))?.playback.granted ?? false).toBe(false);
  expect((await read(slug))?.playback.granted ?? false).toBe(false);
});

test('[G-PHONE-4] staff cut a clip while it is on air', async () => {
  const { slug, phone } = await film(range(10));
  const startedAt = (await read(slug, staff.token))?.startedAt ?? '';
  const made = await call('POST /liveusers/{slug}/clips', {
    token: staff.token,
    params: { slug },
    body: { startedAt, title: 'Parada', start: 2, seconds: 6 },
  });
  expect(made.status).toBe(201);
  await reconcilePhone(phone.publisher, Date.now());
  const clip = await eventually(async () => {
    await cutLives(Date.now());
    return clips.get(made.data.id);
  }, isSettled);
  expect(clip?.status).toBe('FINISHED');
  expect(Math.abs((clip?.duration ?? 0) - 6)).toBeLessThan(1.1);
});

test('[G-PHONE-5] its recording plays without pictures on the seek bar, and has them once it is encoded', async () => {
  const { id, phone } = await film(range(5));
  await phone.end();
  await reconcilePhone(phone.publisher, Date.now() + 11 * 60_000);
  await reconcileBroadcasts();
  const row = await findVideo(id);
  const before = await vods.get(row?.id ?? '');
  expect(before).toMatchObject({ status: 'FINISHED', playsRecording: true, sprites: null });
  expect(before?.duration).toBe(10);
  await encodeAgain({ kind: 'vods', id: row?.id ?? '' }, Date.now());
  const after = await eventually(
    () => vods.get(row?.id ?? ''),
    (vod) => vod?.pending === null && vod.sprites !== null,
  );
  expect(Math.abs((after?.duration ?? 0) - 10)).toBeLessThan(0.5);
});

test('[G-PHONE-4] cards of its live show a picture that the phone sends, and so does its video', async () => {
  const { id, phone, first, slug } = await film([0, 7]);
  const readCard = async () => fetch((await read(slug))?.thumbnail ?? '', { redirect: 'manual' });
  const colour = { r: 20, g: 160, b: 60 };
  const film16to9 = { create: { width: 960, height: 540, channels: 3, background: colour } } as const;
  const plain = await sharp(film16to9).jpeg().toBuffer();
  const placed = await sharp(film16to9)
    .withExif({ IFD0: { Copyright: 'Calle Mayor 1' } })
    .jpeg()
    .toBuffer();
  expect(placed.includes('Calle Mayor')).toBe(true);
  // The broadcast continues without a preview picture, and with an invalid one.
  expect((await readCard()).status).toBe(404);
  const wrong = [
    Buffer.from('<svg onload="alert(1)"/>'),
    await sharp(film16to9).png().toBuffer(),
    plain.subarray(0, 200),
  ];
  for (const picture of wrong)
    expect(await phone.send(6, first + 12_000, 'main', picture.toString('base64'))).toMatchObject({ state: 'LISTED' });
  expect((await readCard()).status).toBe(404);
  // Pictures are taken with fresh segments alone, and the calls before take long on a busy machine.
  await phone.send(8, slotBefore(1), 'main', placed.toString('base64'));
  const answer = await eventually(readCard, ({ status }) => status === 200);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  const shown = Buffer.from(await answer.arrayBuffer());
  expect(shown.includes('Calle Mayor')).toBe(false);
  expect(await sharp(shown).metadata()).toMatchObject({ width: 960, height: 540 });
  // The scorer's desk has it too.
  const desk = await call('GET /sportevents/{id}/desk/picture', { token: staff.token, params: { id } });
  expect(desk.data.picture).toMatch(/^data:image\/jpeg;base64,/);

  await phone.end();
  await reconcilePhone(phone.publisher, Date.now() + 11 * 60_000);
  await reconcileBroadcasts();
  const vod = await vods.get((await findVideo(id))?.id ?? '');
  const poster = await fetch(mediaUrl(posterKey('vods', vod?.id ?? '', vod?.generation ?? '')));
  expect(poster.status).toBe(200);
  const { channels } = await sharp(Buffer.from(await poster.arrayBuffer())).stats();
  for (const [index, wanted] of [colour.r, colour.g, colour.b].entries())
    expect(Math.abs((channels[index]?.mean ?? 0) - wanted)).toBeLessThan(6);
});
