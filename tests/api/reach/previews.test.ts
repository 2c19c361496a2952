/** Preview pictures: drawn on demand, redrawn when their match changes, never showing hidden data. */
import sharp from 'sharp';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { sharePicture } from '../../../shared/domain/share-picture.ts';
import {
  addresses,
  call,
  createClub,
  createContentVideo,
  createEvent,
  createPerson,
  createVod,
} from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { enterTimeWindow } from '../../support/time-window.ts';

const { token } = await createPerson('ADMIN');
const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { noteRecording } = await import('../../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { listObjects, writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');

async function findPicture(path: string): Promise<string> {
  const html = await (await fetch(addresses.web + path)).text();
  expect(html).toContain('<meta property="og:image:width" content="1200" />');
  return /<meta property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
}

async function expectPicture(address: string, size = { width: 1200, height: 630 }) {
  const answer = await fetch(address, { redirect: 'manual' });
  expect([address, answer.status, answer.headers.get('content-type')]).toEqual([address, 200, 'image/jpeg']);
  const bytes = Buffer.from(await answer.arrayBuffer());
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', ...size });
  expect(bytes.length).toBeLessThan(300_000);
  return bytes;
}

test('[E-SHARE-2] draws a picture for every kind of page and stores it', async () => {
  const clubIds = [await createClub(), await createClub()];
  const match = await createEvent({ clubIds });
  const paths = [
    '/',
    '/futbol',
    `/club/${clubIds[0]}`,
    `/evento/${match.id}`,
    `/vods/${(await createVod({ sportEventId: match.id })).id}`,
  ];
  paths.push(`/content/1/videos/${(await createContentVideo({ categoryId: 1 })).id}`);
  for (const path of paths) {
    const address = await findPicture(path);
    expect(address).toContain(`${addresses.media}/share/`);
    const made = await expectPicture(address);
    // The picture is drawn once: now the stored file is the answer.
    const key = new URL(address).pathname.slice(1);
    expect((await listObjects(environment('MEDIA_BUCKET'), key)).map((object) => object.size)).toEqual([made.length]);
    await writeObject({ bucket: environment('MEDIA_BUCKET'), key }, 'stored', { contentType: 'image/jpeg' });
    expect(await (await fetch(`${addresses.web}/api${new URL(address).pathname}?${ulid()}`)).text()).toBe('stored');
    await writeObject({ bucket: environment('MEDIA_BUCKET'), key }, made, { contentType: 'image/jpeg' });
  }
  expect(await findPicture('/')).toBe(await findPicture('/calendario'));
});

test('[E-SHARE-2] redirects any name of an upright picture to the current one', async () => {
  const clubIds = [await createClub(), await createClub()];
  const sides = { homeClubId: clubIds[0], awayClubId: clubIds[1] };
  const match = await createEvent({ clubIds, ...sides });
  const pages = [`/evento/${match.id}`, `/vods/${(await createVod({ sportEventId: match.id })).id}`];
  pages.push(`/content/1/videos/${(await createContentVideo({ categoryId: 1 })).id}`);
  for (const path of pages) {
    const asked = await fetch(`${addresses.web}/api/${sharePicture(path, 'actual', 'upright')}`, {
      redirect: 'manual',
    });
    const address = asked.headers.get('location') ?? '';
    expect([asked.status, asked.headers.get('cache-control')]).toEqual([302, 'no-store']);
    expect(address).toMatch(/\/share\/\w+\/[0-9a-f]{16}-vertical\.jpg$/);
    expect(address.replace('-vertical', '')).toBe(await findPicture(path));
    const made = await expectPicture(address, { width: 1080, height: 1350 });
    const again = await fetch(address);
    expect(again.headers.get('access-control-allow-origin')).toBe('*');
    expect(Buffer.from(await again.arrayBuffer()).equals(made)).toBe(true);
  }
});

