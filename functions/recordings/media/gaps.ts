/**
 * Where a recorded live was interrupted, and for how long: the service merges what comes back within the reconnect window
 * into one recording and marks the seam, but not how much of the match is missing there. It writes each segment as soon
 * as it is whole, so that the times of the files on both sides of a seam tell, to a second or two.
 */
import type { Gap } from '../../../shared/recordings/recorded-time.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';

/** `files`: what lies under the recording's media. */
export async function gapsOf(master: string, files: readonly { key: string; modifiedAt: number }[]): Promise<Gap[]> {
  const [first] = addresses((await text(master)) ?? '');
  if (!first) return [];
  const playlist = beside(master, first);
  const times = new Map(files.map(({ key, modifiedAt }) => [key, modifiedAt]));
  return gapsIn((await text(playlist)) ?? '', (uri) => times.get(beside(playlist, uri)));
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
