/** A live watched from its start, by the playlists that the streaming service writes during it. */
import { beforeAll, describe, expect, test } from 'vitest';
import { addresses, call, createEvent, createPerson } from '../../support/api.ts';
import { callWarm } from '../../support/aws-calls.ts';
import { createRecordingPrefix, putOnAir, putRecorded, recordPlaylists } from '../../support/camera-on-air.ts';
import { eventually, is } from '../../support/eventually.ts';
import { stopClock } from '../../support/stopped-clock.ts';

const { withObservedStream } = await import('../../../functions/broadcast/live/observe-stream.ts');
const { noteFailure, noteRecording } = await import('../../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { startSession } = await import('../../../functions/platform/auth/sessions.ts');
const { handler } = await import('../../../functions/api/playback.ts');

/** The live began half an hour ago, so its recording exists. */
const startedAt = new Date(Date.now() - 1_800_000).toISOString();
/** Creates a camera that has been on air for half an hour. */
async function startLive({ recorded = true } = {}) {
  const match = await createEvent();
  const { slug, camera, ref } = await putOnAir(match, startedAt);
  const prefix = createRecordingPrefix();
  if (recorded) {
    await recordPlaylists(prefix, startedAt, 3);
    await noteRecording(ref, prefix);
  }
  return { slug, match, camera, ref, prefix };
}

const requestPlayback = async (slug: string, token?: string) =>
  (await call('GET /liveusers/{slug}', { params: { slug }, token })).data.liveUser.playback;

async function fetchFromStartUrl(slug: string, token?: string): Promise<string> {
  const { fromStartUrl } = await requestPlayback(slug, token);
  if (!fromStartUrl) throw new Error('The live cannot be rewound');
  return fromStartUrl;
}

async function fetchRendition(url: string): Promise<string> {
  const master = await (await fetch(url)).text();
  return new URL(/^\w.*$/m.exec(master)?.[0] ?? '', url).href;
}

const status = async (url: string) => (await fetch(url)).status;
const fetchText = async (url: string) => (await fetch(url)).text();
const listSegments = (text: string) => text.match(/^[^#\s].*$/gm) ?? [];

describe('watching a live from its start', () => {
  let viewer: Awaited<ReturnType<typeof createPerson>>;
  beforeAll(async () => {
    viewer = await createPerson('REGULAR_SUBSCRIBER');
  });

  test('[D-DVR-1] is offered once something is recorded, and grows', async () => {
    const { slug, ref, prefix } = await startLive({ recorded: false });
    expect(await requestPlayback(slug, viewer.token)).not.toHaveProperty('fromStartUrl');
    await recordPlaylists(prefix, startedAt, 3);
    await noteRecording(ref, prefix);
    const url = await eventually(async () => (await requestPlayback(slug, viewer.token)).fromStartUrl, Boolean);
    const rendition = await fetchRendition(String(url));
    const text = await fetchText(rendition);
    expect(listSegments(text)).toHaveLength(3);
    expect(text).not.toContain('ENDLIST');
    await recordPlaylists(prefix, startedAt, 6);
    await eventually(async () => listSegments(await fetchText(rendition)).length, is(6));
  });

  test('[D-DVR-2] requires a signature for this recording’s segments', async () => {
    const { slug, prefix } = await startLive();
    const other = await startLive();
    for (const one of [prefix, other.prefix]) await putRecorded(`${one}/media/hls/720p30/0.ts`, 'picture');
    const [segment = ''] = listSegments(
      await fetchText(await fetchRendition(await fetchFromStartUrl(slug, viewer.token))),
    );
    const address = `${addresses.media}${segment}`;
    expect(await fetchText(address)).toBe('picture');
    expect(await status(address.replace(/\?.*/, ''))).toBe(403);
    expect(await status(address.replace(prefix, other.prefix))).toBe(403);
    expect(await status(address.replace('media/hls/720p30/0.ts', 'media/latest_thumbnail/thumb.jpg'))).toBe(403);
  });

  test('[D-DVR-2] requires a token for this live, during its session', async () => {
    const someone = await createPerson('REGULAR_SUBSCRIBER');
    const [{ slug }, other] = [await startLive(), await startLive()];
    const url = await fetchFromStartUrl(slug, someone.token);
    const rendition = await fetchRendition(url);
    expect(await status(rendition)).toBe(200);
    expect(await status(url.replace(slug, other.slug))).toBe(403);
    expect(await status(url.replace(/recordings\/\w+/, `recordings/${other.ref.id}`))).toBe(404);
    expect(await status(url.replace(/token=.*/, ''))).toBe(401);
    expect(await status(rendition.replace('720p30', '..%2F..%2Fsecret'))).toBe(404);
    await call('GET /session/logout', { token: someone.token });
    for (const address of [url, rendition]) expect(await status(address)).toBe(401);
  });

  test('[D-DVR-2] is not offered without a payment for the camera’s current match', async () => {
    const { slug, match } = await startLive();
    expect((await requestPlayback(slug, (await createPerson('REGULAR_BASIC')).token)).fromStartUrl).toBeUndefined();
    const purchases = [{ id: match.id, title: 'x', sport: 'SOCCER' as const, until: '2999-01-01T00:00:00.000Z' }];
    const buyer = await createPerson('REGULAR_BASIC', { purchases });
    const url = await fetchFromStartUrl(slug, buyer.token);
    expect(await status(url)).toBe(200);
    const { putItem } = await import('../../../functions/platform/aws/dynamo.ts');
    await putItem('users', { pk: `USER#${buyer.user.id}`, sk: 'USER', ...buyer.user, purchases: [] });
    expect(await status(url)).toBe(403);
  });

  test('[D-DVR-2] returns 409 while another device holds the stream', async () => {
    const someone = await createPerson('REGULAR_SUBSCRIBER');
    const { slug } = await startLive();
    const url = await fetchFromStartUrl(slug, someone.token);
    expect(await status(url)).toBe(200);
    const phone = (await startSession(someone.user, false, Date.now())).token;
    expect(await status(await fetchFromStartUrl(slug, phone))).toBe(409);
    await call('PATCH /session', { token: phone, body: { isWatching: true, takeOver: true } });
    expect(await status(await fetchRendition(url).catch(() => url))).toBe(409);
  });

  test('[D-DVR-2] answers 404 for a match hidden meanwhile, also to current viewers', async () => {
    const { slug, match } = await startLive();
    const url = await fetchFromStartUrl(slug, viewer.token);
    expect(await status(url)).toBe(200);
    await events.change(match.id, (one) => ({ ...one, visible: false }));
    await eventually(() => status(url), is(404));
  });

  test('[D-DVR-1] continues after the end for present viewers only', async () => {
    const { slug, camera, ref, prefix } = await startLive();
    const url = await fetchFromStartUrl(slug, viewer.token);
    const rendition = await fetchRendition(url);
    const over = Date.now() - 60_000;
    // The platform may already have observed the end, at the current time.
    const stoppedAt = new Date(over).toISOString();
    await sources.change(camera.id, (source) =>
      source.broadcast ? { ...source, broadcast: { ...source.broadcast, stoppedAt } } : undefined,
    );
    await sources.change(camera.id, (source) => withObservedStream(source, undefined, Date.now()));
    expect((await requestPlayback(slug, viewer.token)).reason).toBe('OFFLINE');
    // The viewer's token was issued a minute after the end.
    await eventually(() => status(rendition), is(404));
    const { signTicket, ticketMs } = await import('../../../functions/viewing/playback/tokens.ts');
    const { hashToken } = await import('../../../functions/platform/auth/sessions.ts');
    const sessionHash = hashToken(viewer.token.split('.')[1] ?? '');
    const expiresAt = over - 1000 + ticketMs;
    const early = await signTicket({ item: `live/${slug}`, userId: viewer.user.id, sessionHash, expiresAt });
    const watching = rendition.replace(/token=.*/, `token=${early}`);
    const growing = await fetchText(watching);
    expect(growing).toContain('0.ts');
    expect(growing).not.toContain('ENDLIST');
    await noteFailure(ref, prefix, 'said');
    await eventually(async () => (await fetchText(watching)).includes('#EXT-X-ENDLIST'), Boolean);
  });

  test('[D-DVR-1] plays the last of several recordings of a broadcast', async () => {
    const { slug, ref } = await startLive();
    const url = await fetchFromStartUrl(slug, viewer.token);
    const next = createRecordingPrefix();
    await recordPlaylists(next, startedAt, 2);
    await noteRecording(ref, next);
    await eventually(async () => listSegments(await fetchText(await fetchRendition(url)))[0]?.includes(next), Boolean);
  });

  // AWS faults cause retries.
  const countable = test.skipIf(process.env.FAULTS);
  countable(
    '[D-DVR-2] costs a warm function one session read for each viewer, and the rest once a second',
    async () => {
      const { slug } = await startLive();
      const crowd = await Promise.all(Array.from({ length: 20 }, () => createPerson('ADMIN')));
      const urls = await Promise.all(crowd.map(async ({ token }) => fetchFromStartUrl(slug, token)));
      const rendition = await fetchRendition(urls[0] ?? '');
      const asked: string[] = [];
      // The stopped clock puts all requests into one second, however slow the machine.
      stopClock();
      for (const url of urls) {
        const { statusCode, calls } = await callWarm(handler, {
          endpoint: 'GET /live/{slug}/recordings/{broadcastId}/{file}',
          params: { slug, broadcastId: new URL(rendition).pathname.split('/')[4] ?? '', file: '720p30.m3u8' },
          query: new URL(url).search.slice(1),
        });
        expect(statusCode).toBe(200);
        asked.push(...calls);
      }
      const times = (name: string) => asked.filter((each) => each === name).length;
      expect(times('GetObjectCommand')).toBeLessThanOrEqual(2);
      expect(times('GetCommand') + times('GetItemCommand')).toBeLessThanOrEqual(2 * 5);
      expect(asked.length).toBeLessThanOrEqual(2 * crowd.length + 2 * 6);
    },
  );
});