test('[E-SHARE-2] a share picture contains a video’s thumbnail uncropped', async () => {
  const thumbnail = `thumbnails/contentvideos/${ulid()}/x.webp`;
  // Red to the edges, so that cropping would remove the blue.
  const picture = await sharp({ create: { width: 320, height: 180, channels: 3, background: '#ff0000' } })
    .composite([{ input: { create: { width: 16, height: 60, channels: 3, background: '#0000ff' } }, left: 0, top: 60 }])
    .webp()
    .toBuffer();
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key: thumbnail }, picture, { contentType: 'image/webp' });
  const path = `/content/1/videos/${(await createContentVideo({ categoryId: 1, thumbnail })).id}`;
  const { url } = await fetch(`${addresses.web}/api/${sharePicture(path, 'actual', 'upright')}`);
  const bytes = await expectPicture(url, { width: 1080, height: 1350 });
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const readColourAt = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  const [left, right] = [readColourAt(84, 470), readColourAt(996, 470)];
  expect([left[2], right[0]].map((value = 0) => value > 180)).toEqual([true, true]);
});

test('[E-SHARE-2] a share picture contains the crest', async () => {
  const crest = `thumbnails/clubs/${ulid()}/x.webp`;
  const red = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#ff0000' } })
    .webp()
    .toBuffer();
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key: crest }, red, { contentType: 'image/webp' });
  const id = await createClub(undefined, { thumbnail: crest });
  const bytes = await expectPicture(await findPicture(`/club/${id}`));
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (315 * info.width + 169) * info.channels;
  expect(data[at]).toBeGreaterThan(200);
  expect(data[at + 1]).toBeLessThan(60);
});

test('[E-SHARE-2] a share picture changes with a rescheduled match, and its old name redirects', async () => {
  const { id } = await createEvent();
  const before = await findPicture(`/evento/${id}`);
  const dates = { scheduledStartDate: '2026-12-24T10:00:00.000Z', scheduledFinishDate: '2026-12-24T12:00:00.000Z' };
  await call('PATCH /live/sportevents/{id}', { token, params: { id }, body: dates });
  const after = await findPicture(`/evento/${id}`);
  expect(after).not.toBe(before);
  // The old picture was never requested, so it is not drawn any more.
  const answer = await fetch(before, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location'), answer.headers.get('cache-control')]).toEqual([
    302,
    after,
    'no-store',
  ]);
  await expectPicture(after);
});

test('[E-SHARE-2] a share picture contains the result once its home club allows it', async () => {
  const [home, away] = [await createClub(), await createClub(undefined, { scoreInPreviews: true })];
  const score = { home: 2, away: 0, phase: 'ENDED', period: 2, version: 1 } as const;
  const sides = { clubIds: [home, away], homeClubId: home, awayClubId: away };
  const { id } = await createEvent({ ...sides, state: 'FINISHED', score });
  const recording = await createVod({ sportEventId: id, clubIds: [home] });
  const pictures = () => Promise.all([findPicture(`/evento/${id}`), findPicture(`/vods/${recording.id}`)]);
  const before = await pictures();
  const body = { scoreInPreviews: true };
  await call('PATCH /live/clubs/{id}', { token, params: { id: home }, body });
  // Another function answers, and it re-reads clubs once a second.
  const after = await eventually(pictures, (addresses) => addresses.every((one, index) => one !== before[index]));
  for (const address of after) await expectPicture(address);
  await call('PATCH /live/clubs/{id}', { token, params: { id: home }, body: { scoreInPreviews: false } });
  await eventually(pictures, (addresses) => addresses.join() === before.join());
});

test('[E-SHARE-2] [V-GEN-3] returns 404 for hidden, missing or private items', async () => {
  const hidden = await createEvent({ visible: false });
  for (const page of [`evento_${hidden.id}`, `evento_${ulid()}`, 'profile', 'nada', '..', `vods_${ulid()}`]) {
    for (const file of ['0123456789abcdef.jpg', '0123456789abcdef-vertical.jpg']) {
      const answer = await fetch(`${addresses.media}/share/${page}/${file}`, { redirect: 'manual' });
      expect([page, file, answer.status >= 400 && answer.status < 500]).toEqual([page, file, true]);
    }
  }
});

