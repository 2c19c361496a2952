/**
 * Reads the movie box of an uploaded file, and decides whether browsers play its picture and sound as they are: H.264 up
 * to High with AAC. Pure.
 */
import { parseSoundConfiguration, type SoundConfiguration } from './aac.ts';
import { findBox, listBoxes, requireBox, UnsuitableSource } from './boxes.ts';
import { type PictureConfiguration, parsePictureConfiguration } from './h264.ts';
import { readSamples, type Samples } from './sample-table.ts';

export interface Track {
  samples: Samples;
  /** Units of the track's times in a second. */
  timescale: number;
  /** Offset from times of the track to those of the film, which begins at 0; in the track's timescale. */
  shift: number;
}

export interface Movie {
  video: Track & { configuration: PictureConfiguration; codec: string };
  audio: (Track & { configuration: SoundConfiguration }) | undefined;
}

/** @throws UnsuitableSource with the reason why the source has to be encoded. */
export function readMovie(moov: Buffer, fileBytes: number): Movie {
  if (findBox(moov, 'mvex')) throw new UnsuitableSource('it is fragmented');
  const movieScale = readTimescale(requireBox(moov, 'mvhd'));
  const tracks = listBoxes(moov).flatMap(({ type, bytes }) => (type === 'trak' ? [bytes] : []));
  const [pictures, sounds] = ['vide', 'soun'].map((kind) => tracks.filter((track) => readKind(track) === kind));
  const [picture, sound] = [pictures?.[0], sounds?.[0]];
  if (!picture || pictures?.length !== 1) throw new UnsuitableSource('it has not exactly one picture track');
  if ((sounds?.length ?? 0) > 1) throw new UnsuitableSource('it has several sound tracks');
  requireUpright(requireBox(picture, 'tkhd'));
  return {
    video: { ...readTrack(picture, movieScale, fileBytes), ...readPictureEntry(readEntry(picture)) },
    audio: sound && {
      ...readTrack(sound, movieScale, fileBytes),
      configuration: readSoundConfiguration(readEntry(sound)),
    },
  };
}

const readKind = (track: Buffer) => findBox(track, 'mdia', 'hdlr')?.toString('latin1', 8, 12);

function readTrack(track: Buffer, movieScale: number, fileBytes: number): Track {
  const timescale = readTimescale(requireBox(track, 'mdia', 'mdhd'));
  const samples = readSamples(requireBox(track, 'mdia', 'minf', 'stbl'), fileBytes);
  const duration = (samples.dts[samples.count] as number) / timescale;
  if (!(duration > 0 && duration <= maxSeconds)) throw new UnsuitableSource(`a track lasts ${duration} s`);
  return { samples, timescale, shift: readShift(findBox(track, 'edts', 'elst'), { samples, timescale, movieScale }) };
}

const maxSeconds = 24 * 3600;

/** Version 1 has times of 64 bits. */
function readTimescale(box: Buffer): number {
  const timescale = box.readUInt32BE(box.readUInt8(0) === 1 ? 20 : 12);
  if (timescale === 0) throw new UnsuitableSource('a timescale is 0');
  return timescale;
}

/**
 * Reads the edit list, which may delay a track and begin at its first shown frame. One that cuts, as editors on phones
 * write them, hides a part of the file: it has to be encoded.
 */
function readShift(
  box: Buffer | undefined,
  { samples, timescale, movieScale }: { samples: Samples; timescale: number; movieScale: number },
): number {
  if (!box) return 0;
  const isLong = box.readUInt8(0) === 1;
  const bytes = isLong ? 20 : 12;
  const count = box.readUInt32BE(4);
  if (count === 0) return 0;
  if (count > 2 || box.length < 8 + count * bytes) throw new UnsuitableSource('its edit list cuts');
  const edits = Array.from({ length: count }, (_, index) => readEdit(box.subarray(8 + index * bytes), isLong));
  const edit = edits.pop();
  const [pause] = edits;
  if (edit?.rate !== 1 || edit.start < 0 || (pause && pause.start !== -1))
    throw new UnsuitableSource('its edit list cuts');
  const length = (samples.dts[samples.count] as number) - edit.start;
  const lost = edit.duration === 0 ? 0 : length / timescale - edit.duration / movieScale;
  if (edit.start / timescale > maxHiddenSeconds || lost > maxHiddenSeconds)
    throw new UnsuitableSource('its edit list cuts');
  return ((pause?.duration ?? 0) / movieScale) * timescale - edit.start;
}

