/** The samples of a track: where each frame of picture or sound lies, and when it is decoded and shown. Pure. */
import { findBox, readTable, requireBox, UnsuitableSource } from './boxes.ts';

export interface Samples {
  count: number;
  /** Bytes from the start of the file. */
  offsets: Float64Array;
  sizes: Uint32Array;
  /** Times in the track's timescale; `dts` has an entry more, the end of the last sample. */
  dts: Float64Array;
  /** From decoding to showing. */
  delays: Int32Array;
  isKey: Uint8Array;
}

/** More than 12 hours of 60 pictures a second. */
const maxSamples = 3_000_000;

/** @throws UnsuitableSource for tables that contradict themselves or the file. */
export function readSamples(stbl: Buffer, fileBytes: number): Samples {
  const sizes = readSizes(requireBox(stbl, 'stsz'));
  const count = sizes.length;
  const samples = {
    count,
    sizes,
    offsets: readOffsets(stbl, sizes, fileBytes),
    dts: readDecodingTimes(requireBox(stbl, 'stts'), count),
    delays: readDelays(findBox(stbl, 'ctts'), count),
    isKey: readKeys(findBox(stbl, 'stss'), count),
  };
  // Samples that share bytes could make a small file enormous.
  if (sizes.reduce((sum, size) => sum + size, 0) > fileBytes) throw new UnsuitableSource('samples share their bytes');
  return samples;
}

function readSizes(box: Buffer): Uint32Array {
  const common = box.readUInt32BE(4);
  const declared = box.readUInt32BE(8);
  if (declared === 0 || declared > maxSamples) throw new UnsuitableSource(`a track has ${declared} samples`);
  if (common > 0) return new Uint32Array(declared).fill(common);
  const { count, entries } = readTable(box, 4, 8);
  const sizes = new Uint32Array(count);
  for (let index = 0; index < count; index += 1) sizes[index] = entries.readUInt32BE(4 * index);
  if (sizes.includes(0)) throw new UnsuitableSource('a sample is empty');
  return sizes;
}

function readOffsets(stbl: Buffer, sizes: Uint32Array, fileBytes: number): Float64Array {
  const chunks = readChunkOffsets(stbl);
  const runs = readTable(requireBox(stbl, 'stsc'), 12);
  const offsets = new Float64Array(sizes.length);
  let sample = 0;
  for (let run = 0; run < runs.count; run += 1) {
    const first = runs.entries.readUInt32BE(12 * run);
    const perChunk = runs.entries.readUInt32BE(12 * run + 4);
    const end = run + 1 < runs.count ? runs.entries.readUInt32BE(12 * (run + 1)) : chunks.length + 1;
    if (first < 1 || end <= first || end > chunks.length + 1 || perChunk === 0)
      throw new UnsuitableSource('the chunks are out of order');
    for (let chunk = first; chunk < end && sample < sizes.length; chunk += 1) {
      let at = chunks[chunk - 1] as number;
      for (let index = 0; index < perChunk && sample < sizes.length; index += 1) {
        offsets[sample] = at;
        at += sizes[sample] as number;
        sample += 1;
      }
      if (at > fileBytes) throw new UnsuitableSource('a sample lies behind the end of the file');
    }
  }
  if (sample < sizes.length) throw new UnsuitableSource('samples have no chunk');
  return offsets;
}

function readChunkOffsets(stbl: Buffer): Float64Array {
  const short = findBox(stbl, 'stco');
  const bytes = short ? 4 : 8;
  const { count, entries } = readTable(short ?? requireBox(stbl, 'co64'), bytes);
  const offsets = new Float64Array(count);
  for (let index = 0; index < count; index += 1)
    offsets[index] = short
      ? entries.readUInt32BE(4 * index)
      : entries.readUInt32BE(8 * index) * 2 ** 32 + entries.readUInt32BE(8 * index + 4);
  return offsets;
}

function readDecodingTimes(box: Buffer, count: number): Float64Array {
  const { count: runs, entries } = readTable(box, 8);
  const times = new Float64Array(count + 1);
  let [sample, time] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const repeats = Math.min(entries.readUInt32BE(8 * run), count - sample);
    const step = entries.readUInt32BE(8 * run + 4);
    for (let index = 0; index < repeats; index += 1) {
      times[sample] = time;
      time += step;
      sample += 1;
    }
  }
  if (sample < count) throw new UnsuitableSource('samples have no time');
  times[count] = time;
  return times;
}

function readDelays(box: Buffer | undefined, count: number): Int32Array {
  const delays = new Int32Array(count);
  if (!box) return delays;
  const { count: runs, entries } = readTable(box, 8);
  let sample = 0;
  for (let run = 0; run < runs && sample < count; run += 1) {
    const end = sample + Math.min(entries.readUInt32BE(8 * run), count - sample);
    delays.fill(entries.readInt32BE(8 * run + 4), sample, end);
    sample = end;
  }
  return delays;
}

/** Without a table, every sample is a key frame. */
function readKeys(box: Buffer | undefined, count: number): Uint8Array {
  if (!box) return new Uint8Array(count).fill(1);
  const keys = new Uint8Array(count);
  const table = readTable(box, 4);
  for (let index = 0; index < table.count; index += 1) {
    const number = table.entries.readUInt32BE(4 * index);
    if (number >= 1 && number <= count) keys[number - 1] = 1;
  }
  return keys;
}
