/** Rules of the edge for withdrawn ranges, in the format that infra/edge-withdrawals.ts reads. */
import type { Range } from '../../../shared/domain/withdrawn.ts';
import { findPlayedRecording } from '../../recordings/media/broadcast-encoding.ts';
import { isPosterWithdrawn } from '../../recordings/media/media-picture.ts';
import { listPlayedNumbers, listRecordedNumbers, toDates } from '../../recordings/media/withdrawn-recording.ts';
import { isWithdrawnSegment, listNumbers, timeSegments } from '../../recordings/media/withdrawn-segments.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';
import { readRendition } from './ranges.ts';

export const everything = '*';

/** Maximum bytes of a value in the store; longer rules become a refusal of everything. */
const maxBytes = 1024;

const join = (rules: readonly string[]): string | undefined => {
  const value = rules.join(' ');
  return value === '' ? undefined : value.length > maxBytes ? everything : value;
};

const posterFiles = ['0000000.jpg', '0000001.jpg', 'poster.webp', 'poster.card.webp'];

/** Rule that refuses everything outside the folder of families. */
const outsideFamilies = 'families';

/** Turns an item's public value into the value of an item for families. */
export const toFamilies = (value: string | undefined): string | undefined =>
  value === everything ? value : join([outsideFamilies, ...(value ? [value] : [])]);

/** Segments, seek-bar pictures and the poster of a video that show a part of its ranges. */
export async function toVodRules(vod: StoredVod): Promise<string | undefined> {
  const { generation, sprites, withdrawn = [], playsRecording } = vod;
  if (!generation || withdrawn.length === 0) return undefined;
  // The segments of a recorded live have rules of their own.
  const segments = playsRecording ? [] : timeSegments(await readRendition(vod));
  const [removed, left] = [true, false].map((isRemoved) =>
    segments.filter((one) => isWithdrawnSegment(one, withdrawn) === isRemoved).map(({ uri }) => uri),
  );
  // Playlists of the demo repeat files: a file that is also used outside of the ranges stays.
  const numbers = listNumbers((removed ?? []).filter((uri) => !left?.includes(uri)));
  // A picture may have been captured a moment before or after its time.
  const pictures = sprites
    ? withdrawn.map(({ from, to }) => ({
        from: Math.max(0, Math.floor((from - 1) / sprites.interval)),
        to: Math.ceil((to + 1) / sprites.interval),
      }))
    : [];
  return join([
    ...numbers.map((range) => toRule(generation, 'ts', range)),
    ...pictures.map((range) => toRule(generation, 'jpg', range)),
    ...(isPosterWithdrawn(vod) ? posterFiles.map((file) => `=${generation}.${file}`) : []),
  ]);
}

/**
 * Segments of a live's recording, by its video's ranges or its own (milliseconds since the Unix epoch). If the video
 * plays this recording, both have the same seconds; wall-clock times are inexact, because a drop's length is estimated.
 */
export async function toRecordingRules(
  prefix: string,
  { vod, withdrawn = [] }: { vod?: StoredVod | undefined; withdrawn?: readonly Range[] | undefined },
): Promise<string | undefined> {
  if (vod && findPlayedRecording(vod) === prefix) {
    const played = await listPlayedNumbers(prefix, vod.withdrawn ?? []);
    return join(played.map((range) => toRule('ivs', 'ts', range)));
  }
  const ranges = vod?.recorded ? toDates(vod.withdrawn ?? [], vod.recorded) : vod ? vod.withdrawn : withdrawn;
  if (!ranges || ranges.length === 0) return undefined;
  const numbers = vod && !vod.recorded ? undefined : await listRecordedNumbers(prefix, ranges);
  // Without wall-clock times, the segments cannot be determined.
  return numbers ? join(numbers.map((range) => toRule('ivs', 'ts', range))) : everything;
}

const toRule = (scope: string, extension: string, { from, to }: Range) => `${scope}:${extension}:${from}:${to}`;
