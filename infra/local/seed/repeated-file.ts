/**
 * Lengthens an MP4 by referencing the samples of its end repeatedly in the sample tables, which hardly changes its size.
 * Expects 32-bit boxes and frames stored in display order. Pure functions.
 */
import type { Repeated } from './repeated-playlist.ts';

export function repeatedFile(file: Buffer, repeated: Repeated): Buffer {
  const bytes = Buffer.from(file);
  const index = boxesOf(bytes).find(({ type }) => type === 'moov');
  if (!index) throw new Error('The file has no moov box');
  const [header, ...others] = index.boxes;
  if (header?.type !== 'mvhd') throw new Error('The file has no mvhd box');
  const shownFor = Math.round(repeated.calm.until * header.body.readUInt32BE(12));
  header.body.writeUInt32BE(shownFor, 16);
  const tracks = others.map((box) => (box.type === 'trak' ? longer(box, repeated, shownFor) : box));
  const moved = bytesOf({ ...index, boxes: [header, ...tracks] });
  // Appends the new moov box and turns the old one into free space, so that sample offsets stay valid.
  bytes.write('free', index.at + 4, 'latin1');
  const isLast = index.at + 8 + index.body.length === bytes.length;
  return Buffer.concat([isLast ? bytes.subarray(0, index.at) : bytes, moved]);
}

interface Box {
  type: string;
  at: number;
  body: Buffer;
  /** Children of a container box. */
  boxes: Box[];
}

const holders = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl']);

function boxesOf(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const [size, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)];
    if (size < 8) throw new RangeError(`Unsupported box size: ${size} bytes`);
    const body = bytes.subarray(at + 8, at + size);
    boxes.push({ type, at, body, boxes: holders.has(type) ? boxesOf(body) : [] });
    at += size;
  }
  return boxes;
}

function bytesOf({ type, body, boxes }: Box): Buffer {
  const content = holders.has(type) ? Buffer.concat(boxes.map(bytesOf)) : body;
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** `shownFor` is in the movie's timescale. */
function longer(track: Box, repeated: Repeated, shownFor: number): Box {
  const bodyOf = (type: string, { boxes } = track): Buffer | undefined =>
    boxes.find((box) => box.type === type)?.body ??
    boxes.map((box) => bodyOf(type, box)).find((found) => found !== undefined);
  const mediaHeader = bodyOf('mdhd');
  if (!mediaHeader) throw new Error('A track has no mdhd box');
  const rate = mediaHeader.readUInt32BE(12);
  const samples = shown(
    samplesOf((type) => numbersOf(bodyOf(type))),
    rate,
    repeated,
  );
  mediaHeader.writeUInt32BE(
    samples.reduce((sum, { lasts }) => sum + lasts, 0),
    16,
  );
  bodyOf('tkhd')?.writeUInt32BE(shownFor, 20);
  const edits = bodyOf('elst');
  // The last edit covers the track's media.
  edits?.writeUInt32BE(shownFor, 8 + 12 * (edits.readUInt32BE(4) - 1));
  const tables: Record<string, number[]> = {
    stts: [0, samples.length, ...samples.flatMap(({ lasts }) => [1, lasts])],
    stsz: [0, 0, samples.length, ...samples.map(({ size }) => size)],
    stsc: [0, 1, 1, 1, 1],
    stco: [0, samples.length, ...samples.map(({ at }) => at)],
    stss: whole(samples),
  };
  const rewritten = (box: Box): Box => {
    const table = tables[box.type];
    return { ...box, boxes: box.boxes.map(rewritten), ...(table && { body: bodyOfNumbers(table) }) };
  };
  return rewritten(track);
}

interface Sample {
  at: number;
  size: number;
  /** In the track's timescale. */
  lasts: number;
  /** Whether it is a sync sample (key frame). */
  isWhole: boolean;
}

function samplesOf(table: (type: string) => number[]): Sample[] {
  const lasts = rowsOf(table('stts').slice(2), 2).flatMap(([count = 0, each = 0]) => Array<number>(count).fill(each));
  const sizes = table('stsz').slice(3);
  const chunks = rowsOf(table('stsc').slice(2), 3);
  const wholes = new Set(table('stss').slice(2));
  const samples: Sample[] = [];
  for (const [index, start] of table('stco').slice(2).entries()) {
    const [, count = 0] = chunks.findLast(([first = 0]) => first <= index + 1) ?? [];
    for (let at = start, number = 0; number < count; number += 1) {
      const size = sizes[samples.length] ?? 0;
      samples.push({ at, size, lasts: lasts[samples.length] ?? 0, isWhole: wholes.has(samples.length + 1) });
      at += size;
    }
  }
  return samples;
}

/** Repeats samples; audio samples do not align with seconds, so each round stops at the video's time to stay in sync. */
function shown(samples: readonly Sample[], rate: number, { seconds, calm }: Repeated): Sample[] {
  // In a file that was already lengthened, offsets decrease where the repetition starts.
  const end = samples.findIndex(({ at }, index) => at < (samples[index - 1]?.at ?? 0));
  const drawn = end < 0 ? samples : samples.slice(0, end);
  const again: Sample[] = [];
  let time = 0;
  for (const sample of drawn) {
    if (time >= calm.from * rate) again.push(sample);
    time += sample.lasts;
  }
  const all = [...drawn];
  for (let round = 1; again.length > 0 && time < calm.until * rate; round += 1) {
    const until = Math.min(calm.until, seconds + round * (seconds - calm.from)) * rate;
    for (const sample of again) {
      if (time >= until) break;
      all.push(sample);
      time += sample.lasts;
    }
  }
  return all;
}

const whole = (samples: readonly Sample[]): number[] => {
  const numbers = samples.flatMap(({ isWhole }, index) => (isWhole ? [index + 1] : []));
  return [0, numbers.length, ...numbers];
};

const numbersOf = (body: Buffer | undefined): number[] =>
  Array.from({ length: (body?.length ?? 0) / 4 }, (_, index) => body?.readUInt32BE(4 * index) ?? 0);

function bodyOfNumbers(numbers: readonly number[]): Buffer {
  const body = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) body.writeUInt32BE(number, 4 * index);
  return body;
}

const rowsOf = (numbers: readonly number[], columns: number): number[][] =>
  Array.from({ length: numbers.length / columns }, (_, row) => numbers.slice(row * columns, (row + 1) * columns));
