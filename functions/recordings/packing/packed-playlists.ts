/** Playlists of a packed source, in the form of an encoding's. Pure. */
import type { Movie } from './movie.ts';
import type { PackedSegment } from './segments.ts';

interface Packed {
  movie: Movie;
  segments: readonly PackedSegment[];
  /** Name of the rendition, `1080p`. */
  rendition: string;
  size: { width: number; height: number; framesPerSecond?: number | undefined };
}

export const toSegmentName = (rendition: string, index: number) =>
  `index_${rendition}_${String(index + 1).padStart(5, '0')}.ts`;

export function renderPackedMaster({ movie, segments, rendition, size }: Packed): string {
  const rates = segments.map(({ reads, seconds }) => (8 * sumBytes(reads)) / Math.max(seconds, 1));
  const average = (8 * segments.reduce((sum, { reads }) => sum + sumBytes(reads), 0)) / sumSeconds(segments);
  const [peak, mean] = [Math.max(...rates), average].map((rate) => Math.round(rate * containerOverhead));
  const rate = size.framesPerSecond ? `,FRAME-RATE=${size.framesPerSecond.toFixed(3)}` : '';
  const codecs = [movie.video.codec, ...(movie.audio ? ['mp4a.40.2'] : [])].join();
  const attributes = `BANDWIDTH=${peak},AVERAGE-BANDWIDTH=${mean},RESOLUTION=${size.width}x${size.height}${rate}`;
  return toText([
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-STREAM-INF:${attributes},CODECS="${codecs}"`,
    `index_${rendition}.m3u8`,
  ]);
}

/** A transport stream takes some per cent more than the frames. */
const containerOverhead = 1.05;
const sumBytes = (reads: PackedSegment['reads']) => reads.reduce((sum, { from, to }) => sum + to - from, 0);
export const sumSeconds = (segments: readonly PackedSegment[]) =>
  segments.reduce((sum, { seconds }) => sum + seconds, 0);

/** Lists all segments, also those that are not packed yet. `vector`: 32 hexadecimal digits. */
export function renderPackedPlaylist({ segments, rendition }: Packed, keyUrl: string, vector: string): string {
  const longest = Math.round(Math.max(1, ...segments.map(({ seconds }) => seconds)));
  return toText([
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:1',
    wholeType,
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-KEY:METHOD=AES-128,URI="${keyUrl}",IV=0x${vector},KEYFORMAT="identity",KEYFORMATVERSIONS="1"`,
    ...segments.flatMap(({ seconds }, index) => [`#EXTINF:${seconds.toFixed(6)},`, toSegmentName(rendition, index)]),
    endTag,
  ]);
}

const wholeType = '#EXT-X-PLAYLIST-TYPE:VOD';
const endTag = '#EXT-X-ENDLIST';

/**
 * Omits segments that are not packed yet. The playlist then grows, and players begin at its start instead of at its
 * end. If packing has stopped, it ends, because players would wait for the rest.
 */
export function showPacked(playlist: string, count: number, isGrowing = true): string {
  const lines = playlist.split('\n');
  const segments = lines.flatMap((line, index) => (line && !line.startsWith('#') ? [index] : []));
  const last = segments[count - 1];
  if (count >= segments.length || last === undefined) return playlist;
  const begun = lines.slice(0, last + 1);
  if (!isGrowing) return toText([...begun, endTag]);
  return begun
    .flatMap((line) => (line === wholeType ? ['#EXT-X-PLAYLIST-TYPE:EVENT', '#EXT-X-START:TIME-OFFSET=0'] : [line]))
    .concat('')
    .join('\n');
}

const toText = (lines: readonly string[]) => `${lines.join('\n')}\n`;
