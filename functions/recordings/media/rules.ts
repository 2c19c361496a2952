/**
 * From an uploaded file to a playable video: which renditions, which state follows which event, and what a person
 * reads when it fails. Pure. Rows: B-STATE-5 to 9.
 */

import type { MediaStatus } from '../../../shared/contract/schema.ts';
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import { notVideo, type WantedVideo } from '../../../shared/domain/video-file.ts';

/** What every kind of video carries beside its own fields. */
export interface MediaFields {
  status: MediaStatus;
  visible: boolean;
  /** Bytes of the source. */
  size: number;
  source: { bucket: 'uploads' | 'recordings'; key: string } | null;
  /** The encoding that plays now. */
  generation: string | null;
  /** The encoding under way; it takes the place of `generation` when it is complete. */
  pending: { generation: string; startedAt: string; jobId: string | null } | null;
  /** Percentage of the encoding under way. */
  progress: number | null;
  /** Spanish reason of the last failure. */
  failure: string | null;
  /** Seconds. */
  duration: number | null;
  sprites: { interval: number; count: number } | null;
  /** Key of the picture that a person chose; without one the poster of the encoding shows. */
  thumbnail: string | null;
  /** Of a clip: which part of its source it is. */
  cut?: Cut;
}

/** Seconds of the source. */
export interface Cut {
  start: number;
  seconds: number;
  /** Where the picture for previews is taken, from the clip's own beginning. */
  poster: number;
  /** Key of the picture in its corner, a PNG in the media bucket. */
  crest: string | null;
  /** Of a summary, whose `seconds` are those of its card and its parts together. */
  summary?: { card: string; parts: Part[] };
}

/** Seconds of the source. */
export interface Part {
  start: number;
  seconds: number;
}

/** The title card of a summary: in pixels, and how long it stands. Whole seconds, which every frame rate has. */
export const titleCard = { width: 1280, height: 720, seconds: 3 };

