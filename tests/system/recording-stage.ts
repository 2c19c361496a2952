/** A stage that plays what IVS recorded and encodes it never, for the tests of a file: ends broadcasts and plays them. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { ulid } from 'ulid';
import { afterAll, expect } from 'vitest';
import type { Range } from '../../shared/domain/withdrawn.ts';
import { startDedicatedPlatform } from '../support/dedicated-platform.ts';
import { recordLive } from '../support/recorded-live.ts';
import { buildEvent } from '../support/records.ts';

export const { addresses } = await startDedicatedPlatform({ broadcastEncoding: 'NEVER', minuteMs: 2_000 });
const { createCaller, signUp } = await import('../support/dedicated-calls.ts');
const { settleRecording } = await import('../../functions/broadcast/broadcasts/settle-recording.ts');
const { changeWithdrawn } = await import('../../functions/broadcast/broadcasts/store.ts');
const { createSource, createSourceItem } = await import('../../functions/broadcast/live/create-source.ts');
const { withObservedStream } = await import('../../functions/broadcast/live/observe-stream.ts');
const { sources } = await import('../../functions/broadcast/live/store.ts');
const { clubs } = await import('../../functions/league/clubs/store.ts');
const { events } = await import('../../functions/league/events/store.ts');
const { queryAll } = await import('../../functions/platform/aws/dynamo-queries.ts');
const { vods } = await import('../../functions/recordings/vods/store.ts');

/** Encoding jobs that this stage has started. */
export let jobs = 0;
const noteJob = (message: unknown) => {
  const { method, url } = (message as { request: IncomingMessage }).request;
  if (method === 'POST' && url === '/2017-08-29/jobs') jobs += 1;
};
subscribe('http.server.request.start', noteJob);
afterAll(() => void unsubscribe('http.server.request.start', noteJob));

export const call = createCaller(addresses.api);
export const admin = await signUp('ADMIN');

export async function createCamera() {
  const club = await clubs.create({
    id: ulid(),
    name: `CD ${ulid()}`,
    visible: true,
    thumbnail: null,
    renderOrder: null,
    dateCreated: new Date().toISOString(),
  } as never);
  const event = await events.create(buildEvent({ clubIds: [club.id] }));
  const camera = await createSource(
    createSourceItem('camera', `grabada-${ulid().slice(-10).toLowerCase()}`, Date.now()),
  );
  await call('PATCH', `/live/cameras/${camera.id}`, admin, { sportEventId: event.id });
  const since = new Date(Date.now() - 3_600_000).toISOString();
  // The camera was set to the match before it went on air.
  const source = await sources.change(camera.id, (now) => ({
    ...now,
    shown: (now.shown ?? []).slice(-1).map((shown) => ({ ...shown, since })),
  }));
  return { event, source: source ?? camera };
}

/** Makes a hidden video of a recorded broadcast; `withdrawn` are seconds that staff took out of the live. */
export async function endBroadcast(recorded: Partial<Parameters<typeof recordLive>[0]> = {}, withdrawn?: Range) {
  const { event, source } = await createCamera();
  const startedAt = new Date(Date.now() - 60_000).toISOString();
  const streamId = `st-${ulid()}`;
  const live = await sources.change(source.id, (now) => withObservedStream(now, { streamId, startedAt }, Date.now()));
  if (withdrawn) {
    const [from, to] = [withdrawn.from, withdrawn.to].map((second) => Date.parse(startedAt) + 1000 * second);
    const range = { id: ulid(), from: Number(from), to: Number(to), at: startedAt, by: 'staff', owner: 'platform' };
    await changeWithdrawn(
      { channelArn: source.channelArn, id: String(live?.broadcast?.id) },
      (broadcast) => ({ ...broadcast, withdrawn: [range] }),
      () => [],
    );
  }
  await sources.change(source.id, (now) => withObservedStream(now, undefined, Date.now()));
  const { channelArn } = source;
  const endedAt = new Date().toISOString();
  const prefix = await recordLive({ channelArn, startedAt, endedAt, seconds: 4, frame: 'whole', ...recorded });
  const outcomes = await Promise.all([1, 2, 3].map(() => settleRecording(prefix, Date.now())));
  const ids = new Set(outcomes.map((outcome) => (outcome?.kind === 'VIDEO' ? outcome.vodId : undefined)));
  expect([...ids]).toEqual([expect.any(String)]);
  return { id: String([...ids][0]), prefix, event };
}

export const publish = (id: string) => call('PATCH', `/live/vods/${id}`, admin, { visible: true });
export const readVod = async (id: string) => (await vods.get(id))!;
export const fetchStatus = async (address: string) => (await fetch(address)).status;
const fetchText = async (address: string) => (await fetch(address)).text();
const listAddresses = (playlist: string, base: string) =>
  [...playlist.matchAll(/^[^#\s].*$/gm)].map(([address]) => new URL(address, base).href);

export async function open(id: string, viewer: { token: string }) {
  const { data } = await call('GET', `/vods/${id}`, viewer);
  const { playback, ...card } = data.vod;
  return { playback, card, master: String(playback.url) };
}

/** Fetches the playlists like a player, and returns their content and addresses. */
export async function play(id: string, viewer: { token: string }) {
  const { master, card } = await open(id, viewer);
  const [rendition = ''] = listAddresses(await fetchText(master), master);
  const playlist = await fetchText(rendition);
  return { card, master, rendition, playlist, segments: listAddresses(playlist, rendition) };
}

/** Prefixes of the files that will be deleted. */
export async function listGarbage(): Promise<string[]> {
  const notes = await queryAll<{ places: { prefix: string }[] }>('uploads', 'GARBAGE');
  return notes.flatMap(({ places }) => places.map(({ prefix }) => prefix));
}
