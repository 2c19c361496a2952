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
