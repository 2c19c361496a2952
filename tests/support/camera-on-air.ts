/**
 * Cameras on air without an encoder, and what the streaming service would record. Import it after the platform has
 * started.
 */
import { ulid } from 'ulid';
import type { StoredEvent } from '../../functions/league/events/rules.ts';

const { createSource, createSourceItem } = await import('../../functions/broadcast/live/create-source.ts');
const { copyEventFields } = await import('../../functions/broadcast/live/rules.ts');
const { withObservedStream } = await import('../../functions/broadcast/live/observe-stream.ts');
const { sources } = await import('../../functions/broadcast/live/store.ts');
const { environment } = await import('../../functions/platform/aws/environment.ts');
const { writeObject } = await import('../../functions/platform/aws/storage.ts');

/** Creates a camera that has shown the match since this instant. */
export async function putOnAir(event: StoredEvent, startedAt: string) {
  const slug = `directo-${ulid().slice(-10).toLowerCase()}`;
  const camera = await createSource(createSourceItem('camera', slug, Date.now()));
  await sources.change(camera.id, (source) => ({ ...source, sportEventId: event.id, ...copyEventFields(event) }));
  const streamId = `st-${ulid()}`;
  const source = await sources.change(camera.id, (now) => withObservedStream(now, { streamId, startedAt }, Date.now()));
  if (!source?.broadcast) throw new Error('The camera is not on air');
  return { slug, camera, ref: { channelArn: source.channelArn, id: source.broadcast.id } };
}

export const createRecordingPrefix = () => `ivs/v1/000000000000/abc/2026/11/27/3/0/${ulid().slice(-12)}`;

export const putRecorded = (key: string, text: string) =>
  writeObject({ bucket: environment('RECORDINGS_BUCKET'), key }, text, { contentType: 'application/x-mpegURL' });

/** Writes the playlists of a recording with this many segments of ten seconds. */
export async function recordPlaylists(prefix: string, startedAt: string, segments: number): Promise<void> {
  const lines = Array.from({ length: segments }, (_, index) => {
    const date = new Date(Date.parse(startedAt) + 10_000 * index).toISOString();
    return `#EXT-X-PROGRAM-DATE-TIME:${date}\n#EXTINF:10.000,\n${index}.ts`;
  });
  const head = '#EXTM3U\n#EXT-X-TARGETDURATION:12\n#EXT-X-PLAYLIST-TYPE:EVENT\n#EXT-X-MEDIA-SEQUENCE:0';
  const folder = `${prefix}/media/hls`;
  await putRecorded(`${folder}/master.m3u8`, '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n720p30/playlist.m3u8\n');
  await putRecorded(`${folder}/720p30/playlist.m3u8`, `${[head, ...lines].join('\n')}\n#EXT-X-ENDLIST\n`);
}
