/** Cuts a movie at its key frames into segments of some seconds. Pure. */
import { UnsuitableSource } from './boxes.ts';
import type { Movie, Track } from './movie.ts';

/** A segment's samples, by their numbers: from the first up to, but not including, the last. */
export interface PackedSegment {
  seconds: number;
  video: { from: number; to: number };
  audio: { from: number; to: number };
  /** Ranges of the file that hold its samples. */
  reads: { from: number; to: number }[];
}

/** As long as those of an encoding, so that both are cut alike where the source's key frames permit. */
const segmentSeconds = 4;
/** Seconds between key frames; each more is a later picture after a jump. */
const maxKeySeconds = 4;
const tolerance = 0.05;
const maxStartSeconds = 1;
const maxSegmentBytes = 24 * 1024 ** 2;
/** Bits per second, sound included: beyond, phones wait more than they play. */
const maxBitrate = 20_000_000;
/** Bytes between samples that are read rather than skipped. */
const maxSkippedBytes = 256 * 1024;
const maxReads = 64;

/** @throws UnsuitableSource if key frames are too far apart, or the file is not interleaved. */
export function planSegments({ video, audio }: Movie): PackedSegment[] {
  const { samples } = video;
  if (!samples.isKey[0]) throw new UnsuitableSource('it does not begin with a key frame');
  if (Math.abs(toSecondsAt(video, 0)) > maxStartSeconds) throw new UnsuitableSource('its picture begins late');
  const cuts = findCuts(video);
  let sound = 0;
  const segments = cuts.map((from, index) => {
    const to = cuts[index + 1] ?? samples.count;
    const seconds = toSecondsAt(video, to) - toSecondsAt(video, from);
    const firstSound = sound;
    // The sound of the end belongs to the last picture; sound beyond is left out, as an encoding does.
    while (audio && sound < audio.samples.count && toSecondsAt(audio, sound) < toSecondsAt(video, to)) sound += 1;
    const wanted = { seconds, video: { from, to }, audio: { from: firstSound, to: sound } };
    return { ...wanted, reads: findReads(wanted, { video, audio }) };
  });
  const bytes = segments.map(({ reads }) => reads.reduce((sum, { from, to }) => sum + to - from, 0));
  const seconds = segments.reduce((sum, one) => sum + one.seconds, 0);
  if (bytes.some((one) => one > maxSegmentBytes)) throw new UnsuitableSource('a segment is too large');
  if ((8 * bytes.reduce((sum, one) => sum + one, 0)) / seconds > maxBitrate)
    throw new UnsuitableSource('its bitrate is too high');
  return segments;
}

/** Numbers of the key frames that begin a segment: each the last one within a segment's length. */
function findCuts(video: Track): number[] {
  const { isKey, count } = video.samples;
  const cuts = [0];
  let [start, lastKey] = [toSecondsAt(video, 0), 0];
  for (let sample = 1; sample <= count; sample += 1) {
    if (sample < count && !isKey[sample]) continue;
    const at = toSecondsAt(video, sample);
    if (!(at > toSecondsAt(video, lastKey))) throw new UnsuitableSource('its times run back');
    if (at - toSecondsAt(video, lastKey) > maxKeySeconds + tolerance)
      throw new UnsuitableSource('its key frames are too far apart');
    if (at - start > segmentSeconds + tolerance && lastKey !== cuts.at(-1)) {
      cuts.push(lastKey);
      start = toSecondsAt(video, lastKey);
    }
    lastKey = sample;
  }
  return cuts;
}

/** The second of the film at which a sample is shown; that of the last number is the end of the track. */
export function toSecondsAt({ samples, timescale, shift }: Track, sample: number): number {
  const { dts, delays, count } = samples;
  // The end: the duration of the last sample after its decoding time, with the usual delay.
  const delay = sample < count ? (delays[sample] as number) : (delays[0] as number);
  return ((dts[sample] as number) + delay + shift) / timescale;
}

type SampleRanges = Pick<PackedSegment, 'video' | 'audio'>;

/** Joins samples that lie together, so that an interleaved file needs one read. */
function findReads({ video, audio }: SampleRanges, movie: Pick<Movie, 'video' | 'audio'>): PackedSegment['reads'] {
  const spans = [
    ...listSpans(movie.video.samples, video),
    ...(movie.audio ? listSpans(movie.audio.samples, audio) : []),
  ].toSorted((a, b) => a.from - b.from);
  const reads: PackedSegment['reads'] = [];
  for (const { from, to } of spans) {
    const last = reads.at(-1);
    if (last && from <= last.to + maxSkippedBytes) last.to = Math.max(last.to, to);
    else reads.push({ from, to });
  }
  if (reads.length > maxReads) throw new UnsuitableSource('its samples are scattered');
  return reads;
}

function listSpans({ offsets, sizes }: Track['samples'], { from, to }: { from: number; to: number }) {
  const spans: PackedSegment['reads'] = [];
  for (let sample = from; sample < to; sample += 1) {
    const at = offsets[sample] as number;
    const last = spans.at(-1);
    if (last?.to === at) last.to += sizes[sample] as number;
    else spans.push({ from: at, to: at + (sizes[sample] as number) });
  }
  return spans;
}
