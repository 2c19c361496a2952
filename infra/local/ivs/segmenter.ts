/**
 * Cuts a transport stream written with `pat_pmt_at_frames` into segments: at key frames, or at any frame before a segment
 * exceeds the declared EXT-X-TARGETDURATION, which must never change (RFC 8216, 4.3.3.1).
 */

export interface Cut {
  data: Buffer;
  /** Seconds from the stream's first frame to the segment's first frame. */
  start: number;
  /** Timestamp of the segment's first frame, 90 kHz. */
  pts: number;
  seconds: number;
  /** Starts with a key frame. */
  independent: boolean;
  /** Its timestamps jump relative to the previous segment. */
  isAfterJump: boolean;
}

/** PIDs that ffmpeg assigns: video first, then audio; the PMT has `programmePid`. */
const videoPid = 0x100;
const programmePid = 0x1000;
const isMedia = (pid: number) => pid >= videoPid && pid < programmePid;
const packetBytes = 188;
const ticksPerSecond = 90_000;
const wrapTicks = 2 ** 33;

/** Seconds after which a key frame ends a segment; sooner for a segment that started without one. */
const minSegmentSeconds = 0.98;
const minSegmentSecondsAfterCut = 0.25;
/** Upper bound of the declared target duration, in seconds; longer key frame intervals are cut. */
export const longestTarget = 4;
/** Seconds by which a segment may exceed the target, as EXTINF is rounded before the comparison. */
const roundingTolerance = 0.45;

/** Target duration in whole seconds for a playlist whose first segment has this length. */
export const toTargetDuration = (seconds: number) => Math.min(longestTarget, Math.max(1, Math.round(seconds)));

interface Frame {
  /** 90 kHz. */
  dts: number;
  isKey: boolean;
}

export class Segmenter {
  #target: number | undefined;
  /** Bytes of an incomplete packet. */
  #incompletePacket: Buffer = Buffer.alloc(0);
  #packets: Buffer[] = [];
  /** PAT and PMT packets, which belong to the frame that follows them. */
  #tables: Buffer[] = [];
  #segmentStart: (Frame & { start: number; isAfterJump: boolean }) | undefined;
  #last: Frame | undefined;
  /** Seconds between the last two frames. */
  #frameSeconds = 0.04;

  /** `target` is the declared duration; undefined until the first segment determines it. */
  constructor(target: number | undefined) {
    this.#target = target;
  }

  /** Adds bytes and yields the segments that they complete. */
  *push(chunk: Buffer): Generator<Cut> {
    const bytes = this.#incompletePacket.length > 0 ? Buffer.concat([this.#incompletePacket, chunk]) : chunk;
    let at = 0;
    for (; at + packetBytes <= bytes.length; at += packetBytes) {
      const packet = bytes.subarray(at, at + packetBytes);
      const pid = packet.readUInt16BE(1) & 0x1fff;
      const frame = pid === videoPid ? readFrame(packet) : undefined;
      if (frame) yield* this.#addFrame(frame);
      if (pid === 0 || this.#tables.length > 0) this.#tables.push(packet);
      else this.#packets.push(packet);
      if (isMedia(pid)) this.#flushTables();
    }
    this.#incompletePacket = Buffer.from(bytes.subarray(at));
  }

  /** Decoding time of the last frame, 90 kHz; undefined before the first. */
  get lastTime(): number | undefined {
    return this.#last?.dts;
  }

  /** Yields the last segment at the end of the stream. */
  *end(): Generator<Cut> {
    this.#flushTables();
    if (this.#segmentStart && this.#last) yield this.#cut(this.#elapsed(this.#last) + this.#frameSeconds);
  }

  *#addFrame(frame: Frame): Generator<Cut> {
    const last = this.#last;
    this.#last = frame;
    if (!this.#segmentStart || !last) {
      this.#segmentStart = { ...frame, start: 0, isAfterJump: false };
      return;
    }
    const elapsed = this.#elapsed(frame);
    const sinceLast = computeSeconds(frame.dts, last.dts);
    const longest = (this.#target ?? longestTarget) + roundingTolerance;
    const hasJumped = elapsed > longest || sinceLast < 0;
    if (!hasJumped && sinceLast > 0) this.#frameSeconds = Math.min(sinceLast, 1);
    const isDue = frame.isKey && elapsed >= (this.#segmentStart.isKey ? minSegmentSeconds : minSegmentSecondsAfterCut);
    if (!hasJumped && !isDue && elapsed + this.#frameSeconds <= longest) return;
    const seconds = hasJumped ? this.#elapsed(last) + this.#frameSeconds : elapsed;
    const start = this.#segmentStart.start + seconds;
    yield this.#cut(seconds);
    this.#segmentStart = { ...frame, start, isAfterJump: hasJumped };
  }

  #cut(seconds: number): Cut {
    const { start = 0, dts: pts = 0, isKey = false, isAfterJump = false } = this.#segmentStart ?? {};
    this.#target ??= toTargetDuration(seconds);
    const data = Buffer.concat(this.#packets);
    this.#packets = [];
    return { data, start, pts, seconds, independent: isKey, isAfterJump };
  }

  #elapsed({ dts }: Frame): number {
    return computeSeconds(dts, this.#segmentStart?.dts ?? dts);
  }

  #flushTables(): void {
    this.#packets.push(...this.#tables.splice(0));
  }
}

/** Reads the frame that starts in a video packet; undefined in the middle of a frame. */
function readFrame(packet: Buffer): Frame | undefined {
  const [isFrameStart, hasField, hasPayload] = [
    packet.readUInt8(1) & 0x40,
    packet.readUInt8(3) & 0x20,
    packet.readUInt8(3) & 0x10,
  ];
  if (!isFrameStart || !hasPayload) return undefined;
  const field = hasField ? packet.readUInt8(4) + 1 : 0;
  const isKey = field > 1 && (packet.readUInt8(5) & 0x40) !== 0;
  const pes = 4 + field;
  const stamps = packet.readUInt8(pes + 7) >> 6;
  if (stamps < 2) return undefined;
  // Without a DTS, the PTS applies.
  return { dts: readTimestamp(packet, pes + (stamps === 3 ? 14 : 9)), isKey };
}

const readTimestamp = (packet: Buffer, at: number) =>
  ((packet.readUInt8(at) >> 1) & 7) * 2 ** 30 +
  (packet.readUInt16BE(at + 1) >> 1) * 2 ** 15 +
  (packet.readUInt16BE(at + 3) >> 1);

/** Seconds from `from` to `to`; timestamps wrap after 26 hours. */
function computeSeconds(to: number, from: number): number {
  const apart = (to - from + wrapTicks) % wrapTicks;
  return (apart > wrapTicks / 2 ? apart - wrapTicks : apart) / ticksPerSecond;
}
