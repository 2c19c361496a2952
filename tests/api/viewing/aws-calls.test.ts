/** Number of AWS calls for a viewer's requests, because each costs function time for every viewer. */
import { ulid } from 'ulid';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call, createEvent, createPerson, createVod } from '../../support/api.ts';
import { callWarm } from '../../support/aws-calls.ts';
import { stopClock } from '../../support/stopped-clock.ts';

const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { saveEncryptionKey } = await import('../../../functions/recordings/media/encoding.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { vods } = await import('../../../functions/recordings/vods/store.ts');
const { readAudience } = await import('../../../functions/viewing/playback/views.ts');
const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { freeLease } = await import('../../../functions/viewing/playback/lease.ts');
const { findViews } = await import('../../../functions/viewing/playback/live-views.ts');
const { hashToken, startSession } = await import('../../../functions/platform/auth/sessions.ts');
const { putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { handler } = await import('../../../functions/api/playback.ts');
const accounts = await import('../../../functions/api/accounts.ts');

async function recording() {
  const match = await createEvent();
  const { id, generation } = await createVod({ sportEventId: match.id });
  const files = { 'index.m3u8': '#EXTM3U\nindex_360p.m3u8\n', 'index_360p.m3u8': '#EXTM3U\n#EXT-X-ENDLIST\n' };
  for (const [name, text] of Object.entries(files)) {
    const address = { bucket: environment('MEDIA_BUCKET'), key: `vods/${id}/${generation}/${name}` };
    await writeObject(address, text, { contentType: 'application/vnd.apple.mpegurl' });
  }
  await saveEncryptionKey({ kind: 'vods', id }, String(generation), '01'.repeat(16));
  return { id, generation: String(generation), match };
}

async function createTicket(id: string, token: string): Promise<string> {
  const { data } = await call('GET /vods/{id}', { params: { id }, token });
  return new URL(String(data.vod.playback.url)).search.slice(1);
}

const requestFile = (id: string, file: string, query: string) =>
  callWarm(handler, { endpoint: 'GET /vods/{id}/hls/{file}', params: { id, file }, query });

describe('[11.27] a recording in a warm function', () => {
  // AWS faults cause retries.
  test.skipIf(process.env.FAULTS)(
    '[V-PLAY-6][V-COUNT-1] costs one read, the lease and the count to start, then one read each',
    async () => {
      const { id, generation } = await recording();
      const first = await createTicket(id, (await createPerson('REGULAR_SUBSCRIBER')).token);
      for (const file of ['index.m3u8', 'index_360p.m3u8', `${generation}.key`]) await requestFile(id, file, first);
      const { token } = await createPerson('REGULAR_SUBSCRIBER');
      const ticket = await createTicket(id, token);
      const start = await requestFile(id, 'index.m3u8', ticket);
      expect(start.statusCode).toBe(200);
      expect(start.calls.toSorted()).toEqual(['BatchGetCommand', 'UpdateCommand', 'UpdateCommand']);
      for (const file of ['index_360p.m3u8', `${generation}.key`]) {
        const { statusCode, calls } = await requestFile(id, file, ticket);
        expect([statusCode, calls]).toEqual([200, ['BatchGetCommand']]);
      }
      expect((await readAudience(`vods/${id}`)).viewers).toBe(2);
      // The page sends its first watch report when it opens.
      const other = await createPerson('REGULAR_SUBSCRIBER');
      await call('PATCH /session', { token: other.token, body: { isWatching: true } });
      const { calls } = await requestFile(id, 'index.m3u8', await createTicket(id, other.token));
      expect(calls).toHaveLength(2);
    },
  );

  test.skipIf(process.env.FAULTS)(
    '[V-PLAY-6] costs no more if it plays as the service recorded it, and a crowd requests its encoding once',
    async () => {
      vi.stubEnv('BROADCAST_ENCODING', 'WATCHED');
      onTestFinished(() => void vi.unstubAllEnvs());
      const prefix = `ivs/v1/000000000000/abc/2026/11/27/3/0/${ulid().slice(-12)}`;
      const folder = `${prefix}/media/hls`;
      const files = {
        'master.m3u8': '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n360p30/playlist.m3u8\n',
        '360p30/playlist.m3u8': '#EXTM3U\n#EXTINF:10.0,\n0.ts\n#EXT-X-ENDLIST\n',
      };
      for (const [name, text] of Object.entries(files)) {
        const address = { bucket: environment('RECORDINGS_BUCKET'), key: `${folder}/${name}` };
        await writeObject(address, text, { contentType: 'application/vnd.apple.mpegurl' });
      }
      const source = { bucket: 'recordings', key: `${folder}/master.m3u8` } as const;
      const { id } = await createVod({ sportEventId: (await createEvent()).id, source, playsRecording: true });
      const crowd = await Promise.all(
        Array.from({ length: 5 }, async () => createTicket(id, (await createPerson('REGULAR_SUBSCRIBER')).token)),
      );
      let asked = 0;
      for (const ticket of crowd) {
        const { statusCode, calls } = await requestFile(id, 'index.m3u8', ticket);
        expect(statusCode).toBe(200);
        asked += calls.filter((name) => name === 'PutEventsCommand').length;
      }
      expect(asked).toBe(1);
      await requestFile(id, '360p30.m3u8', String(crowd[0]));
      const { statusCode, calls } = await requestFile(id, '360p30.m3u8', String(crowd[0]));
      expect([statusCode, calls]).toEqual([200, ['BatchGetCommand']]);
    },
  );

  test('[V-ACC-10] checks the current match, not the one in the ticket', async () => {
    const { id, match } = await recording();
    const purchases = [{ id: match.id, title: 'x', sport: 'SOCCER' as const, until: '2999-01-01T00:00:00.000Z' }];
    const { token } = await createPerson('REGULAR_BASIC', { purchases });
    const ticket = await createTicket(id, token);
    expect((await requestFile(id, 'index.m3u8', ticket)).statusCode).toBe(200);
    const other = await createEvent();
    await vods.change(id, (item) => ({ ...item, sportEventId: other.id }));
    expect((await requestFile(id, 'index_360p.m3u8', ticket)).statusCode).toBe(403);
    await events.change(other.id, (item) => ({ ...item, isPublic: true }));
    expect((await requestFile(id, 'index_360p.m3u8', ticket)).statusCode).toBe(200);
    await vods.change(id, (item) => ({ ...item, sportEventId: null }));
    expect((await requestFile(id, 'index_360p.m3u8', ticket)).statusCode).toBe(403);
  });
});

/** Creates a camera that can stay on air without the streaming service. */
async function live(match: { isPublic?: boolean } = {}) {
  const { id: sportEventId, title } = await createEvent(match);
  const { id, slug } = await createSource(
    createSourceItem('camera', `toma-${ulid().slice(-10).toLowerCase()}`, Date.now()),
  );
  const startedAt = new Date().toISOString();
  const onAir = { id: ulid(), streamId: `st-${ulid()}`, startedAt, stoppedAt: '2999-01-01T00:00:00.000Z', event: null };
  const eventIsPublic = match.isPublic ?? false;
  const begin = () =>
    sources.change(id, (item) => ({ ...item, sportEventId, eventTitle: title, eventIsPublic, broadcast: onAir }));
  const setTest = (isTest: boolean) => sources.change(id, (item) => ({ ...item, isTest }));
  return { slug, sportEventId, begin, setTest };
}

const openLive = async (slug: string, token?: string) => {
  const { data } = await call('GET /liveusers/{slug}', { params: { slug }, token });
  const query = new URL(String(data.liveUser.playback.url)).search.slice(1);
  return () => callWarm(handler, { endpoint: 'GET /live/{slug}/{file}', params: { slug, file: 'index.m3u8' }, query });
};

const toSessionHash = (token: string) => hashToken(token.split('.')[1] ?? '');

describe('[11.27] a live in a warm function', () => {
  test.skipIf(process.env.FAULTS)(
    '[V-PLAY-6][V-COUNT-1] costs one read, one transaction and the count to start, also again',
    async () => {
      const { slug, begin } = await live();
      await begin();
      const [first, second] = [await createPerson('REGULAR_SUBSCRIBER'), await createPerson('REGULAR_SUBSCRIBER')];
      const [open, openSecond] = [await openLive(slug, first.token), await openLive(slug, second.token)];
      stopClock();
      expect((await open()).statusCode).toBe(302);
      for (const again of [openSecond, openSecond, open]) {
        const { statusCode, calls } = await again();
        expect([statusCode, calls.toSorted()]).toEqual([
          302,
          ['BatchGetCommand', 'TransactWriteCommand', 'UpdateCommand'],
        ]);
      }
    },
  );

  test.skipIf(process.env.FAULTS)(
    '[V-ACC-8][V-COUNT-1] costs only the counting for a visitor to a public match',
    async () => {
      const { slug, begin } = await live({ isPublic: true });
      await begin();
      const visit = await openLive(slug);
      stopClock();
      await visit();
      expect(await visit()).toMatchObject({ statusCode: 302, calls: ['UpdateCommand'] });
    },
  );

  test.skipIf(process.env.FAULTS)(
    '[V-PLAY-6] looks for the other view after two devices of a user have started lives',
    async () => {
      const { slug, begin } = await live();
      await begin();
      const { user, token } = await createPerson('REGULAR_SUBSCRIBER');
      const other = (await startSession(user, false, Date.now())).token;
      const [mine, theirs] = [await openLive(slug, token), await openLive(slug, other)];
      expect((await mine()).calls).not.toContain('QueryCommand');
      expect((await theirs()).statusCode).toBe(409);
      await freeLease(user.id, toSessionHash(token));
      for (let time = 0; time < 2; time += 1) {
        const { statusCode, calls } = await theirs();
        expect(statusCode).toBe(302);
        // The other view is looked for each time, because the process that ended it may have crashed before revoking.
        expect(calls).toContain('QueryCommand');
      }
      expect((await findViews(user.id, () => true)).map(({ sessionHash }) => sessionHash)).toEqual([
        toSessionHash(other),
      ]);
    },
  );

  test('[V-ACC-10][V-GEN-3] neither admits viewers without access nor rejects others because of its cache', async () => {
    const { slug, sportEventId, begin, setTest } = await live();
    await begin();
    const purchases = [{ id: sportEventId, title: 'x', sport: 'SOCCER' as const, until: '2999-01-01T00:00:00.000Z' }];
    const buyer = await createPerson('REGULAR_BASIC', { purchases });
    const other = await createPerson('REGULAR_SUBSCRIBER');
    const [open, openOther] = [await openLive(slug, buyer.token), await openLive(slug, other.token)];
    await setTest(true);
    const forward = stopClock();
    const status = async (ask: typeof open) => (await ask()).statusCode;
    expect([await status(open), await status(openOther)]).toEqual([404, 404]);
    await setTest(false);
    expect([await status(open), await status(openOther)]).toEqual([302, 302]);
    await putItem('users', { pk: `USER#${buyer.user.id}`, sk: 'USER', ...buyer.user, purchases: [] });
    await call('GET /session/logout', { token: other.token });
    expect([await status(open), await status(openOther)]).toEqual([403, 401]);
    await putItem('users', { pk: `USER#${buyer.user.id}`, sk: 'USER', ...buyer.user });
    await setTest(true);
    forward(1_000);
    expect(await status(open)).toBe(404);
  });
});

describe('[11.27] a report of watching in a warm function', () => {
  test.skipIf(process.env.FAULTS)(
    '[A-SESS-9][A-SIGNUP-2] costs the session, the lease, the position, and new parts',
    async () => {
      const { id, match } = await recording();
      const { token } = await createPerson('REGULAR_SUBSCRIBER');
      const purchases = [{ id: match.id, title: 'x', sport: 'SOCCER' as const, until: '2999-01-01T00:00:00.000Z' }];
      const buyer = await createPerson('REGULAR_BASIC', { purchases });
      const reportWatching = (token: string, watched: number[]) =>
        callWarm(accounts.handler, {
          endpoint: 'PATCH /session',
          headers: { authorization: `Bearer ${token}` },
          body: { isWatching: true, played: { kind: 'vods', id, position: 60, watched } },
        });
      // The match is read once a second for all viewers.
      stopClock();
      expect((await reportWatching(token, [])).statusCode).toBe(200);
      for (const who of [token, buyer.token]) {
        expect((await reportWatching(who, [])).calls).toEqual(['BatchGetCommand', 'UpdateCommand', 'UpdateCommand']);
        const { statusCode, calls } = await reportWatching(who, [1, 2]);
        expect([statusCode, calls]).toEqual([
          200,
          ['BatchGetCommand', 'UpdateCommand', 'UpdateCommand', 'UpdateCommand'],
        ]);
      }
    },
  );
});
