/**
 * Excerpt of a live's recording, the source of a clip: a finished playlist over some recorded segments. It is stored
 * beside the recording's own playlists and deleted with them.
 */
import { environment } from '../../platform/aws/environment.ts';
import { readText, writeObject } from '../../platform/aws/storage.ts';
import { dateTag, durationTag, type TimedSegment, timeSegments } from './withdrawn-segments.ts';

/** A segment whose time is known. */
export type Segment = TimedSegment & { at: number };

/** Milliseconds since the Unix epoch. */
interface Interval {
  from: number;
  to: number;
}

export interface Excerpt {
  segments: Segment[];
  /** Offset of the interval in the segments, and how much of it they hold, in seconds. */
  start: number;
  seconds: number;
  /** Time of the recording's last frame, which may be after the interval. */
  until: number;
}

export const parseSegments = (playlist: string): Segment[] =>
  timeSegments(playlist).filter((segment): segment is Segment => segment.at !== undefined);

/** Selects the recorded segments of an interval, which may have gaps; undefined if there are none. Pure. */
export function selectExcerpt(playlist: string, { from, to }: Interval): Excerpt | undefined {
  const all = parseSegments(playlist);
  const last = all.at(-1);
  const segments = all.filter((one) => one.at < to && toEnd(one) > from);
  const [first] = segments;
  if (!first || !last) return undefined;
  const overlaps = segments.map((one) => Math.min(toEnd(one), to) - Math.max(one.at, from));
  return {
    segments,
    start: Math.max(0, from - first.at) / 1000,
    seconds: overlaps.reduce((sum, ms) => sum + ms, 0) / 1000,
    until: toEnd(last),
  };
}

const toEnd = ({ at, seconds }: Segment) => at + 1000 * seconds;

interface Rendition {
  /** Attributes of its line in the master playlist. */
  attributes: string;
  uri: string;
}

/** The largest rendition of a master playlist; clips never need more. Pure. */
export function findLargestRendition(master: string): Rendition | undefined {
  const renditions = [...master.matchAll(/^#EXT-X-STREAM-INF:([^\r\n]*)\r?\n([^#\s]\S*)/gm)].map(
    ([, attributes = '', uri = '']) => ({ attributes, uri }),
  );
  const readHeight = ({ attributes }: Rendition) => Number(/RESOLUTION=\d+x(\d+)/.exec(attributes)?.[1] ?? 0);
  return renditions.toSorted((a, b) => readHeight(b) - readHeight(a))[0];
}

/** Builds the playlists of an excerpt: its media playlist, and the master playlist that encodings require. Pure. */
export function buildPlaylists(id: string, { segments }: Excerpt, { attributes, uri }: Rendition) {
  const folder = uri.replace(/[^/]*$/, '');
  const longest = Math.ceil(Math.max(1, ...segments.map(({ seconds }) => seconds)));
  const lines = segments.flatMap(({ uri, seconds, at, discontinuity }, index) => [
    ...(discontinuity && index > 0 ? ['#EXT-X-DISCONTINUITY'] : []),
    `${dateTag}${new Date(at).toISOString()}`,
    `${durationTag}${seconds.toFixed(3)},`,
    folder + uri,
  ]);
  const head = ['#EXT-X-VERSION:3', `#EXT-X-TARGETDURATION:${longest}`, '#EXT-X-MEDIA-SEQUENCE:0'];
  // Removes references to groups that this playlist does not have.
  const stream = `#EXT-X-STREAM-INF:${attributes.replace(/,?(?:VIDEO|AUDIO|SUBTITLES)="[^"]*"/g, '')}`;
  const toPlaylist = (rows: string[]) => `${['#EXTM3U', ...rows].join('\n')}\n`;
  return {
    master: toPlaylist(['#EXT-X-VERSION:3', stream, mediaName(id)]),
    media: toPlaylist([...head, '#EXT-X-PLAYLIST-TYPE:VOD', ...lines, '#EXT-X-ENDLIST']),
  };
}

const masterName = (id: string) => `clip-${id}.m3u8`;
const mediaName = (id: string) => `clip-${id}-media.m3u8`;

export const isExcerpt = (key: string) => /\/clip-\w+\.m3u8$/.test(key);

/** Common prefix of an excerpt's files. */
export const excerptFiles = (key: string) => key.replace(/\.m3u8$/, '');

export interface FoundExcerpt extends Excerpt {
  /** The recording that it belongs to. */
  prefix: string;
  rendition: Rendition;
}

/** Finds what a recording holds of an interval so far. */
export async function findExcerpt(prefix: string, interval: Interval): Promise<FoundExcerpt | undefined> {
  const { rendition, playlist } = await readLargest(prefix);
  const excerpt = selectExcerpt(playlist, interval);
  return excerpt && rendition && { ...excerpt, prefix, rendition };
}

/** Playlist of a recording's largest rendition so far; the segments of all renditions have the same numbers. */
export const readLargestPlaylist = async (prefix: string): Promise<string> => (await readLargest(prefix)).playlist;

async function readLargest(prefix: string) {
  const rendition = findLargestRendition((await read(`${toFolder(prefix)}master.m3u8`)) ?? '');
  return { rendition, playlist: (rendition && (await read(toFolder(prefix) + rendition.uri))) ?? '' };
}

/** Stores the excerpt and returns the key of its master playlist; idempotent. */
export async function storeExcerpt(id: string, excerpt: FoundExcerpt): Promise<string> {
  const { master, media } = buildPlaylists(id, excerpt, excerpt.rendition);
  const folder = toFolder(excerpt.prefix);
  await put(folder + mediaName(id), media);
  await put(folder + masterName(id), master);
  return folder + masterName(id);
}

/** Length of an excerpt and key of its first segment. */
export async function readExcerpt(key: string): Promise<{ seconds: number; first: string } | undefined> {
  const segments = parseSegments((await read(`${excerptFiles(key)}-media.m3u8`)) ?? '');
  const [first] = segments;
  const seconds = segments.reduce((sum, one) => sum + one.seconds, 0);
  return first && { seconds, first: key.replace(/[^/]*$/, '') + first.uri };
}

const toFolder = (prefix: string) => `${prefix}/media/hls/`;

const read = (key: string) => readText({ bucket: environment('RECORDINGS_BUCKET'), key });

const put = (key: string, playlist: string) =>
  writeObject({ bucket: environment('RECORDINGS_BUCKET'), key }, Buffer.from(playlist), {
    contentType: 'application/vnd.apple.mpegurl',
  });
