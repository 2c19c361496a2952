/**
 * Lengthens an MP4 by listing the samples of its end several times in the sample tables, which hardly changes its size.
 * Expects 32-bit boxes and closed groups of pictures. Pure functions.
 */
import type { Repetition } from './repeated-playlist.ts';

export function lengthenFile(file: Buffer, repeated: Repetition): Buffer {
  const bytes = Buffer.from(file);
  const index = parseBoxes(bytes).find(({ type }) => type === 'moov');
  if (!index) throw new Error('The file has no moov box');
  const [header, ...others] = index.boxes;
  if (header?.type !== 'mvhd') throw new Error('The file has no mvhd box');
  const shownDuration = Math.round(repeated.goallessEnd.until * header.body.readUInt32BE(12));
  header.body.writeUInt32BE(shownDuration, 16);
  const tracks = others.map((box) => (box.type === 'trak' ? lengthenTrack(box, repeated, shownDuration) : box));
  const movedIndex = encodeBox({ ...index, boxes: [header, ...tracks] });
  // The new moov box goes to the end and the old one becomes free space, so that sample offsets stay valid.
  bytes.write('free', index.at + 4, 'latin1');
  const isLast = index.at + 8 + index.body.length === bytes.length;
  return Buffer.concat([isLast ? bytes.subarray(0, index.at) : bytes, movedIndex]);
}

interface Box {
  type: string;
  at: number;
  body: Buffer;
  boxes: Box[];
}

const containerTypes = new Set(['moov', 'trak', 'edts', 'mdia', 'minf', 'stbl']);

function parseBoxes(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length; ) {
    const [size, type] = [bytes.readUInt32BE(at), bytes.toString('latin1', at + 4, at + 8)];
    if (size < 8) throw new RangeError(`Unsupported box size: ${size} bytes`);
    const body = bytes.subarray(at + 8, at + size);
    boxes.push({ type, at, body, boxes: containerTypes.has(type) ? parseBoxes(body) : [] });
    at += size;
  }
  return boxes;
}

function encodeBox({ type, body, boxes }: Box): Buffer {
  const content = containerTypes.has(type) ? Buffer.concat(boxes.map(encodeBox)) : body;
  const head = Buffer.alloc(8, type, 'latin1');
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Lengthens a track; `shownDuration` is in the movie's timescale. */
function lengthenTrack(track: Box, repeated: Repetition, shownDuration: number): Box {
  const findBody = (type: string, { boxes } = track): Buffer | undefined =>
    boxes.find((box) => box.type === type)?.body ??
    boxes.map((box) => findBody(type, box)).find((body) => body !== undefined);
  const mediaHeader = findBody('mdhd');
  if (!mediaHeader) throw new Error('A track has no mdhd box');
  const rate = mediaHeader.readUInt32BE(12);
  const samples = repeatSamples(
    readSamples((type) => readNumbers(findBody(type))),
    rate,
    repeated,
  );
  mediaHeader.writeUInt32BE(
    samples.reduce((sum, { duration }) => sum + duration, 0),
    16,
  );
  findBody('tkhd')?.writeUInt32BE(shownDuration, 20);
  const edits = findBody('elst');
  // The last edit shows the track's media.
  edits?.writeUInt32BE(shownDuration, 8 + 12 * (edits.readUInt32BE(4) - 1));
  const tables: Record<string, number[]> = {
    stts: [0, samples.length, ...samples.flatMap(({ duration }) => [1, duration])],
    stsz: [0, 0, samples.length, ...samples.map(({ size }) => size)],
    stsc: [0, 1, 1, 1, 1],
    stco: [0, samples.length, ...samples.map(({ at }) => at)],
    stss: listSyncSamples(samples),
    ctts: [0, samples.length, ...samples.flatMap(({ displayOffset }) => [1, displayOffset])],
  };
  const rewrite = (box: Box): Box => {
    const table = tables[box.type];
    return { ...box, boxes: box.boxes.map(rewrite), ...(table && { body: encodeNumbers(table) }) };
  };
  return rewrite(track);
}

interface Sample {
  at: number;
  size: number;
  /** In the track's timescale. */
  duration: number;
  /** Time from decoding to display, in the track's timescale. */
  displayOffset: number;
  isSync: boolean;
}

function readSamples(table: (type: string) => number[]): Sample[] {
  const expandRuns = (type: string) =>
    toRows(table(type).slice(2), 2).flatMap(([count = 0, each = 0]) => Array<number>(count).fill(each));
  const [durations, displayOffsets] = [expandRuns('stts'), expandRuns('ctts')];
  const sizes = table('stsz').slice(3);
  const chunks = toRows(table('stsc').slice(2), 3);
  const syncNumbers = new Set(table('stss').slice(2));
  const samples: Sample[] = [];
  for (const [index, start] of table('stco').slice(2).entries()) {
    const [, count = 0] = chunks.findLast(([first = 0]) => first <= index + 1) ?? [];
    for (let at = start, number = 0; number < count; number += 1) {
      const next = samples.length;
      const times = { duration: durations[next] ?? 0, displayOffset: displayOffsets[next] ?? 0 };
      const size = sizes[next] ?? 0;
      samples.push({ at, size, ...times, isSync: syncNumbers.has(next + 1) });
      at += size;
    }
  }
  return samples;
}

/**
 * Repeats samples. Audio samples do not end on whole seconds, so each round stops at the video's time, to stay in sync.
 */
function repeatSamples(samples: readonly Sample[], rate: number, { seconds, goallessEnd }: Repetition): Sample[] {
  // Offsets decrease where an earlier call has added repetitions.
  const end = samples.findIndex(({ at }, index) => at < (samples[index - 1]?.at ?? 0));
  const original = end < 0 ? samples : samples.slice(0, end);
  const repeatable: Sample[] = [];
  let time = 0;
  for (const sample of original) {
    if (time >= goallessEnd.from * rate) repeatable.push(sample);
    time += sample.duration;
  }
  const all = [...original];
  for (let round = 1; repeatable.length > 0 && time < goallessEnd.until * rate; round += 1) {
    const until = Math.min(goallessEnd.until, seconds + round * (seconds - goallessEnd.from)) * rate;
    for (const sample of repeatable) {
      if (time >= until) break;
      all.push(sample);
      time += sample.duration;
    }
  }
  return all;
}

const listSyncSamples = (samples: readonly Sample[]): number[] => {
  const numbers = samples.flatMap(({ isSync }, index) => (isSync ? [index + 1] : []));
  return [0, numbers.length, ...numbers];
};

const readNumbers = (body: Buffer | undefined): number[] =>
  Array.from({ length: (body?.length ?? 0) / 4 }, (_, index) => body?.readUInt32BE(4 * index) ?? 0);

function encodeNumbers(numbers: readonly number[]): Buffer {
  const body = Buffer.alloc(4 * numbers.length);
  for (const [index, number] of numbers.entries()) body.writeUInt32BE(number, 4 * index);
  return body;
}

const toRows = (numbers: readonly number[], columns: number): number[][] =>
  Array.from({ length: numbers.length / columns }, (_, row) => numbers.slice(row * columns, (row + 1) * columns));
