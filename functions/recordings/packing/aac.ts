/**
 * AAC as MP4 and FLV carry it: a configuration, then bare frames. A transport stream needs an ADTS header before each
 * frame.
 */

export interface SoundConfiguration {
  /** ADTS profile: the audio object type minus one. */
  profile: number;
  frequencyIndex: number;
  channels: number;
}

export const frequencies = [
  96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000, 7350,
];
const samplesPerFrame = 1024;
const adtsBytes = 7;

export const toFrameMs = ({ frequencyIndex }: SoundConfiguration) =>
  (1000 * samplesPerFrame) / (frequencies[frequencyIndex] ?? 48_000);

export const isSameSound = (one: SoundConfiguration, other: SoundConfiguration) =>
  one.profile === other.profile && one.frequencyIndex === other.frequencyIndex && one.channels === other.channels;

/** Reads an AudioSpecificConfig (ISO 14496-3, 1.6.2.1); undefined where it is malformed. */
export function parseSoundConfiguration(config: Buffer): SoundConfiguration | undefined {
  const bits = [...config.subarray(0, 12)].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  let at = 0;
  const read = (length: number) => {
    at += length;
    return at <= bits.length ? Number.parseInt(bits.slice(at - length, at), 2) : Number.NaN;
  };
  const readObjectType = () => {
    const type = read(5);
    return type === 31 ? 32 + read(6) : type;
  };
  const readFrequency = () => {
    const index = read(4);
    return index === 15 ? frequencies.indexOf(read(24)) : index;
  };
  let objectType = readObjectType();
  const frequencyIndex = readFrequency();
  const channels = read(4);
  // Spectral band replication and parametric stereo extend a core that every decoder finds by itself.
  if (objectType === 5 || objectType === 29) {
    readFrequency();
    objectType = readObjectType();
  }
  const isValid = objectType >= 1 && objectType <= 4 && frequencyIndex >= 0 && frequencyIndex < frequencies.length;
  return isValid && channels <= 7 ? { profile: objectType - 1, frequencyIndex, channels } : undefined;
}

/** Adds an ADTS header without a checksum (ISO 14496-3, 1.A.2.2.1). */
export function toAdts({ profile, frequencyIndex, channels }: SoundConfiguration, frame: Buffer): Buffer {
  const length = adtsBytes + frame.length;
  const header = Buffer.from([
    0xff,
    0xf1,
    (profile << 6) | (frequencyIndex << 2) | (channels >> 2),
    ((channels & 3) << 6) | (length >> 11),
    (length >> 3) & 0xff,
    ((length & 7) << 5) | 0x1f,
    0xfc,
  ]);
  return Buffer.concat([header, frame]);
}

export interface SoundFrames extends SoundConfiguration {
  count: number;
}

/** Reads the headers of frames that follow on each other; undefined where one is malformed or differs from the first. */
export function parseAdts(data: Buffer): SoundFrames | undefined {
  let first: SoundConfiguration | undefined;
  let count = 0;
  for (let at = 0; at < data.length; count += 1) {
    if (at + adtsBytes > data.length || data.readUInt16BE(at) >> 4 !== 0xfff) return undefined;
    const [mode = 0, form = 0, length = 0] = [data[at + 1], data[at + 2], data.readUInt32BE(at + 3) >>> 13];
    const bytes = length & 0x1fff;
    const blocks = (data[at + 6] ?? 0) & 3;
    const frame = {
      profile: form >> 6,
      frequencyIndex: (form >> 2) & 15,
      channels: ((form & 1) << 2) | ((data[at + 3] ?? 0) >> 6),
    };
    const isLayered = (mode & 6) !== 0;
    if (isLayered || blocks !== 0 || bytes < adtsBytes || at + bytes > data.length) return undefined;
    first ??= frame;
    if (!isSameSound(first, frame)) return undefined;
    at += bytes;
  }
  return first && { ...first, count };
}
