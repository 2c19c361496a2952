/** Lives whose recording grows, at the edge of a dedicated platform. Import it after the platform has started. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { ulid } from 'ulid';
import { onTestFinished } from 'vitest';
import { signUp } from './dedicated-calls.ts';
import { buildEvent } from './records.ts';

const { noteRecording } = await import('../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { createSource, createSourceItem } = await import('../../functions/broadcast/live/create-source.ts');
const { copyEventFields } = await import('../../functions/broadcast/live/rules.ts');
const { withObservedStream } = await import('../../functions/broadcast/live/observed-stream.ts');
const { sources } = await import('../../functions/broadcast/live/store.ts');
const { events } = await import('../../functions/league/events/store.ts');
const { hashToken } = await import('../../functions/platform/auth/sessions.ts');
const { environment } = await import('../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../functions/platform/aws/storage.ts');
const { signTicket, ticketMs } = await import('../../functions/viewing/playback/tokens.ts');

const put = (key: string, text: string) =>
  writeObject({ bucket: environment('RECORDINGS_BUCKET'), key }, text, { contentType: 'application/x-mpegURL' });

/** Creates a camera that has shown a match for this many seconds, recorded in segments of ten seconds. */
export async function goLive(seconds = 120) {
  const event = await events.create(buildEvent({ isPublic: false, category: 'cadete', clubIds: [ulid()] } as never));
  const slug = `compartida-${ulid().slice(-10).toLowerCase()}`;
  const startedAt = new Date(Date.now() - 1000 * seconds).toISOString();
  const camera = await createSource(createSourceItem('camera', slug, Date.now()));
  await sources.change(camera.id, (source) => ({ ...source, sportEventId: event.id, ...copyEventFields(event) }));
  const streamId = `st-${ulid()}`;
  const source = await sources.change(camera.id, (now) => withObservedStream(now, { streamId, startedAt }, Date.now()));
  const ref = { channelArn: camera.channelArn, id: String(source?.broadcast?.id) };
  const prefix = `ivs/v1/000000000000/abc/2026/11/27/3/0/${ulid().slice(-12)}`;
  const record = async () => {
    const lines = Array.from({ length: 12 }, (_, index) => {
      const date = new Date(Date.parse(startedAt) + 10_000 * index).toISOString();
      return `#EXT-X-PROGRAM-DATE-TIME:${date}\n#EXTINF:10.000,\n${index}.ts`;
    });
    const head = '#EXTM3U\n#EXT-X-TARGETDURATION:12\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-MEDIA-SEQUENCE:0';
    const folder = `${prefix}/media/hls`;
    await put(`${folder}/master.m3u8`, '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p30/playlist.m3u8\n');
    await put(`${folder}/720p30/playlist.m3u8`, `${[head, ...lines].join('\n')}\n#EXT-X-ENDLIST\n`);
    await noteRecording(ref, prefix);
  };
  return { event, slug, ref, startedAt, sourceId: camera.id, record };
}

/** Like `goLive`, with a recording of two minutes. */
export async function goLiveRecorded() {
  const live = await goLive();
  await live.record();
  return live;
}

type Live = Awaited<ReturnType<typeof goLive>>;

export const createSubscriber = () => signUp('REGULAR_SUBSCRIBER');

/** Returns a subscriber's address of a rendition. */
export async function openFor({ slug, ref }: Live, media: string) {
  const { user, token } = await createSubscriber();
  const sessionHash = hashToken(token.split('.')[1] ?? '');
  const expiresAt = Date.now() + ticketMs;
  const ticket = await signTicket({ item: `live/${slug}`, userId: user.id, sessionHash, expiresAt });
  return { user, own: `${media}/live/${slug}/recordings/${ref.id}/720p30.m3u8?token=${ticket}` };
}

export async function ask(address: string) {
  const answer = await fetch(address);
  return { status: answer.status, text: await answer.text(), shared: answer.headers.get('content-location') ?? '' };
}

export const askStatus = async (address: string) => (await ask(address)).status;

/** Counts requests of the media host to the API until the test ends. */
export function countOriginRequests(): () => number {
  let count = 0;
  const note = (message: unknown) => {
    const { headers } = (message as { request: IncomingMessage }).request;
    if (headers['cantera-edge-host'] === 'media') count += 1;
  };
  subscribe('http.server.request.start', note);
  onTestFinished(() => void unsubscribe('http.server.request.start', note));
  return () => count;
}