test('[D-CLIP-3] [E-SHARE-2] a share picture is withdrawn with its page within a minute, although it is stored', async () => {
  const match = await createEvent({ clubIds: [await createClub()] });
  const video = await createVod({ sportEventId: match.id });
  const found = await Promise.all([`/evento/${match.id}`, `/vods/${video.id}`].map(findPicture));
  const paths = found.map((address) => new URL(address).pathname);
  // The other host draws and stores the pictures, so that the media host's cache has none.
  for (const path of paths) {
    const made = await fetch(`${addresses.web}/api${path}`);
    expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'public, max-age=60']);
  }
  await call('PATCH /live/sportevents/{id}', {
    token,
    params: { id: match.id },
    body: { visible: false, hideVods: true },
  });
  for (const path of paths) {
    // The function re-reads lists once a second.
    await eventually(async () => (await fetch(`${addresses.web}/api${path}?${ulid()}`)).status, is(404));
    expect((await fetch(addresses.media + path)).status).toBe(404);
  }
});

test('[E-SHARE-2] draws a live over its current frame, and stores nothing before the first one', async () => {
  const [home, away] = [await createClub('CD Sauce'), await createClub('Atlético Norte')];
  const dates = {
    scheduledStartDate: new Date(Date.now() - 600_000).toISOString(),
    scheduledFinishDate: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const match = await createEvent({
    clubIds: [home, away],
    homeClubId: home,
    awayClubId: away,
    isPublic: true,
    ...dates,
  });
  const slug = `foto-${ulid().toLowerCase()}`;
  const camera = await createSource(createSourceItem('camera', slug, Date.now()));
  const change = { sportEventId: match.id };
  await call('PATCH /live/cameras/{id}', { token, params: { id: camera.id }, body: change });
  const startedAt = new Date().toISOString();
  // A future end keeps the camera on air, although IVS has no stream.
  const broadcast = { id: ulid(), streamId: 'st', startedAt, stoppedAt: '2999-01-01T00:00:00.000Z', event: null };
  await sources.change(camera.id, (source) => ({ ...source, broadcast }));
  await enterTimeWindow(10);
  const address = await findPicture(`/live/${slug}`);
  const key = new URL(address).pathname.slice(1);
  const sample = async (bytes: Buffer) => {
    const { data } = await sharp(bytes)
      .extract({ left: 590, top: 20, width: 20, height: 20 })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return [...data.subarray(0, 3)];
  };
  const before = await sample(await expectPicture(`${addresses.web}/api/${key}?${ulid()}`));
  expect(await listObjects(environment('MEDIA_BUCKET'), key)).toEqual([]);
  const prefix = `ivs/v1/foto/${ulid()}`;
  await noteRecording({ channelArn: camera.channelArn, id: broadcast.id }, prefix);
  const frame = await sharp({ create: { width: 640, height: 360, channels: 3, background: '#ff00ff' } })
    .jpeg()
    .toBuffer();
  const place = { bucket: environment('RECORDINGS_BUCKET'), key: `${prefix}/media/latest_thumbnail/thumb.jpg` };
  await writeObject(place, frame, { contentType: 'image/jpeg' });
  const [red = 0, green = 0, blue = 0] = await sample(await expectPicture(`${addresses.web}/api/${key}?${ulid()}`));
  expect(before).not.toEqual([red, green, blue]);
  // The frame is magenta, darkened by the layer over it.
  expect([red > 100, green < 40, blue > 100]).toEqual([true, true, true]);
  expect(await listObjects(environment('MEDIA_BUCKET'), key)).toHaveLength(1);
  // Without the purpose 'Patrocinadores y redes', only crests and title are shared.
  const lacks = [{ reason: 'TEAM' as const, purposes: ['sponsors' as const], clubId: home }];
  await events.change(match.id, (event) => ({ ...event, lacks }));
  const plain = await findPicture(`/live/${slug}`);
  expect(plain).not.toBe(address);
  const shared = await expectPicture(`${addresses.web}/api/${new URL(plain).pathname.slice(1)}`);
  expect(await sample(shared)).toEqual(before);
});

test('[E-SHARE-2] distinguishes interviews from summaries', async () => {
  const findHash = async (categoryId: number) => {
    const { id } = await createContentVideo({ categoryId, title: 'Tras el derbi' });
    return (await findPicture(`/content/${categoryId}/videos/${id}`)).split('/').at(-1);
  };
  expect(await findHash(1)).not.toBe(await findHash(2));
});
