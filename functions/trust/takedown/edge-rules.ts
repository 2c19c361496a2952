/** Rules of the edge for withdrawn ranges, in the format that infra/edge-withdrawals.ts reads. */
import type { Range } from '../../../shared/domain/withdrawn.ts';
import { findPlayedRecording } from '../../recordings/media/broadcast-encoding.ts';
import { isPosterWithdrawn } from '../../recordings/media/media-picture.ts';
import { readRendition } from '../../recordings/media/rendition-playlist.ts';
import { listPlayedNumbers, listRecordedNumbers, toDates } from '../../recordings/media/withdrawn-recording.ts';
import {
  isWithdrawnSegment,
  listNumbers,
  listWithdrawnPictures,
  timeSegments,
} from '../../recordings/media/withdrawn-segments.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';

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

/** Adds the rule that closes an item's public addresses, because the item is for families. */
export const addFamiliesRule = (value: string | undefined): string | undefined =>
  value === everything ? value : join([outsideFamilies, ...(value ? [value] : [])]);

/** Segments, seek-bar pictures and the poster of a video that show a part of its ranges. */
export async function toVodRules(vod: StoredVod): Promise<string | undefined> {
  const { generation, sprites, withdrawn = [], playsRecording } = vod;
  if (!generation || withdrawn.length === 0) return undefined;
  // The segments of a recorded live have rules of their own.
  const segments = playsRecording ? [] : timeSegments(await readRendition('vods', vod));
  const [removed, left] = [true, false].map((isRemoved) =>
    segments.filter((one) => isWithdrawnSegment(one, withdrawn) === isRemoved).map(({ uri }) => uri),
  );
  // Playlists of the demo repeat files: a file that is also used outside of the ranges stays.
  const numbers = listNumbers((removed ?? []).filter((uri) => !left?.includes(uri)));
  const pictures = sprites ? listWithdrawnPictures(withdrawn, sprites.interval) : [];
  return join([
    // The files of a replaced generation stay for some hours, and other seconds have their numbers.
    `only:${generation}`,
    ...numbers.map((range) => toRule(generation, 'ts', range)),
    ...pictures.map((range) => toRule(generation, 'jpg', range)),
    ...(isPosterWithdrawn(vod) ? posterFiles.map((file) => `=${generation}.${file}`) : []),
  ]);
}

/**
 * Rules for the segments of a live's recording, from the ranges of its video (seconds) or, without one, from
 * `withdrawn` (milliseconds since the Unix epoch). If the video is the whole recording, its seconds are used directly:
 * wall-clock times are inexact, because the length of a drop is estimated.
 */
export async function toRecordingRules(
  prefix: string,
  { vod, withdrawn = [] }: { vod?: StoredVod | undefined; withdrawn?: readonly Range[] | undefined },
): Promise<string | undefined> {
  if (vod && findPlayedRecording(vod) === prefix) {
    const played = await listPlayedNumbers(prefix, vod.withdrawn ?? []);
    return join(played.map((range) => toRule('ivs', 'ts', range)));
  }
  // Without wall-clock times, the segments cannot be determined.
  if (vod && !vod.recorded) return vod.withdrawn?.length ? everything : undefined;
  const ranges = vod?.recorded ? toDates(vod.withdrawn ?? [], vod.recorded) : withdrawn;
  if (ranges.length === 0) return undefined;
  const numbers = await listRecordedNumbers(prefix, ranges);
  return numbers ? join(numbers.map((range) => toRule('ivs', 'ts', range))) : everything;
}

const toRule = (scope: string, extension: string, { from, to }: Range) => `${scope}:${extension}:${from}:${to}`;
