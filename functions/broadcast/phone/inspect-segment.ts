/** Inspects a segment that a phone has sent; rejects one that players cannot play, or whose time is unknown. Pure. */
import { createHash } from 'node:crypto';
import {
  maxOverhangMs,
  maxPictureMs,
  maxSegmentBytes,
  type PhoneRendition,
  type SegmentRefusal,
  segmentMs,
  slotStart,
  toSlot,
} from '../../../shared/domain/phone-segments.ts';
import { frequencies, parseAdts } from '../../recordings/packing/aac.ts';
import {
  hasIdr,
  isPictureSet,
  isSequenceSet,
  isSlice,
  type PictureForm,
  parseSequenceSet,
  splitByteStream,
} from '../../recordings/packing/h264.ts';
import { type Frame, readTransportStream } from '../../recordings/packing/read-transport-stream.ts';
import { ticksPerMs } from '../../recordings/packing/transport-stream.ts';

export interface SegmentFacts {
  /** Milliseconds since the Unix epoch of the first picture, by its timestamp. */
  startMs: number;
  durationMs: number;
  pictures: number;
  bytes: number;
  width: number;
  height: number;
  framesPerSecond: number;
  /** Codecs as a master playlist names them. */
  codecs: string;
  /** Differs where a player must begin its decoders anew. */
  form: string;
}

/** The times between which a segment may lie, in milliseconds since the Unix epoch. */
export interface SegmentPlace {
  rendition: PhoneRendition;
  /** The phone's report; undefined for an object without one. */
  reported: { startMs: number; durationMs: number } | undefined;
  notBefore: number;
  notAfter: number;
}

/** Range of timestamps: 33 bits of 90 kHz, 26.5 hours. */
const rangeMs = 2 ** 33 / ticksPerMs;

/** Milliseconds by which sound may be longer than the pictures, or lie beside them. */
const soundToleranceMs = 300;
/**
 * Tolerance in milliseconds for time and duration: only the phone's report includes how long the last picture was
 * shown.
 */
const reportToleranceMs = maxPictureMs;
const maxDurationMs = segmentMs + maxOverhangMs + maxPictureMs;
const maxPictures = 140;
const profiles = [66, 77, 100];
const maxLevel = 40;
const sizes = { main: { width: 1280, height: 720 }, small: { width: 640, height: 360 } };

export function inspectSegment(data: Buffer, place: SegmentPlace): SegmentFacts | SegmentRefusal {
  if (data.length === 0 || data.length > maxSegmentBytes) return 'SIZE';
  const content = readTransportStream(data);
  if (typeof content === 'string') return content;
  const form = inspectPictures(content.video, place.rendition);
  if (typeof form === 'string') return form;
  const sound = parseAdts(Buffer.concat(content.audio.map((part) => part.data)));
  // HE-AAC in ADTS has a core of half the sample rate; players that detect the extension would change the sound format
  // in mid-match.
  if (sound?.profile !== 1 || frequencies[sound.frequencyIndex] !== 48_000 || sound.channels !== 2)
    return 'AUDIO_CODEC';
  const times = inspectTimes(content.video, content.audio);
  if (!times) return 'TIMESTAMPS';
  const soundMs = (1000 * 1024 * sound.count) / 48_000;
  if (times.durationMs > maxDurationMs || soundMs > times.durationMs + soundToleranceMs) return 'DURATION';
  // A truncated segment.
  if (Math.abs(times.durationMs - (place.reported?.durationMs ?? times.durationMs)) > reportToleranceMs)
    return 'DURATION';
  const startMs = unwrap(times.firstMs, place.reported?.startMs ?? place.notAfter - rangeMs / 2);
  const refusal = inspectPlace({ startMs, durationMs: times.durationMs }, place);
  if (refusal) return refusal;
  return {
    startMs,
    durationMs: times.durationMs,
    pictures: content.video.length,
    bytes: data.length,
    width: form.width,
    height: form.height,
    framesPerSecond: times.framesPerSecond,
    codecs: `avc1.${[form.profile, form.constraints, form.level].map(toHex).join('')},mp4a.40.2`,
    form: form.sets,
  };
}

const toHex = (byte: number) => byte.toString(16).padStart(2, '0');

