/** From an uploaded file to a playable video: the media fields, their transitions, and failure texts. Pure. */
import type { MediaStatus } from '../../../shared/contract/schema.ts';
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import { notVideo, type WantedVideo } from '../../../shared/domain/video-file.ts';
import type { Withheld } from '../../platform/withholding/rules.ts';
import type { WithdrawnRange } from './withdrawn-ranges.ts';

export interface MediaFields {
  status: MediaStatus;
  visible: boolean;
  /** Its holds by matters and missing image rights (platform/withholding). */
  withheld?: Withheld;
  /** Ranges that players leave out, and the edge refuses. */
  withdrawn?: WithdrawnRange[];
  /** Bytes of the source. */
  size: number;
  source: { bucket: 'uploads' | 'recordings'; key: string } | null;
  /** The encoding that plays now, or the poster's name while the recording itself plays. */
  generation: string | null;
  /** Set while viewers get the files of the recorded live itself (broadcast-encoding.ts). */
  playsRecording?: true;
  /**
   * Set while viewers get the frames of the uploaded file itself (recordings/packing), until its encoding is complete.
   * `PARTLY`: the later ones are still being packed.
   */
  playsSource?: 'PARTLY' | 'WHOLE';
  /** The pending encoding; replaces `generation` when it is complete. */
  pending: { generation: string; startedAt: string; jobId: string | null } | null;
  /** Percentage of the pending encoding. */
  progress: number | null;
  /** Spanish reason of the last failure. */
  failure: string | null;
  /** Seconds. */
  duration: number | null;
  sprites: { interval: number; count: number } | null;
  /** Key of the chosen picture; without one the encoding's poster is shown. */
  thumbnail: string | null;
  /** Second of the source that the poster shows; absent for a frame near the start. */
  posterAt?: number;
  /**
   * Number of the captured frame that became the poster. Absent on encodings by earlier releases, whose poster is frame
   * 1, as a JPEG.
   */
  posterFrame?: number;
  /** The part of the source that a clip covers. */
  cut?: Cut;
}

/** Seconds of the source. */
export interface Cut {
  start: number;
  seconds: number;
  /** Time of the poster, in seconds from the clip's start. */
  poster: number;
  /** Key of the crest, a PNG in the media bucket. */
  crest: string | null;
  /** Set for a summary, whose `seconds` are the sum of card and parts. */
  summary?: { card: string; parts: Part[] };
}

/** Seconds of the source. */
export interface Part {
  start: number;
  seconds: number;
}

/** Size in pixels and duration of a summary's title card. Whole seconds exist at every frame rate. */
export const titleCard = { width: 1280, height: 720, seconds: 3 };

export const createMediaFields = (source: MediaFields['source'], size: number): Omit<MediaFields, 'visible'> => ({
  status: 'SENT',
  size,
  source,
  generation: null,
  pending: null,
  progress: null,
  failure: null,
  duration: null,
  sprites: null,
  thumbnail: null,
});

export interface SourceInfo {
  width: number;
  height: number;
  /** Seconds that the source states, which may be more than it holds; 0 if it states none. */
  duration: number;
  hasAudio: boolean;
  /** Undefined if the source does not say. */
  framesPerSecond?: number;
  /** HDR or BT.2020: has to be converted to BT.709. */
  hasWideColour?: true;
  /** `unmarked`: may contain interlaced frames without a mark. */
  scan?: 'interlaced' | 'unmarked';
  /** Numbers of the audio tracks to mix, from 1; undefined for the first one. */
  audioTracks?: number[];
  /** Recorded from an encoder that may change the size of its picture, such as a phone that is turned. */
  canChangeSize?: true;
}

/**
 * `HH:MM:SS:FF`: timecodes count frames. At 29.97 frames a second, an hour of timecode lasts 3.6 s longer than an hour.
 * Without a known rate, whole seconds are used.
 */
