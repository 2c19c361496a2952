/**
 * Start time and gaps of a recorded live. IVS merges reconnections into one recording and marks each discontinuity
 * without its length. Segments are written when complete, so the file times on both sides of a discontinuity give its
 * length to a second or two.
 */
import type { Gap } from '../../../shared/domain/recorded-time.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readText } from '../../platform/aws/storage.ts';
import { parseSegments } from './excerpt.ts';
import { findDatedGaps, isPhonePrefix } from './phone-recording.ts';
import { timeSegments } from './withdrawn-segments.ts';

/** `files`: objects under the recording's media folder. `startedAt`: IVS's start, which may be a segment late. */
export async function readTimes(
  master: string,
  files: readonly { key: string; modifiedAt: number }[],
  startedAt: string,
): Promise<{ from: string; gaps: Gap[] }> {
  const bucket = environment('RECORDINGS_BUCKET');
  const [first] = listAddresses((await readText({ bucket, key: master })) ?? '');
  if (!first) return { from: startedAt, gaps: [] };
  const playlist = toSiblingKey(master, first);
  const times = new Map(files.map(({ key, modifiedAt }) => [key, modifiedAt]));
  const lines = (await readText({ bucket, key: playlist })) ?? '';
  if (isPhonePrefix(playlist)) {
    const segments = parseSegments(lines);
    return { from: new Date(segments[0]?.at ?? startedAt).toISOString(), gaps: findDatedGaps(segments) };
  }
  return { from: readStart(lines, startedAt), gaps: findGaps(lines, (uri) => times.get(toSiblingKey(playlist, uri))) };
}

/** Maximum difference between the playlist's date and IVS's start; beyond it, one of the two clocks is wrong. */
const maxApartMs = 30_000;

/** Date of the first frame by the playlist, or else IVS's start. Pure. */
export function readStart(playlist: string, startedAt: string): string {
  const [, date = ''] = /^#EXT-X-PROGRAM-DATE-TIME:(\S+)/m.exec(playlist) ?? [];
  const at = Date.parse(date);
  return Math.abs(at - Date.parse(startedAt)) <= maxApartMs ? new Date(at).toISOString() : startedAt;
}

/** Shorter gaps may be the time that it takes to write a file. */
const minGapMs = 2_000;

/** `writtenAt` gives the time of a segment's file. Pure. */
export function findGaps(playlist: string, writtenAt: (uri: string) => number | undefined): Gap[] {
  const segments = timeSegments(playlist).map((segment) => ({ ...segment, written: writtenAt(segment.uri) }));
  return segments.flatMap(({ from, seconds, discontinuity, written }, index) => {
    const before = segments[index - 1]?.written;
    const isKnown = discontinuity && written !== undefined && before !== undefined;
    const ms = isKnown ? Math.round(written - before - 1000 * seconds) : 0;
    return ms >= minGapMs ? [{ seconds: from, ms }] : [];
  });
}

const listAddresses = (playlist: string) =>
  playlist
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));

const toSiblingKey = (key: string, name: string) => key.replace(/[^/]*$/, '') + name;