function inspectPictures(
  frames: readonly Frame[],
  rendition: PhoneRendition,
): (PictureForm & { sets: string }) | SegmentRefusal {
  if (frames.length > maxPictures) return 'DURATION';
  const units = frames.map(({ data }) => splitByteStream(data));
  const [first = []] = units;
  const sets = first.filter((unit) => isSequenceSet(unit) || isPictureSet(unit));
  const sequence = sets.find(isSequenceSet);
  if (!sequence || !sets.some(isPictureSet) || !hasIdr(first)) return 'FIRST_PICTURE';
  const form = parseSequenceSet(sequence);
  const { width, height } = sizes[rendition];
  if (!form || !profiles.includes(form.profile) || !form.isPlain) return 'VIDEO_CODEC';
  const isFitting = form.width <= width && form.height <= height && form.width >= 128 && form.height >= 64;
  if (!isFitting || form.level > maxLevel || !form.isProgressive) return 'VIDEO_FORM';
  for (const picture of units) {
    if (picture.some((unit) => ((unit[0] ?? 0) & 0x80) !== 0) || !picture.some(isSlice)) return 'VIDEO_CODEC';
    // A change of parameters within a segment would need a discontinuity there.
    const others = picture.filter((unit) => isSequenceSet(unit) || isPictureSet(unit));
    if (others.some((unit) => !sets.some((set) => set.equals(unit)))) return 'VIDEO_FORM';
  }
  const hash = createHash('sha256').update(Buffer.concat(sets)).digest('base64url').slice(0, 12);
  return { ...form, sets: hash };
}

/** Times relative to the first picture; undefined if they do not advance. */
function inspectTimes(video: readonly Frame[], audio: readonly Frame[]) {
  const [first] = video;
  if (!first) return undefined;
  const toMs = (ticks: number) => toOffset(ticks, first.pts) / ticksPerMs;
  const decoded = video.map(({ dts }) => toMs(dts));
  const displayed = video.map(({ pts }) => toMs(pts)).sort((a, b) => a - b);
  const isAdvancing = (times: readonly number[]) =>
    times.every((at, index) => index === 0 || at > (times[index - 1] ?? 0));
  const last = displayed.at(-1) ?? 0;
  const sound = audio.map(({ pts }) => toMs(pts));
  const isSound = sound.every((at) => at > -soundToleranceMs && at < last + soundToleranceMs) && isAdvancing(sound);
  // A segment at which playback can start shows its first picture first.
  if (!isAdvancing(decoded) || !isAdvancing(displayed) || displayed[0] !== 0 || !isSound) return undefined;
  if (video.some(({ dts, pts }) => toOffset(pts, dts) < 0 || toOffset(pts, dts) > 1000 * ticksPerMs)) return undefined;
  const step = displayed.length > 1 ? last / (displayed.length - 1) : segmentMs / 60;
  return {
    firstMs: first.pts / ticksPerMs,
    durationMs: Math.round(last + Math.min(step, maxPictureMs)),
    framesPerSecond: Math.max(1, Math.round(1000 / step)),
  };
}

/** Difference of two timestamps, of which one may have begun again at 0. */
function toOffset(ticks: number, from: number): number {
  const range = 2 ** 33;
  const offset = (((ticks - from) % range) + range) % range;
  return offset > range / 2 ? offset - range : offset;
}

/** The time with this timestamp that is nearest to another time; timestamps repeat every 26.5 hours. */
function unwrap(stampMs: number, nearMs: number): number {
  const rounds = Math.round((nearMs - stampMs) / rangeMs);
  return Math.round(stampMs + rounds * rangeMs);
}

function inspectPlace(
  { startMs, durationMs }: { startMs: number; durationMs: number },
  { reported, notBefore, notAfter }: SegmentPlace,
): SegmentRefusal | undefined {
  const isElsewhere = Math.abs(startMs - (reported?.startMs ?? startMs)) > reportToleranceMs;
  if (startMs < notBefore || startMs + durationMs > notAfter || isElsewhere) return 'TIME';
  const endOfSlot = slotStart(toSlot(startMs) + 1);
  return startMs + durationMs > endOfSlot + maxOverhangMs + maxPictureMs ? 'SLOT' : undefined;
}
