/**
 * Rewrites tags of Enhanced RTMP, which names codecs by four letters, in the classic FLV form: undefined for codecs
 * other than H.264 and AAC, empty for packets without media.
 */

const isEnhancedVideo = (first: number) => (first & 0x80) !== 0;
const isEnhancedAudio = (first: number) => first >> 4 === 9;

const videoPacket = { start: 0, frames: 1, framesWithoutDelay: 3 };
const audioPacket = { start: 0, frames: 1 };
const nothing = Buffer.alloc(0);

export function toPlainVideo(payload: Buffer): Buffer | undefined {
  const first = payload.readUInt8(0);
  if (!isEnhancedVideo(first)) return payload;
  if (payload.toString('latin1', 1, 5) !== 'avc1') return undefined;
  const [frameType, rest] = [(first >> 4) & 7, payload.subarray(5)];
  const head = (packet: number, ...delay: number[]) => Buffer.from([(frameType << 4) | 7, packet, ...delay]);
  switch (first & 0x0f) {
    case videoPacket.start:
      return Buffer.concat([head(0, 0, 0, 0), rest]);
    case videoPacket.frames:
      return Buffer.concat([head(1), rest]);
    case videoPacket.framesWithoutDelay:
      return Buffer.concat([head(1, 0, 0, 0), rest]);
    default:
      return nothing;
  }
}

export function toPlainAudio(payload: Buffer): Buffer | undefined {
  const first = payload.readUInt8(0);
  if (!isEnhancedAudio(first)) return payload;
  if (payload.toString('latin1', 1, 5) !== 'mp4a') return undefined;
  const packet = first & 0x0f;
  if (packet !== audioPacket.start && packet !== audioPacket.frames) return nothing;
  return Buffer.concat([Buffer.from([0xaf, packet]), payload.subarray(5)]);
}