/** Encoders hide the delay of their first frames; a cut is longer. */
const maxHiddenSeconds = 0.3;

function readEdit(entry: Buffer, isLong: boolean) {
  return {
    duration: isLong ? Number(entry.readBigUInt64BE(0)) : entry.readUInt32BE(0),
    start: isLong ? Number(entry.readBigInt64BE(8)) : entry.readInt32BE(4),
    rate: entry.readInt32BE(isLong ? 16 : 8) / 0x10000,
  };
}

/** A phone held upright notes a rotation, which a transport stream cannot. */
function requireUpright(tkhd: Buffer): void {
  const at = tkhd.readUInt8(0) === 1 ? 52 : 40;
  const [a, b, , c, d] = Array.from({ length: 5 }, (_, index) => tkhd.readInt32BE(at + 4 * index));
  if (a !== 0x10000 || b !== 0 || c !== 0 || d !== 0x10000) throw new UnsuitableSource('its picture is rotated');
}

function readEntry(track: Buffer) {
  const stsd = requireBox(track, 'mdia', 'minf', 'stbl', 'stsd');
  const [entry, ...others] = listBoxes(stsd.subarray(8));
  if (!entry || others.length > 0 || stsd.readUInt32BE(4) !== 1) throw new UnsuitableSource('its codec changes');
  return entry;
}

/** Bytes of a sample entry before its boxes. */
const entryBytes = { picture: 78, sound: 28 };

const browserProfiles = [66, 77, 100];
const maxLevel = 52;

function readPictureEntry({ type, bytes }: ReturnType<typeof readEntry>) {
  if (type !== 'avc1') throw new UnsuitableSource(`its picture is ${type}`);
  const inside = bytes.subarray(entryBytes.picture);
  const record = requireBox(inside, 'avcC');
  const [profile = 0, constraints = 0, level = 0] = record.subarray(1, 4);
  if (!browserProfiles.includes(profile) || level > maxLevel)
    throw new UnsuitableSource(`its H.264 has profile ${profile}, level ${level}`);
  const shape = findBox(inside, 'pasp');
  if (shape && shape.readUInt32BE(0) !== shape.readUInt32BE(4)) throw new UnsuitableSource('its pixels are not square');
  const configuration = parsePictureConfiguration(record);
  if (!configuration) throw new UnsuitableSource('its H.264 has no parameters');
  const codec = `avc1.${[profile, constraints, level].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return { configuration, codec };
}

/** ADTS profile of AAC-LC. */
const lowComplexity = 1;

function readSoundConfiguration({ type, bytes }: ReturnType<typeof readEntry>): SoundConfiguration {
  const version = bytes.readUInt16BE(8);
  if (type !== 'mp4a' || version > 1) throw new UnsuitableSource(`its sound is ${type}, version ${version}`);
  // QuickTime's first version of the entry is longer, and keeps the configuration in a box of its own.
  const inside = bytes.subarray(entryBytes.sound + 16 * version);
  const stream = findBox(inside, 'esds') ?? requireBox(inside, 'wave', 'esds');
  const decoder = findDecoderConfiguration(stream.subarray(4));
  const configuration = decoder && parseSoundConfiguration(decoder);
  const isPlain = decoder && decoder.readUInt8(0) >> 3 === lowComplexity + 1;
  if (!configuration || !isPlain || configuration.channels < 1 || configuration.channels > 2)
    throw new UnsuitableSource('its sound is not AAC-LC in mono or stereo');
  return configuration;
}

const descriptor = { stream: 3, decoder: 4, specific: 5 };
/** Object type of AAC (ISO 14496-1, 7.2.6.6). */
const aacObject = 0x40;

/** Finds the AudioSpecificConfig in the nested descriptors of `esds` (ISO 14496-1, 7.2.6). */
function findDecoderConfiguration(bytes: Buffer): Buffer | undefined {
  for (let at = 0; at + 2 <= bytes.length; ) {
    const tag = bytes.readUInt8(at);
    let size = 0;
    let more = true;
    for (at += 1; more && at < bytes.length; at += 1) {
      const byte = bytes.readUInt8(at);
      size = size * 128 + (byte & 0x7f);
      more = byte >= 128;
    }
    const content = bytes.subarray(at, at + size);
    if (tag === descriptor.specific) return content.length >= 2 ? content : undefined;
    if (tag === descriptor.stream) return findDecoderConfiguration(content.subarray(3));
    if (tag === descriptor.decoder)
      return content[0] === aacObject ? findDecoderConfiguration(content.subarray(13)) : undefined;
    at += size;
  }
  return undefined;
}
