/** A live with a recording in segments of a second, and the calls for its clips. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually, isSettled } from '../../support/eventually.ts';
import { makeClip } from '../../support/media.ts';

const { createSource, createSourceItem } = await import('../../../functions/broadcast/live/create-source.ts');
const { withObservedStream } = await import('../../../functions/broadcast/live/observe-stream.ts');
const { noteRecording, settleWrites } = await import('../../../functions/broadcast/broadcasts/recording-outcomes.ts');
const { cutLives: cutLivesAt } = await import('../../../functions/broadcast/live-clips/cut.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');
const { environment } = await import('../../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../../functions/platform/aws/storage.ts');
const { clips } = await import('../../../functions/recordings/clips/store.ts');

export const cutLives = () => cutLivesAt(Date.now());

export const admin = await createPerson('ADMIN');
export const clubId = await createClub('CD Directo', { publicClips: true });
export const staff = await createPerson('CLUB_STAFF', { clubId });
export const length = 24;
const segments = await makeSegments();

/** Encodes a film in segments of a second. */
async function makeSegments(): Promise<Buffer[]> {
  const folder = await mkdtemp(join(tmpdir(), 'live-clips-'));
  const hls = ['-f', 'hls', '-hls_time', '1', '-hls_list_size', '0', '-g', '25', '-hls_playlist_type', 'vod'];
  await makeClip(join(folder, 'playlist.m3u8'), { seconds: length, size: '320x180', output: hls });
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts'));
  names.sort((a, b) => Number(/\d+/.exec(a)?.[0]) - Number(/\d+/.exec(b)?.[0]));
  const made = await Promise.all(names.map((name) => readFile(join(folder, name))));
  await rm(folder, { recursive: true });
  return made;
}

export const bucket = () => environment('RECORDINGS_BUCKET');
const put = (key: string, body: Buffer | string) =>
  writeObject({ bucket: bucket(), key }, body, { contentType: 'application/octet-stream' });
export const newPrefix = () => `ivs/v1/000000000000/abc/2026/11/21/17/0/${ulid().slice(-12)}`;

/** Writes IVS's playlist of a recording: runs of one-second segments, with a gap between runs. */
export async function writePlaylist(prefix: string, runs: { from: number; seconds: number }[]): Promise<void> {
  const lines: string[] = [];
  for (const { from, seconds } of runs) {
    if (lines.length > 0) lines.push('#EXT-X-DISCONTINUITY');
    for (let second = 0; second < seconds; second += 1) {
      const index = lines.filter((line) => line.endsWith('.ts')).length;
      await put(`${prefix}/media/hls/180p25/${index}.ts`, segments[index] ?? '');
      const date = new Date(from + 1000 * second).toISOString();
      lines.push(`#EXT-X-PROGRAM-DATE-TIME:${date}`, '#EXTINF:1.000,', `${index}.ts`);
    }
  }
  const head = '#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-MEDIA-SEQUENCE:0';
  await put(`${prefix}/media/hls/180p25/playlist.m3u8`, `${[head, ...lines].join('\n')}\n#EXT-X-ENDLIST\n`);
  const stream = 'BANDWIDTH=900000,CODECS="avc1.42c00d,mp4a.40.2",RESOLUTION=320x180,VIDEO="180p25"';
  await put(`${prefix}/media/hls/master.m3u8`, `#EXTM3U\n#EXT-X-STREAM-INF:${stream}\n180p25/playlist.m3u8\n`);
}

/** Creates a camera that went on air ten minutes ago, with this many seconds recorded. */
export async function startLive(recorded = 0, clubIds = [clubId]) {
  const match = await createEvent({ clubIds });
  const slug = `recorte-${ulid().slice(-10).toLowerCase()}`;
  const from = Date.now() - 600_000;
  const startedAt = new Date(from).toISOString();
  const camera = await createSource(createSourceItem('camera', slug, Date.now()));
  const source = await sources.change(camera.id, (now) => {
    const shown = { ...now, sportEventId: match.id, eventTitle: match.title, clubIds };
    const since = { since: startedAt, isTest: false, event: { ...match, clubIds } };
    return withObservedStream({ ...shown, shown: [since] }, { streamId: `st-${ulid()}`, startedAt }, Date.now());
  });
  const { channelArn, broadcast } = source!;
  const ref = { channelArn, id: broadcast!.id };
  const prefix = newPrefix();
  await noteRecording(ref, prefix);
  if (recorded > 0) await writePlaylist(prefix, [{ from, seconds: recorded }]);
  return { slug, match, camera, ref, prefix, startedAt, from };
}

type Live = Awaited<ReturnType<typeof startLive>>;

export const cut = ({ slug, startedAt }: Live, body: object, token = staff.token) =>
  call('POST /liveusers/{slug}/clips', { token, params: { slug }, body: { startedAt, ...body } });
export const listClips = async ({ slug, startedAt }: Live, token = staff.token) =>
  (await call('GET /liveusers/{slug}/clips', { token, params: { slug }, query: { startedAt } })).data;
export const readStored = async (id: string) => (await clips.get(id))!;
export const waitForClip = (live: Live, id: string) =>
  eventually(async () => (await listClips(live)).clips.find((one) => one.id === id), isSettled);
export const publish = (id: string, visible = true) =>
  call('PATCH /clips/{id}', { token: staff.token, params: { id }, body: { visible } });
export const readClip = (id: string) => call('GET /clips/{id}', { params: { id } });
export async function finishAsVideo({ ref, prefix, from, match }: Live, fields: Parameters<typeof createVod>[0] = {}) {
  const recorded = { from: new Date(from - 2_000).toISOString(), to: new Date(from + 60_000).toISOString() };
  const about = { clubIds: [clubId], sportEventId: match.id, recorded, visible: false, awaiting: 'new' as const };
  const video = await createVod({ ...about, ...fields });
  await transact(settleWrites(prefix, { kind: 'VIDEO', vodId: video.id }, ref));
  return video.id;
}