export function toTimecode(seconds: number, framesPerSecond: number | undefined, { last = false } = {}): string {
  const nominal = Math.round(framesPerSecond ?? 1) || 1;
  const frames = Math.max(0, Math.round(seconds * (framesPerSecond ?? 1)) - (last && framesPerSecond ? 1 : 0));
  const whole = Math.floor(frames / nominal);
  return [whole / 3600, (whole / 60) % 60, whole % 60, frames % nominal]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

/**
 * Below this average rate, a source has a variable one: recordings of screens and calls have a new picture only when
 * something moves. Encoded at the average, a scroll would show three pictures a second.
 */
export const minFramesPerSecond = 23;

/** Seconds between seek-bar pictures: 5 s in short videos, some 600 pictures in long ones, 10 s without a duration. */
export const computeSpriteInterval = (duration: number) => (duration > 0 ? Math.max(5, Math.ceil(duration / 600)) : 10);

export const canEncode = (item: MediaFields) => item.pending === null && item.source !== null;

/** True if an encoding may begin by itself: one that has finished meanwhile is not begun again by a late event. */
export const needsEncoding = (item: MediaFields) =>
  canEncode(item) && (item.generation === null || awaitsEncoding(item));

/** `keepsPlaying`: viewers get the present generation until the encoding is complete. */
export function withEncodingStarted<T extends MediaFields>(
  item: T,
  generation: string,
  now: number,
  { keepsPlaying = false } = {},
): T {
  const pending = { generation, startedAt: new Date(now).toISOString(), jobId: null };
  return { ...item, status: keepsPlaying ? item.status : 'STARTED', pending, progress: 0, failure: null };
}

/** The video is finished at once: its recording plays as it is. The poster is stored under `generation`. */
export const withRecordingPlayed = <T extends MediaFields>(item: T, generation: string, duration: number): T => ({
  ...item,
  status: 'FINISHED',
  generation,
  duration,
  playsRecording: true,
  posterFrame: 1,
});

/**
 * The video is finished before its encoding: its frames play as they are. Undefined if something else plays already.
 */
export function withSourcePlayed<T extends MediaFields>(
  item: T,
  { generation, duration, playsSource }: Required<Pick<T, 'generation' | 'duration' | 'playsSource'>>,
): T | undefined {
  if (item.generation !== null && item.generation !== generation) return undefined;
  if (item.generation !== null && item.playsSource !== 'PARTLY') return undefined;
  return { ...item, status: 'FINISHED', generation, duration, playsSource };
}

/** True if the file may be packed, or a packing that broke off may continue. */
export const canPlaySource = ({ source, status, generation, playsSource }: MediaFields): boolean =>
  source?.bucket === 'uploads' &&
  (playsSource === 'PARTLY' || (generation === null && (status === 'SENT' || status === 'STARTED')));

/** True if a packed video has no encoding yet. A failed one waits for an admin, who sees its reason. */
export const awaitsEncoding = ({ playsSource, pending, failure }: MediaFields): boolean =>
  playsSource !== undefined && pending === null && failure === null;

/** True if a video that plays will be replaced by an encoding. */
export const isImproving = (item: MediaFields): boolean =>
  item.status === 'FINISHED' && (item.pending !== null || awaitsEncoding(item));

/** The same as a field of a response. */
export const toImproving = (item: MediaFields) => (isImproving(item) ? { isImproving: true as const } : {});

/** Undefined if the encoding is not pending, or has made no progress. */
export function withEncodingProgress<T extends MediaFields>(
  item: T,
  generation: string,
  percent: number,
): T | undefined {
  if (item.pending?.generation !== generation || percent <= (item.progress ?? 0)) return undefined;
  return { ...item, progress: Math.min(99, Math.round(percent)) };
}

export function withEncodingFinished<T extends MediaFields>(
  item: T,
  generation: string,
  result: Pick<MediaFields, 'sprites' | 'posterFrame'> & { duration: number },
): T | undefined {
  if (item.pending?.generation !== generation) return undefined;
  const { playsRecording: _, playsSource: __, ...rest } = item;
  const finished = { status: 'FINISHED' as const, generation, pending: null, progress: null, failure: null };
  return { ...(rest as T), ...finished, ...result };
}

/**
 * Chooses the frame with most detail, by the size of its file: black, blurred and plain frames are small. The first
 * frame, often a fade, is chosen only if there is no other. Of equal ones the last wins, because number 1 may be a copy
 * of an earlier choice.
 */
export const choosePosterFrame = (frames: readonly { number: number; size: number }[]): number | undefined =>
  frames.toSorted((a, b) => Number(b.number > 0) - Number(a.number > 0) || b.size - a.size || b.number - a.number)[0]
    ?.number;

/** A failed regeneration leaves the video as it was; a failed first encoding ends as FAILED. Both keep the reason. */
export function withEncodingFailed<T extends MediaFields>(
  item: T,
  generation: string | null,
  reason: string,
): T | undefined {
  if ((item.pending?.generation ?? null) !== generation) return undefined;
  return { ...item, status: item.generation ? 'FINISHED' : 'FAILED', pending: null, progress: null, failure: reason };
}

/** Ends the pending encoding of a deleted video; a first encoding starts again when the video is recovered. */
export function withoutEncoding<T extends MediaFields>(item: T): T {
  if (!item.pending) return item;
  return { ...item, status: item.generation ? 'FINISHED' : 'SENT', pending: null, progress: null };
}

/** Ads and content must be MP4; a clip has the source of its recording. */
export const findAcceptedVideo = (kind: MediaKind): WantedVideo =>
  kind === 'advideos' || kind === 'contentvideos' ? 'mp4' : 'video';

export const failures = {
  notMp4: notVideo.mp4,
  empty: 'El archivo está vacío',
  unreadable: 'El archivo está dañado o no es un video que podamos leer',
  noVideo: 'El archivo no contiene imagen: solo tiene sonido',
  tooShort: 'El video es demasiado corto',
  abandoned: 'La subida no se completó',
  gone: 'El archivo original ya no está disponible',
  service: 'El video no se ha podido procesar. Vuelve a intentarlo en un rato.',
} as const;

/** S3 deletes the parts of an unfinished upload after a week (lifecycle rule). */
const uploadLifeMs = 7 * 86_400_000;

/** Far longer than a form's request, with which its file arrives. */
const formLifeMs = 10 * 60_000;

export const isAbandoned = ({ dateCreated, uploadId }: { dateCreated: string; uploadId: string | null }, now: number) =>
  now - Date.parse(dateCreated) > (uploadId ? uploadLifeMs : formLifeMs);

/** Longer than the encoding of any match: a job beyond this needs attention. */
const stuckMs = 2 * 3_600_000;

export const isStuck = ({ pending }: Pick<MediaFields, 'pending'>, now: number): boolean =>
  pending !== null && now - Date.parse(pending.startedAt) > stuckMs;

/** Seconds: shorter videos cannot be segmented. */
export const minVideoSeconds = 0.5;

/** MediaConvert's codes 1000 to 1399 concern the input, higher ones permissions and the service. */
export function describeFailure(errorCode: number | undefined): string {
  if (errorCode !== undefined && errorCode >= 1000 && errorCode < 1400) return failures.unreadable;
  return failures.service;
}
