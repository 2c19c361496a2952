/**
 * What time a recorded live begins, and where it was interrupted, and for how long: the service merges what comes back within the reconnect window
 * into one recording and marks the seam, but not how much of the match is missing there. It writes each segment as soon
 * as it is whole, so that the times of the files on both sides of a seam tell, to a second or two.
 */
import type { Gap } from '../../../shared/domain/recorded-time.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';

/** `files`: what lies under the recording's media. `startedAt`: as the service says, which may do so a segment later. */
export async function timesOf(
  master: string,
  files: readonly { key: string; modifiedAt: number }[],
  startedAt: string,
): Promise<{ from: string; gaps: Gap[] }> {
  const [first] = addresses((await text(master)) ?? '');
  if (!first) return { from: startedAt, gaps: [] };
  const playlist = beside(master, first);
  const times = new Map(files.map(({ key, modifiedAt }) => [key, modifiedAt]));
  const lines = (await text(playlist)) ?? '';
  return { from: beginsAt(lines, startedAt), gaps: gapsIn(lines, (uri) => times.get(beside(playlist, uri))) };
}

/** Further apart, one of the two clocks is wrong. */
const mostApartMs = 30_000;

/** Pure: the date of the first picture, where the playlist says it. */
export function beginsAt(playlist: string, startedAt: string): string {
  const [, date = ''] = /^#EXT-X-PROGRAM-DATE-TIME:(\S+)/m.exec(playlist) ?? [];
  const at = Date.parse(date);
  return Math.abs(at - Date.parse(startedAt)) <= mostApartMs ? new Date(at).toISOString() : startedAt;
}

/** Shorter ones are no more than what writing a file takes. */
const leastMs = 2_000;

/** Pure: `writtenAt` says when a segment was. */
export function gapsIn(playlist: string, writtenAt: (uri: string) => number | undefined): Gap[] {
  const gaps: Gap[] = [];
  let position = 0;
  let duration = 0;
  let seam = false;
  let before: number | undefined;
  for (const line of playlist.split('\n').map((one) => one.trim())) {
    if (line === '#EXT-X-DISCONTINUITY') seam = true;
    else if (line.startsWith('#EXTINF:')) duration = Number.parseFloat(line.slice('#EXTINF:'.length)) || 0;
    else if (line && !line.startsWith('#')) {
      const at = writtenAt(line);
      const ms = seam && at !== undefined && before !== undefined ? Math.round(at - before - 1000 * duration) : 0;
      if (ms >= leastMs) gaps.push({ seconds: position, ms });
      position += duration;
      before = at;
      seam = false;
    }
  }
  return gaps;
}

const addresses = (playlist: string) =>
  playlist
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith('#'));

const beside = (key: string, name: string) => key.replace(/[^/]*$/, '') + name;

async function text(key: string): Promise<string | undefined> {
  const bytes = await readObject({ bucket: environment('RECORDINGS_BUCKET'), key });
  return bytes && Buffer.from(bytes).toString();
}
