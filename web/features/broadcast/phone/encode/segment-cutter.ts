/**
 * Cuts encoded pictures and sound into segments that lie in one slot each: two seconds of UTC, the same for all phones.
 * A segment begins with the first picture of its slot, which is a whole one; the first after a pause may begin later.
 */
import { maxOverhangMs, maxPictureMs, slotStart, toSlot } from '../../../../../shared/domain/phone-segments.ts';
import { type Packet, ticksPerMs } from './packet.ts';

/** Sound that comes later than this behind its segment's last picture is not waited for. */
const maxSoundDelayMs = 1_000;

export interface SegmentSpan {
  /** UTC of the first picture and length, in milliseconds. */
  startMs: number;
  durationMs: number;
}

/** Receives packets at once, so that a page that dies loses none of them. */
export interface SegmentSink {
  begin(number: number): void;
  append(number: number, packet: Packet): void;
  end(number: number, span: SegmentSpan): void;
}

interface OpenSegment {
  number: number;
  start: number;
  /** Set once no picture is added any more. */
  end?: number;
}

export class SegmentCutter {
  readonly #sink: SegmentSink;
  #next: number;
  #open: OpenSegment[] = [];
  /** Sound newer than the last picture: a picture may still come before it and begin a segment. */
  #sound: Packet[] = [];
  #lastPicture = Number.NEGATIVE_INFINITY;
  /** Between the two newest pictures, in ticks. */
  #spacing = 3_000;

  /** `first` is the number of the first segment. */
  constructor(first: number, sink: SegmentSink) {
    this.#next = first;
    this.#sink = sink;
  }

  /** Number of the segment that begins next. */
  get next(): number {
    return this.#next;
  }

  add(packet: Packet): void {
    if (packet.track === 'picture') this.#addPicture(packet);
    else this.#sound.push(packet);
    this.#placeSound(this.#lastPicture);
    for (const { end = Number.POSITIVE_INFINITY } of [...this.#open])
      if (this.#lastPicture - end > maxSoundDelayMs * ticksPerMs) this.#closeUntil(end);
  }

  /** Ends all segments, with the sound that there is. */
  finish(): void {
    this.#endCurrent(Number.POSITIVE_INFINITY);
    this.#placeSound(Number.POSITIVE_INFINITY);
    this.#closeUntil(Number.POSITIVE_INFINITY);
    this.#sound = [];
  }

  #addPicture(packet: Packet): void {
    const current = this.#open.find(({ end }) => end === undefined);
    const slotEnd = current && slotStart(toSlot(current.start / ticksPerMs) + 1) * ticksPerMs;
    if (packet.isKey && (slotEnd === undefined || packet.at >= slotEnd)) {
      this.#endCurrent(packet.at);
      this.#open.push({ number: this.#next, start: packet.at });
      this.#sink.begin(this.#next);
      this.#next += 1;
    } else if (slotEnd === undefined || packet.at >= slotEnd + maxOverhangMs * ticksPerMs) return;
    if (this.#lastPicture > 0) this.#spacing = packet.at - this.#lastPicture;
    this.#lastPicture = packet.at;
    this.#sink.append(this.#next - 1, packet);
  }

  /** Ends the segment that takes pictures, at the next one's start or where its own last picture ends. */
  #endCurrent(nextStart: number): void {
    const current = this.#open.find(({ end }) => end === undefined);
    if (!current) return;
    const isBreak = nextStart - this.#lastPicture > maxPictureMs * ticksPerMs;
    current.end = isBreak ? this.#lastPicture + Math.min(this.#spacing, maxPictureMs * ticksPerMs) : nextStart;
  }

  #placeSound(until: number): void {
    while (this.#sound[0] && this.#sound[0].at <= until) {
      const packet = this.#sound.shift() as Packet;
      const segment = this.#open.find(({ start, end = Infinity }) => packet.at >= start && packet.at < end);
      if (segment) this.#sink.append(segment.number, packet);
      // Sound comes in order: the first behind a segment completes it.
      this.#closeUntil(packet.at);
    }
  }

  #closeUntil(at: number): void {
    for (const { number, start, end } of [...this.#open]) {
      if (end === undefined || end > at) continue;
      this.#open = this.#open.filter((open) => open.number !== number);
      this.#sink.end(number, toSpan(start, end));
    }
  }
}

export const toSpan = (start: number, end: number): SegmentSpan => ({
  startMs: Math.round(start / ticksPerMs),
  durationMs: Math.round((end - start) / ticksPerMs),
});
