/** Copies the frames of a segment into a transport stream, without decoding them. Pure. */
import { toAdts } from './aac.ts';
import { UnsuitableSource } from './boxes.ts';
import { findParameterSets, hasIdr, splitUnits, toByteStream } from './h264.ts';
import type { Movie, Track } from './movie.ts';
import { type PackedSegment, toSecondsAt } from './segments.ts';
import { TransportStream, ticksPerMs } from './transport-stream.ts';

const ticksPerSecond = 1000 * ticksPerMs;
/** Seconds: the stream's clock runs before its first picture, and may not be negative. */
const startSecond = 2;

/** `parts`: the bytes of the segment's reads, in their order. */
export function writeSegment({ video, audio }: Movie, segment: PackedSegment, parts: readonly Buffer[]): Buffer {
  const stream = new TransportStream({ hasSound: audio !== undefined, hasMetadata: false, isPart: true });
  const frames: Buffer[] = [stream.writeTables()];
  let sound = segment.audio.from;
  const writeSoundUntil = (second: number) => {
    for (; audio && sound < segment.audio.to && toSecondsAt(audio, sound) < second; sound += 1) {
      const at = toSecondsAt(audio, sound);
      // Frames before the film only prepare the decoder.
      if (at < 0) continue;
      const frame = toAdts(audio.configuration, findSample(audio, sound, segment, parts));
      frames.push(stream.writeAudio(toTicks(at), frame));
    }
  };
  for (let sample = segment.video.from; sample < segment.video.to; sample += 1) {
    const decoded = ((video.samples.dts[sample] as number) + video.shift) / video.timescale;
    writeSoundUntil(decoded);
    const units = splitUnits(findSample(video, sample, segment, parts), video.configuration.lengthBytes);
    const isKey = video.samples.isKey[sample] === 1;
    if (sample === 0 && !hasIdr(units)) throw new UnsuitableSource('a key frame is none');
    const times = { dts: toTicks(decoded), pts: toTicks(toSecondsAt(video, sample)), isKey };
    frames.push(
      stream.writeVideo(times, toByteStream(units, isKey ? findParameterSets(units, video.configuration) : [])),
    );
  }
  writeSoundUntil(Number.POSITIVE_INFINITY);
  return Buffer.concat(frames);
}

const toTicks = (second: number) => Math.round((startSecond + second) * ticksPerSecond);

function findSample({ samples }: Track, sample: number, { reads }: PackedSegment, parts: readonly Buffer[]): Buffer {
  const [at, size] = [samples.offsets[sample] as number, samples.sizes[sample] as number];
  const index = reads.findIndex(({ from, to }) => from <= at && at + size <= to);
  const start = at - (reads[index]?.from ?? 0);
  return parts[index]?.subarray(start, start + size) ?? Buffer.alloc(0);
}
