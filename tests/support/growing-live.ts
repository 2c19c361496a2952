/** Lives whose recording grows, at the edge of a dedicated platform. Import it after the platform has started. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { ulid } from 'ulid';
import { onTestFinished } from 'vitest';
import { createRecordingPrefix, putOnAir, recordPlaylists } from './camera-on-air.ts';
import { signUp } from './dedicated-calls.ts';
import { buildEvent } from './records.ts';

const { noteRecording } = await import('../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { events } = await import('../../functions/league/events/store.ts');
const { hashToken } = await import('../../functions/platform/auth/sessions.ts');
const { signTicket, ticketMs } = await import('../../functions/viewing/playback/tokens.ts');

/** Creates a camera that has shown a match for this many seconds; `record` writes its recording of two minutes. */
export async function goLive(seconds = 120) {
  const event = await events.create(buildEvent({ isPublic: false, category: 'cadete', clubIds: [ulid()] } as never));
  const startedAt = new Date(Date.now() - 1000 * seconds).toISOString();
  const { slug, ref, camera } = await putOnAir(event, startedAt);
  const prefix = createRecordingPrefix();
  const record = async () => {
    await recordPlaylists(prefix, startedAt, 12);
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
