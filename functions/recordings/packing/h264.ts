/** H.264 as MP4 and FLV carry it: each unit follows its length. A transport stream needs start codes instead. */

export interface PictureConfiguration {
  lengthBytes: number;
  /** Sequence and picture parameter sets. */
  sets: Buffer[];
}

const unitType = { idr: 5, sequenceSet: 7, pictureSet: 8, delimiter: 9 };
const readType = (unit: Buffer) => unit.readUInt8(0) & 0x1f;

/** Reads an AVCDecoderConfigurationRecord (ISO 14496-15, 5.2.4.1); undefined where it is malformed. */
export function parsePictureConfiguration(record: Buffer): PictureConfiguration | undefined {
  if (record.length < 7) return undefined;
  const sets: Buffer[] = [];
  let at = 5;
  for (const mask of [0x1f, 0xff]) {
    if (at >= record.length) return undefined;
    const count = record.readUInt8(at++) & mask;
    for (let index = 0; index < count; index += 1) {
      if (at + 2 > record.length) return undefined;
      const length = record.readUInt16BE(at);
      if (length === 0 || at + 2 + length > record.length) return undefined;
      sets.push(record.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  }
  const hasSequenceSet = sets.some((set) => readType(set) === unitType.sequenceSet);
  return hasSequenceSet ? { lengthBytes: (record.readUInt8(4) & 3) + 1, sets } : undefined;
}

/** Splits an access unit; leaves out empty units, which drones send, and a truncated last one. */
export function splitUnits(data: Buffer, lengthBytes: number): Buffer[] {
  const units: Buffer[] = [];
  for (let at = 0; at + lengthBytes < data.length; ) {
    const length = data.readUIntBE(at, lengthBytes);
    at += lengthBytes;
    if (at + length > data.length) break;
    if (length > 0) units.push(data.subarray(at, at + length));
    at += length;
  }
  return units.filter((unit) => readType(unit) !== unitType.delimiter);
}

export const hasIdr = (units: readonly Buffer[]) => units.some((unit) => readType(unit) === unitType.idr);

/** Returns the parameter sets that apply to an access unit: its own, or the configuration's. */
export function findParameterSets(units: readonly Buffer[], { sets }: PictureConfiguration): Buffer[] {
  const own = units.filter((unit) => [unitType.sequenceSet, unitType.pictureSet].includes(readType(unit)));
  return own.some((unit) => readType(unit) === unitType.sequenceSet) ? own : sets;
}

const startCode = Buffer.from([0, 0, 0, 1]);
/** Access unit delimiter, which Apple's players require in transport streams. */
const delimiter = Buffer.from([unitType.delimiter, 0xf0]);

/**
 * Converts an access unit to a byte stream. Key frames repeat their parameter sets, so that playback can start there.
 */
export function toByteStream(units: readonly Buffer[], sets: readonly Buffer[]): Buffer {
  const picture = sets.length > 0 ? units.filter((unit) => !sets.includes(unit)) : units;
  return Buffer.concat([delimiter, ...sets, ...picture].flatMap((unit) => [startCode, unit]));
}

/** Splits a byte stream at its start codes (ISO 14496-10, annex B). */
export function splitByteStream(data: Buffer): Buffer[] {
  const units: Buffer[] = [];
  let from = -1;
  for (let at = data.indexOf(shortStartCode); at >= 0; at = data.indexOf(shortStartCode, at + 3)) {
    if (from >= 0) units.push(trimZeros(data.subarray(from, at)));
    from = at + 3;
  }
  if (from >= 0) units.push(trimZeros(data.subarray(from)));
  return units.filter(({ length }) => length > 0);
}

const shortStartCode = Buffer.from([0, 0, 1]);

/** Zeros before a start code belong to it. */
function trimZeros(unit: Buffer): Buffer {
  let end = unit.length;
  while (end > 0 && unit[end - 1] === 0) end -= 1;
  return unit.subarray(0, end);
}

export const isSequenceSet = (unit: Buffer) => readType(unit) === unitType.sequenceSet;
export const isPictureSet = (unit: Buffer) => readType(unit) === unitType.pictureSet;
/** True for the slices of a picture that are not partitioned. */
export const isSlice = (unit: Buffer) => readType(unit) === 1 || readType(unit) === unitType.idr;

export interface PictureForm {
  profile: number;
  /** Bits of the constraint flags. */
  constraints: number;
  /** Ten times the level: 31 is 3.1. */
  level: number;
  width: number;
  height: number;
  isProgressive: boolean;
  /** True for 8 bits and 4:2:0, which every player decodes. */
  isPlain: boolean;
}

const profilesWithChroma = [100, 110, 122, 244, 44, 83, 86, 118, 128];

/** Reads a sequence parameter set (ISO 14496-10, 7.3.2.1.1); undefined where it is malformed. */
export function parseSequenceSet(unit: Buffer): PictureForm | undefined {
  const [, profile = 0, constraints = 0, level = 0] = unit;
  const bits = new GolombReader(removeEmulation(unit.subarray(4)));
  bits.readNumber();
  let isPlain = true;
  if (profilesWithChroma.includes(profile)) {
    const chroma = bits.readNumber();
    if (chroma === 3) bits.read(1);
    const [luma, colour] = [bits.readNumber(), bits.readNumber()];
    isPlain = chroma === 1 && luma === 0 && colour === 0;
    bits.read(1);
    // Scaling matrices are not used by encoders of phones.
    if (bits.read(1) === 1) return undefined;
  }
  bits.readNumber();
  const order = bits.readNumber();
  if (order === 0) bits.readNumber();
  else if (order === 1) skipOrderCycle(bits);
  bits.readNumber();
  bits.read(1);
  const [columns, rows] = [bits.readNumber() + 1, bits.readNumber() + 1];
  const isProgressive = bits.read(1) === 1;
  if (!isProgressive) bits.read(1);
  bits.read(1);
  const crop = bits.read(1) === 1 ? [0, 0, 0, 0].map(() => bits.readNumber()) : [0, 0, 0, 0];
  if (bits.isBeyondEnd) return undefined;
  const [left = 0, right = 0, top = 0, bottom = 0] = crop;
  const width = 16 * columns - 2 * (left + right);
  const height = (isProgressive ? 1 : 2) * (16 * rows - 2 * (top + bottom));
  return { profile, constraints, level, width, height, isProgressive, isPlain };
}

function skipOrderCycle(bits: GolombReader): void {
  bits.read(1);
  bits.readNumber();
  bits.readNumber();
  for (let left = Math.min(255, bits.readNumber()); left > 0; left -= 1) bits.readNumber();
}

/** Removes the bytes that keep start codes out of a unit. */
function removeEmulation(data: Buffer): Buffer {
  const output: number[] = [];
  for (const [at, byte] of data.entries())
    if (!(byte === 3 && data[at - 1] === 0 && data[at - 2] === 0)) output.push(byte);
  return Buffer.from(output);
}

/** Reads bits and Exp-Golomb codes (ISO 14496-10, 9.1). */
class GolombReader {
  readonly #data: Buffer;
  #at = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  get isBeyondEnd(): boolean {
    return this.#at > 8 * this.#data.length;
  }

  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      const byte = this.#data[this.#at >> 3] ?? 0;
      value = 2 * value + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  readNumber(): number {
    let zeros = 0;
    while (zeros < 32 && !this.isBeyondEnd && this.read(1) === 0) zeros += 1;
    return 2 ** zeros - 1 + this.read(zeros);
  }
}
