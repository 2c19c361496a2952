/**
 * The encoding of ended broadcasts. Without it, viewers get the files that IVS recorded, through the same playlists,
 * rights and signatures. `broadcastEncoding` in infra/settings.ts explains the values.
 */
import { optionalEnvironment } from '../../platform/aws/environment.ts';
import { publishTransient } from '../../platform/events/domain-events.ts';
import { TtlCache } from '../../platform/lists/lru-cache.ts';
import type { StoredVod } from '../vods/rules.ts';
import { isExcerpt } from './excerpt.ts';
import { type Recording, toRecordingPrefix } from './ivs-recording.ts';
import { isPhonePrefix } from './phone-recording.ts';
import { type MediaFields, minVideoSeconds } from './rules.ts';

export const broadcastEncodings = ['ALWAYS', 'WATCHED', 'NEVER'] as const;
export type BroadcastEncoding = (typeof broadcastEncodings)[number];

export function readBroadcastEncoding(): BroadcastEncoding {
  const setting = optionalEnvironment('BROADCAST_ENCODING');
  return broadcastEncodings.find((one) => one === setting) ?? 'ALWAYS';
}

/**
 * True if an ended recording plays as it is. One that broke off or has no picture is always encoded, which shows
 * whether it is usable. What a phone sent was looked at, and always plays as it is: an encoding costs ten times as much.
 */
export const isPlayedAsRecorded = ({ brokeOff, duration, width, height, playlist }: Recording): boolean =>
  (readBroadcastEncoding() !== 'ALWAYS' || isPhonePrefix(playlist)) &&
  !brokeOff &&
  duration >= minVideoSeconds &&
  width > 0 &&
  height > 0;

/**
 * Finds the prefix of the IVS recording that players may read directly. An excerpt has none: a signature opens the whole
 * folder, and the rest of that recording may be for staff only.
 */
export const findPlayedRecording = ({ source }: Pick<MediaFields, 'source'>): string | undefined =>
  source?.bucket === 'recordings' && !isExcerpt(source.key) ? toRecordingPrefix(source.key) : undefined;

/** At most one request per video, minute and process. The next viewer repeats a lost one. */
const requested = new TtlCache<void>(60_000, 500);

/**
 * Requests the encoding of a recorded live when its first viewer, other than staff, watches it; for stages that encode
 * only watched recordings. Later viewers get seek-bar pictures, encryption and half the bytes. A failed one waits for an
 * admin, who sees its reason.
 */
export async function requestEncoding(vod: StoredVod, now: number): Promise<void> {
  if (encodesWhenWatched(vod))
    await requested.get(vod.id, now, () => publishTransient('RecordingWatched', { vodId: vod.id }));
}

/** True if the first viewer starts the encoding. */
export const encodesWhenWatched = ({
  playsRecording,
  pending,
  failure,
  source,
}: Pick<MediaFields, 'playsRecording' | 'pending' | 'failure' | 'source'>): boolean =>
  playsRecording === true &&
  pending === null &&
  failure === null &&
  readBroadcastEncoding() === 'WATCHED' &&
  !isPhonePrefix(source?.key ?? '');
