/**
 * Checks whether a file may be uploaded as a video, by its description and first bytes, in browser and server. The
 * encoder decides in the end.
 */
import { errors } from '../contract/errors.ts';

/** VODs accept any video, ads and content MP4. */
export type WantedVideo = 'video' | 'mp4';

/** Bytes read for the check: two packets of a transport stream. */
export const headBytes = 400;

/** Extensions for which browsers may report no type. */
export const videoExtensions: readonly string[] = [
  'mp4',
  'm4v',
  'mov',
  'mkv',
  'webm',
  'avi',
  'mpg',
  'mpeg',
  'ts',
  'mts',
  'm2ts',
  '3gp',
  'wmv',
  'mxf',
  'vob',
  'mod',
  'tod',
  'flv',
  'ogv',
  'dv',
];

export const notVideo = { video: errors.UPL4001.message, mp4: errors.UPL4003.message } as const;

export function hasVideoName(wanted: WantedVideo, { name, type }: { name: string; type: string }): boolean {
  const extension = readExtension(name);
  if (wanted === 'mp4') return type === 'video/mp4' || (type === '' && extension === 'mp4');
  if (type.startsWith('video/')) return true;
  return (type === '' || type === 'application/octet-stream') && videoExtensions.includes(extension);
}

/** Checks the first `headBytes`, whatever the name. */
export function hasVideoSignature(wanted: WantedVideo, head: Uint8Array): boolean {
  const isIso = isoBoxes.has(ascii(head, 4, 8));
  if (wanted === 'mp4') return isIso && ascii(head, 8, 12) !== quickTime;
  return isIso || isTransportStream(head) || signatures.some((signature) => signature.every(hasByteAt(head)));
}

export const readExtension = (name: string) => /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/** First boxes of an ISO base media file (MP4, MOV, 3GP). */
const isoBoxes = new Set(['ftyp', 'styp', 'moov', 'mdat', 'free', 'skip', 'wide', 'pdin']);
const quickTime = 'qt  ';

const signatures: readonly (readonly (number | undefined)[])[] = [
  // Matroska and WebM
  [0x1a, 0x45, 0xdf, 0xa3],
  // AVI: RIFF, a size, AVI
  [0x52, 0x49, 0x46, 0x46, undefined, undefined, undefined, undefined, 0x41, 0x56, 0x49, 0x20],
  // MPEG program stream, and bare MPEG video
  [0x00, 0x00, 0x01, 0xba],
  [0x00, 0x00, 0x01, 0xb3],
  // Windows Media
  [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11],
  // MXF
  [0x06, 0x0e, 0x2b, 0x34, 0x02, 0x05, 0x01, 0x01],
  // Raw DV of a tape
  [0x1f, 0x07, 0x00],
  // Flash video, Ogg
  [0x46, 0x4c, 0x56, 0x01],
  [0x4f, 0x67, 0x67, 0x53],
];

const hasByteAt = (head: Uint8Array) => (byte: number | undefined, index: number) =>
  byte === undefined || head[index] === byte;

/** Packets of 188 bytes, or of 192 with a timestamp first, each starting with the sync byte. */
function isTransportStream(head: Uint8Array): boolean {
  const sync = 0x47;
  return (head[0] === sync && head[188] === sync) || (head[4] === sync && head[196] === sync);
}

const ascii = (bytes: Uint8Array, from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
