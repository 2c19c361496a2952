/** Playback of recordings: the answer, its token, playlists and the audience. */
import { describe, expect, test } from 'vitest';
import { addresses, call, createEvent, createPerson } from '../../support/api.ts';
import { createPlayable, logInSecondDevice, playlistAddress, status } from './playable-video.ts';

const { signTicket, ticketMs } = await import('../../../functions/viewing/playback/tokens.ts');
const { hashToken } = await import('../../../functions/platform/auth/sessions.ts');
const { putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');

describe('the answer about a VOD', () => {
  test('[V-ACC-9] denies access for a purchase older than 90 days', async () => {
    const match = await createEvent();
    const { id } = await createPlayable({ sportEventId: match.id });
    const purchases = [{ id: match.id, title: 'x', sport: 'SOCCER' as const, until: '2020-01-01T00:00:00.000Z' }];
    const { token } = await createPerson('REGULAR_BASIC', { purchases });
    expect((await call('GET /vods/{id}', { params: { id }, token })).data.vod.playback.granted).toBe(false);
  });

  test('[V-ACC-8][V-ACC-1] gives a visitor an anonymous token for a public event', async () => {
    const match = await createEvent({ isPublic: true });
    const { id } = await createPlayable({ sportEventId: match.id });
    expect(await status(await playlistAddress(id))).toBe(200);
  });
});

describe('a playback token', () => {
  test('[V-PLAY-2][V-ACC-10] opens its own video only, during its session', async () => {
    const [one, two] = [await createPlayable(), await createPlayable()];
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    const url = await playlistAddress(one.id, viewer.token);
    expect(url).not.toContain(viewer.token);
    expect(await status(url)).toBe(200);
    expect(await status(url.replace(one.id, two.id))).toBe(403);
    expect(await status(url.replace(/token=.*/, ''))).toBe(401);
    expect(await status(`${url}x`)).toBe(401);
    await call('GET /session/logout', { token: viewer.token });
    expect(await status(url)).toBe(401);
  });

  test('[V-GEN-3] answers 404 for a VOD hidden meanwhile', async () => {
    const { id } = await createPlayable();
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    const url = await playlistAddress(id, viewer.token);
    const admin = await createPerson('ADMIN');
    await call('PATCH /live/vods/{id}', { token: admin.token, params: { id }, body: { visible: false } });
    expect(await status(url)).toBe(404);
  });
});

describe('a cast device, which has only the address', () => {
  /** Returns a playback address that was issued this many minutes ago. */
  async function castMinutesAgo(minutes: number, viewer: Viewer, id: string) {
    const issuedAt = Date.now() - minutes * 60_000;
    const sessionHash = hashToken(viewer.token.split('.')[1] ?? '');
    const ticket = { item: `vods/${id}`, userId: viewer.user.id, sessionHash, expiresAt: issuedAt + ticketMs };
    return `${addresses.media}/vods/${id}/hls/index.m3u8?token=${await signTicket(ticket)}`;
  }

  test('[E-PLAYER-7] plays a match to its end through repeated requests', async () => {
    const { id } = await createPlayable();
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    for (const minutes of [0, 31, 150]) {
      const address = await castMinutesAgo(minutes, viewer, id);
      const master = await (await fetch(address)).text();
      expect(master).toContain('#EXTM3U');
      const rendition = /^index_\w+\.m3u8\?token=.*$/m.exec(master)?.[0] ?? '';
      expect([401, 403, 409]).not.toContain(await status(new URL(rendition, address).href));
    }
    expect(await status(await castMinutesAgo(ticketMs / 60_000 + 1, viewer, id))).toBe(401);
  });

  test.each([
    ['logout', async ({ token }: Viewer) => void (await call('GET /session/logout', { token })), 401],
    [
      'a refund',
      ({ user }: Viewer) => putItem('users', { pk: `USER#${user.id}`, sk: 'USER', ...user, subscription: null }),
      403,
    ],
    [
      'a new password',
      ({ user }: Viewer) => {
        const sessionsValidFrom = new Date(Date.now() + 1000).toISOString();
        return putItem('users', { pk: `USER#${user.id}`, sk: 'USER', ...user, sessionsValidFrom });
      },
      401,
    ],
  ])('[E-PLAYER-7] stops playing after %s', async (_, end, ended) => {
    const { id } = await createPlayable();
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    const address = await castMinutesAgo(45, viewer, id);
    expect(await status(address)).toBe(200);
    await end(viewer);
    expect(await status(address)).toBe(ended);
  });

  test('[E-PLAYER-7][V-PLAY-6] gets 409 for a copied address while another device plays', async () => {
    const { id } = await createPlayable();
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    const copied = await castMinutesAgo(45, viewer, id);
    const phone = await logInSecondDevice(viewer.user);
    expect(await status(await playlistAddress(id, phone))).toBe(200);
    expect(await status(copied)).toBe(409);
    // Once the phone leaves, the copied address plays, and the phone is refused.
    await call('PATCH /session', { token: phone, body: { isWatching: false } });
    expect(await status(copied)).toBe(200);
    expect(await status(await playlistAddress(id, phone))).toBe(409);
  });
});

type Viewer = Awaited<ReturnType<typeof createPerson>>;

describe('a playlist', () => {
  test('[V-PLAY-1] answers HEAD like GET, without the body', async () => {
    const { id } = await createPlayable();
    const url = await playlistAddress(id, (await createPerson('REGULAR_SUBSCRIBER')).token);
    for (const address of [url, url.replace(/token=.*/, ''), url.replace('index.m3u8', 'nothing.m3u8')]) {
      const [got, head] = [await fetch(address), await fetch(address, { method: 'HEAD' })];
      const describeAnswer = ({ status, headers }: Response) => [
        status,
        headers.get('content-type'),
        headers.get('content-length'),
      ];
      expect(describeAnswer(head)).toEqual(describeAnswer(got));
      expect(await head.text()).toBe('');
    }
  });

  test('[V-PLAY-1] is compressed for clients that accept it', async () => {
    const made = await createPlayable();
    const segments = Array.from({ length: 1200 }, (_, index) => `#EXTINF:6.0,\nindex_360p_${index}.ts`);
    await writeObject(
      { bucket: environment('MEDIA_BUCKET'), key: `vods/${made.id}/${made.generation}/index_360p.m3u8` },
      `#EXTM3U\n${segments.join('\n')}\n#EXT-X-ENDLIST\n`,
      { contentType: 'application/vnd.apple.mpegurl' },
    );
    const url = await playlistAddress(made.id, (await createPerson('REGULAR_SUBSCRIBER')).token);
    const ask = async (encoding: string) => {
      const answer = await fetch(url.replace('index.', 'index_360p.'), { headers: { 'accept-encoding': encoding } });
      return { encoding: answer.headers.get('content-encoding'), text: await answer.text() };
    };
    const [plain, compressed] = [await ask('identity'), await ask('gzip, deflate, br')];
    expect([plain.encoding, compressed.encoding]).toEqual([null, 'gzip']);
    for (const { text } of [plain, compressed]) expect(text.match(/index_360p_\d+\.ts\?Policy=/g)).toHaveLength(1200);
  });
});

describe('the audience', () => {
  test('[V-COUNT-1] counts each of many simultaneous viewers once, without a shared item', async () => {
    const made = await createPlayable();
    const viewers = await Promise.all(Array.from({ length: 60 }, () => createPerson('REGULAR_SUBSCRIBER')));
    const addresses = await Promise.all(viewers.map(({ token }) => playlistAddress(made.id, token)));
    const twice = await Promise.all([...addresses, ...addresses].map(status));
    expect(new Set(twice)).toEqual(new Set([200]));
    const { token } = await createPerson('ADMIN');
    const { data } = await call('GET /live/vods/{id}/audience', { params: { id: made.id }, token });
    expect(data.audience).toMatchObject({ uniqueViewers: 60, plays: 120 });
  });
});
