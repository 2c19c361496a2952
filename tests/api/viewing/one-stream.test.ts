/** One stream per user: the device that holds it, and takeover by another. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createPerson } from '../../support/api.ts';
import { createPlayable, logInSecondDevice, playlistAddress, status } from './playable-video.ts';

const { hashToken } = await import('../../../functions/platform/auth/sessions.ts');
const { putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { readLease } = await import('../../../functions/viewing/playback/lease.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');

describe('one stream per user', () => {
  test('[V-PLAY-6][V-PLAY-7] returns 409 to a second device until the first one leaves', async () => {
    const { id } = await createPlayable();
    const first = await createPerson('REGULAR_SUBSCRIBER');
    const second = await logInSecondDevice(first.user);
    expect(await status(await playlistAddress(id, first.token))).toBe(200);
    const address = await playlistAddress(id, second);
    const refused = await fetch(address);
    expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'SSN4090']);
    expect((await call('PATCH /session', { token: second, body: { isWatching: true } })).status).toBe(409);
    expect((await call('PATCH /session', { token: first.token, body: { isWatching: true } })).status).toBe(200);
    expect((await call('PATCH /session', { token: first.token, body: { isWatching: false } })).status).toBe(200);
    expect(await status(address)).toBe(200);
    expect(await status(await playlistAddress(id, first.token))).toBe(409);
  });

  test('[V-PLAY-7] frees the stream on logout, or after 45 seconds without a report', async () => {
    const { id } = await createPlayable();
    const first = await createPerson('REGULAR_SUBSCRIBER');
    const second = await logInSecondDevice(first.user);
    await fetch(await playlistAddress(id, first.token));
    await call('GET /session/logout', { token: first.token });
    const address = await playlistAddress(id, second);
    expect(await status(address)).toBe(200);
    const third = await logInSecondDevice(first.user);
    expect(await status(await playlistAddress(id, third))).toBe(409);
    const forgotten = { pk: `USER#${first.user.id}`, sk: 'LEASE', sessionHash: 'other', heldUntil: Date.now() - 1 };
    await putItem('leases', forgotten);
    expect(await status(await playlistAddress(id, third))).toBe(200);
  });

  test('[V-PLAY-7] writes the lease once for requests within seconds; extends it later', async () => {
    const { id, generation } = await createPlayable();
    const rendition = { bucket: environment('MEDIA_BUCKET'), key: `vods/${id}/${generation}/index_360p.m3u8` };
    await writeObject(rendition, '#EXTM3U\n', { contentType: 'application/vnd.apple.mpegurl' });
    const { user, token } = await createPerson('REGULAR_SUBSCRIBER');
    const address = await playlistAddress(id, token);
    expect(await status(address)).toBe(200);
    const lease = { pk: `USER#${user.id}`, sk: 'LEASE', sessionHash: hashToken(token.split('.')[1] ?? '') };
    const holdLease = async (ms: number) => {
      const heldUntil = Date.now() + ms;
      await putItem('leases', { ...lease, heldUntil });
      expect(await status(address.replace('index.m3u8', 'index_360p.m3u8'))).toBe(200);
      return ((await readLease(user.id))?.heldUntil ?? 0) - heldUntil;
    };
    expect(await holdLease(44_000)).toBe(0);
    expect(await holdLease(20_000)).toBeGreaterThan(20_000);
    await putItem('leases', { ...lease, sessionHash: 'other', heldUntil: Date.now() + 44_000 });
    expect(await status(address.replace('index.m3u8', 'index_360p.m3u8'))).toBe(409);
  });

  test('[V-PLAY-7] counts two tabs of one session as one device', async () => {
    const [one, two] = [await createPlayable(), await createPlayable()];
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    expect(await status(await playlistAddress(one.id, viewer.token))).toBe(200);
    expect(await status(await playlistAddress(two.id, viewer.token))).toBe(200);
  });

  test('[A-API-4] moves the stream with takeOver', async () => {
    const { id } = await createPlayable();
    const first = await createPerson('REGULAR_SUBSCRIBER');
    const second = await logInSecondDevice(first.user);
    const address = await playlistAddress(id, first.token);
    await fetch(address);
    expect((await call('PATCH /session', { token: second, body: { isWatching: true, takeOver: true } })).status).toBe(
      200,
    );
    expect(await status(address)).toBe(409);
    expect(await status(await playlistAddress(id, second))).toBe(200);
  });

  test('[V-PLAY-6] has exactly one winner of a hundred simultaneous claims', async () => {
    const { id } = await createPlayable();
    const first = await createPerson('REGULAR_SUBSCRIBER');
    const devices = await Promise.all(Array.from({ length: 100 }, () => logInSecondDevice(first.user)));
    const urls = await Promise.all(devices.map((token) => playlistAddress(id, token)));
    const answers = await Promise.all(urls.map(status));
    expect(answers.filter((code) => code === 200)).toHaveLength(1);
    expect(answers.filter((code) => code === 409)).toHaveLength(99);
  });

  test('[V-PLAY-7] does not limit admins and club staff', async () => {
    const clubId = await createClub();
    const { id } = await createPlayable({ clubIds: [clubId] });
    for (const someone of [await createPerson('ADMIN'), await createPerson('CLUB_STAFF', { clubId })]) {
      const second = await logInSecondDevice(someone.user);
      expect(await status(await playlistAddress(id, someone.token))).toBe(200);
      expect(await status(await playlistAddress(id, second))).toBe(200);
    }
  });
});
