/**
 * Cuts frames into segments: at key frames, or before a segment exceeds the declared EXT-X-TARGETDURATION, which must
 * never change (RFC 8216, 4.3.3.1).
 */
import type { Frame } from './mux/muxer.ts';

export interface Cut {
  data: Buffer;
  /** Milliseconds of the segment's first frame on the broadcast's timeline. */
  startMs: number;
  seconds: number;
  independent: boolean;
  /** Players must reset their decoders: timestamps, size or sound differ from those of the previous segment. */
  isAfterJump: boolean;
}

/** Seconds after which a key frame ends a segment; fewer where the segment started without a key frame. */
const minSegmentSeconds = 0.98;
const minSegmentSecondsAfterCut = 0.25;
/** Maximum of the declared target duration, in seconds; longer key frame intervals are cut. */
export const longestTarget = 4;
/** Seconds by which a segment may exceed the target: EXTINF is rounded before the comparison. */
const roundingTolerance = 0.45;

/** Returns the whole seconds of the target duration for a playlist whose first segment lasts `seconds`. */
export const toTargetDuration = (seconds: number) => Math.min(longestTarget, Math.max(1, Math.round(seconds)));

export class Segmenter {
  #target: number | undefined;
  #packets: Buffer[] = [];
  #first: (Frame & { isAfterJump: boolean }) | undefined;
  #last: Frame | undefined;
  /** Seconds between the last two pictures. */
  #frameSeconds = 0.04;

  /** `target` is the declared duration; undefined until the first segment sets it. */
  constructor(target: number | undefined) {
    this.#target = target;
  }

  *push(frame: Frame): Generator<Cut> {
    if (frame.kind === 'video') yield* this.#addPicture(frame);
    this.#packets.push(frame.data);
  }

  /** Decoding time of the last picture in milliseconds; undefined before the first. */
  get lastMs(): number | undefined {
    return this.#last?.ms;
  }

  *end(): Generator<Cut> {
    if (this.#last) yield* this.#cut(this.#elapsed(this.#last) + this.#frameSeconds);
  }

  *#addPicture(frame: Frame): Generator<Cut> {
    const last = this.#last;
    this.#last = frame;
    if (!this.#first || !last) {
      this.#first = { ...frame, isAfterJump: false };
      return;
    }
    const elapsed = this.#elapsed(frame);
    const sinceLast = (frame.ms - last.ms) / 1000;
    const longest = (this.#target ?? longestTarget) + roundingTolerance;
    const hasHole = elapsed > longest;
    if (!hasHole && sinceLast > 0) this.#frameSeconds = Math.min(sinceLast, 1);
    const isDue = frame.isKey && elapsed >= (this.#first.isKey ? minSegmentSeconds : minSegmentSecondsAfterCut);
    if (!hasHole && !isDue && !frame.resetsDecoders && elapsed + this.#frameSeconds <= longest) return;
    yield* this.#cut(hasHole ? this.#elapsed(last) + this.#frameSeconds : elapsed);
    this.#first = { ...frame, isAfterJump: hasHole || frame.resetsDecoders };
  }

  *#cut(seconds: number): Generator<Cut> {
    if (!this.#first) return;
    const { ms: startMs, isKey: independent, isAfterJump } = this.#first;
    this.#target ??= toTargetDuration(seconds);
    yield { data: Buffer.concat(this.#packets.splice(0)), startMs, seconds, independent, isAfterJump };
  }

  #elapsed({ ms }: Frame): number {
    return (ms - (this.#first?.ms ?? ms)) / 1000;
  }
}
