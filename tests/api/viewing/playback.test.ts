/** One stream per user; playback tokens and their limits. */
import { describe, expect, test } from 'vitest';
import { addresses, call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';

const { signTicket, ticketMs } = await import('../../../functions/viewing/playback/tokens.ts');
const { hashToken, startSession } = await import('../../../functions/platform/auth/sessions.ts');
const { putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { readLease } = await import('../../../functions/viewing/playback/lease.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');

/** Creates a VOD with a playlist but without an encoding. */
async function createPlayable(fields: Parameters<typeof createVod>[0] = {}) {
  const made = await createVod(fields);
  await writeObject(
    { bucket: environment('MEDIA_BUCKET'), key: `vods/${made.id}/${made.generation}/index.m3u8` },
    '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nindex_360p.m3u8\n',
    { contentType: 'application/vnd.apple.mpegurl' },
  );
  return made;
}

async function playlistAddress(id: string, token?: string): Promise<string> {
  const { data } = await call('GET /vods/{id}', { params: { id }, token });
  return String(data.vod.playback.url);
}

const status = async (url: string) => (await fetch(url)).status;

async function logInSecondDevice(user: Parameters<typeof startSession>[0]) {
  return (await startSession(user, false, Date.now())).token;
}

describe('the answer about a VOD', () => {
  test('[V-ACC-10][V-ACC-2][V-ACC-3][V-ACC-4] answers whether the caller may watch, with the reason', async () => {
    const match = await createEvent();
    const { id } = await createPlayable({ sportEventId: match.id });
    const requestPlayback = async (token?: string) =>
      (await call('GET /vods/{id}', { params: { id }, token })).data.vod.playback;
    expect(await requestPlayback()).toEqual({ granted: false, reason: 'LOGIN_REQUIRED' });
    expect(await requestPlayback((await createPerson('REGULAR_BASIC')).token)).toEqual({
      granted: false,
      reason: 'PAYMENT_REQUIRED',
    });
    const purchases = [{ id: match.id, title: 'x', sport: 'SOCCER' as const, until: '2999-01-01T00:00:00.000Z' }];
    expect((await requestPlayback((await createPerson('REGULAR_BASIC', { purchases })).token)).reason).toBe('PURCHASE');
    expect((await requestPlayback((await createPerson('REGULAR_SUBSCRIBER')).token)).granted).toBe(true);
  });

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

  test('[V-PLAY-2] answers 401 if expired', async () => {
    const { id } = await createPlayable();
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    const token = await signTicket({
      item: `vods/${id}`,
      userId: viewer.user.id,
      sessionHash: 'x',
      expiresAt: Date.now() - 1,
    });
    expect(await status(`${addresses.media}/vods/${id}/hls/index.m3u8?token=${token}`)).toBe(401);
  });

  test('[V-ACC-10] answers 403 on the media host after access has ended', async () => {
    const { id } = await createPlayable();
    const viewer = await createPerson('REGULAR_SUBSCRIBER');
    const url = await playlistAddress(id, viewer.token);
    await putItem('users', { pk: `USER#${viewer.user.id}`, sk: 'USER', ...viewer.user, subscription: null });
    expect(await status(url)).toBe(403);
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

describe('a cast device, which knows only the address', () => {
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

  test('[A-SESS-9] requires no reports from admins', async () => {
    const admin = await createPerson('ADMIN');
    expect((await call('PATCH /session', { token: admin.token, body: { isWatching: true } })).status).toBe(403);
  });
});