export const newMedia = (source: MediaFields['source'], size: number): Omit<MediaFields, 'visible'> => ({
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
  /** Seconds. */
  duration: number;
  hasAudio: boolean;
  /** Undefined where the source does not say. */
  framesPerSecond?: number;
}

export interface Rendition {
  name: string;
  height: number;
  /** Bits per second. */
  maxBitrate: number;
  audioBitrate: number;
}

/**
 * The most that 1080p may take: with quality-defined bitrate a quiet picture takes less, and only a fast pan over a whole
 * stand would look better with 5 Mbit/s. CloudFront and S3 are paid by the byte.
 */
const topBitrate = 3_500_000;

/**
 * 1080p, 720p, 360p and 216p, never above the source's size; a source between two rungs keeps its own size as the top one.
 * The lowest is for the sound: with it a match goes on over a line of 300 kbit/s, where the one above would stand still.
 * Upright video climbs the same ladder by its width.
 */
export function ladder({ width, height }: Pick<SourceInfo, 'width' | 'height'>): Rendition[] {
  const shortSide = Math.min(width, height);
  const top = Math.min(shortSide, 1080);
  const rungs = [top, ...[720, 360, 216].filter((rung) => rung < top * 0.9)];
  return rungs.map((rung) => rendition(rung, { width, height }));
}

/** Of a clip there is one, that every phone plays and that a chat takes. */
export const clipRendition = (size: Pick<SourceInfo, 'width' | 'height'>): Rendition =>
  rendition(Math.min(720, size.width, size.height), size);

const rendition = (rung: number, { width, height }: Pick<SourceInfo, 'width' | 'height'>): Rendition => ({
  name: `${rung}p`,
  height: even(width >= height ? rung : (rung * height) / width),
  maxBitrate: Math.max(200_000, Math.round((topBitrate * (rung / 1080) ** 1.6) / 50_000) * 50_000),
  audioBitrate: audioBitrate(rung),
});

function audioBitrate(rung: number): number {
  if (rung > 480) return 128_000;
  return rung > 240 ? 96_000 : 64_000;
}

/**
 * `HH:MM:SS:FF`: timecodes count frames, not time. Of 29.97 frames a second thirty make a second of it, so that an hour of
 * timecode is 3.6 s longer than one of the clock. Where the rate is not known whole seconds are as near as it gets.
 */
export function timecodeAt(seconds: number, framesPerSecond: number | undefined, { last = false } = {}): string {
  const nominal = Math.round(framesPerSecond ?? 1) || 1;
  const frames = Math.max(0, Math.round(seconds * (framesPerSecond ?? 1)) - (last && framesPerSecond ? 1 : 0));
  const whole = Math.floor(frames / nominal);
  return [whole / 3600, (whole / 60) % 60, whole % 60, frames % nominal]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');
}

/** Seconds between seek-bar pictures: every 5 s in a short clip, at most some 600 pictures in a long match. */
export const spriteInterval = (duration: number) => Math.max(5, Math.ceil(duration / 600));

/** A new encoding may start when none is under way and there is something to encode. */
export const canEncode = (item: MediaFields) => item.pending === null && item.source !== null;

export function encodingStarted<T extends MediaFields>(item: T, generation: string, now: number): T {
  const pending = { generation, startedAt: new Date(now).toISOString(), jobId: null };
  return { ...item, status: 'STARTED', pending, progress: 0, failure: null };
}

/** `undefined` when the news is about an encoding that is not under way (any more). */
export function encodingAdvanced<T extends MediaFields>(item: T, generation: string, percent: number): T | undefined {
  if (item.pending?.generation !== generation || percent <= (item.progress ?? 0)) return undefined;
  return { ...item, progress: Math.min(99, Math.round(percent)) };
}

export function encodingFinished<T extends MediaFields>(
  item: T,
  generation: string,
  result: { duration: number; sprites: MediaFields['sprites'] },
): T | undefined {
  if (item.pending?.generation !== generation) return undefined;
  return { ...item, status: 'FINISHED', generation, pending: null, progress: null, failure: null, ...result };
}

/** A failed regeneration leaves the video as it was; a first encoding ends as FAILED. Both keep the reason. */
export function encodingFailed<T extends MediaFields>(
  item: T,
  generation: string | null,
  reason: string,
): T | undefined {
  if ((item.pending?.generation ?? null) !== generation) return undefined;
  return { ...item, status: item.generation ? 'FINISHED' : 'FAILED', pending: null, progress: null, failure: reason };
}

/** Row B-UI-6: ads and content are MP4. */
export const wantedOf = (kind: MediaKind): WantedVideo => (kind === 'vods' ? 'video' : 'mp4');

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

/** S3 lets go of the parts of an unfinished upload after a week (lifecycle rule of the bucket). */
const uploadLifeMs = 7 * 86_400_000;

/** A file in a form comes with its request, which is over within half a minute. */
const formLifeMs = 10 * 60_000;

export const isAbandoned = ({ dateCreated, uploadId }: { dateCreated: string; uploadId: string | null }, now: number) =>
  now - Date.parse(dateCreated) > (uploadId ? uploadLifeMs : formLifeMs);

/** The longest match is encoded in less; what takes longer needs somebody to look. */
const stuckMs = 2 * 3_600_000;

export const isStuck = ({ pending }: Pick<MediaFields, 'pending'>, now: number): boolean =>
  pending !== null && now - Date.parse(pending.startedAt) > stuckMs;

/** Seconds below which nothing can be cut into segments. */
export const shortestVideo = 0.5;

/** MediaConvert's 1000s are about the input, 14xx and above about rights and the service itself. */
export function failureOf(errorCode: number | undefined): string {
  if (errorCode !== undefined && errorCode >= 1000 && errorCode < 1400) return failures.unreadable;
  return failures.service;
}

export const even = (value: number) => 2 * Math.round(value / 2);
