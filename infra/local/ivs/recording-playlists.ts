/** Playlists of a recording, as IVS writes them beside its segments. Pure. */
import { longestTarget } from './segmenter.ts';

/** The fixed properties of a recording; first line of its log (recording.ts). */
export interface RecordingStart {
  id: string;
  channelArn: string;
  channelName: string;
  bucket: string;
  prefix: string;
  rendition: string;
  width: number;
  height: number;
  codecs: string;
  /** ffmpeg's name of the stream's colour matrix; undefined if the stream names none. */
  matrix?: string;
  startedAt: string;
  /** Seconds between updates of the latest thumbnail. */
  thumbnailSeconds: number;
}

export interface RecordedSegment {
  seconds: number;
  /** Wall-clock time of the segment's start, in milliseconds. */
  at: number;
  bytes: number;
  discontinuity: boolean;
  streamId: string;
}

/** Renders the only rendition's playlist; IVS ends it provisionally while the stream is live. */
export function renderPlaylist(segments: readonly RecordedSegment[]): string[] {
  return [
    '#EXTM3U',
    '#EXT-X-VERSION:3',
    `#EXT-X-TARGETDURATION:${longestTarget}`,
    '#EXT-X-PLAYLIST-TYPE:EVENT',
    '#EXT-X-MEDIA-SEQUENCE:0',
    '#EXT-X-TWITCH-ELAPSED-SECS:0.000',
    `#EXT-X-TWITCH-TOTAL-SECS:${sumSeconds(segments).toFixed(3)}`,
    ...segments.flatMap(renderSegment),
    '#EXT-X-ENDLIST',
  ];
}

/** Renders the lines of a segment, whose file is named by its number. */
export const renderSegment = (
  { seconds, discontinuity, at }: Pick<RecordedSegment, 'seconds' | 'discontinuity' | 'at'>,
  number: number,
): string[] => [
  ...(discontinuity ? ['#EXT-X-DISCONTINUITY'] : []),
  `#EXT-X-PROGRAM-DATE-TIME:${new Date(at).toISOString()}`,
  `#EXTINF:${seconds.toFixed(3)},`,
  `${number}.ts`,
];

export function renderMasterPlaylist(
  { rendition, width, height, codecs }: RecordingStart,
  segments: readonly RecordedSegment[],
): string[] {
  const rates = segments.map(({ bytes, seconds }) => Math.round((bytes * 8) / Math.max(seconds, 0.1)));
  const peak = Math.max(1, ...rates);
  return [
    '#EXTM3U',
    `#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="${rendition}",NAME="${height}p",AUTOSELECT=YES,DEFAULT=YES`,
    `#EXT-X-STREAM-INF:PROGRAM-ID=1,BANDWIDTH=${peak},CODECS="${codecs}",RESOLUTION=${width}x${height},VIDEO="${rendition}"`,
    `${rendition}/playlist.m3u8`,
  ];
}

export const sumSeconds = (segments: readonly RecordedSegment[]) =>
  segments.reduce((sum, { seconds }) => sum + seconds, 0);
