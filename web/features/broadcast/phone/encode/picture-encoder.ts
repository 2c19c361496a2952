/** Encodes a camera's pictures as H.264 through WebCodecs, drawn into a frame of fixed form. */
import { maxOverhangMs, slotStart, toSlot } from '../../../../../shared/domain/phone-segments.ts';
import { readSteadyClock } from '../capture/clocks.ts';
import type { Rung } from './ladder.ts';
import { type Packet, ticksPerMs } from './packet.ts';

/** Profiles from the best to the one that every phone has, at level 3.1: 720 lines with 30 pictures a second. */
export const pictureCodecs = ['avc1.64001F', 'avc1.4D401F', 'avc1.42E01F'] as const;
export type PictureCodec = (typeof pictureCodecs)[number];

/** Maximum of pictures waiting in the encoder; more would only add delay. */
const maxQueue = 8;

/** Milliseconds after which an encoder that gives no last pictures was taken away by the phone. */
const flushMs = 10_000;

export interface PictureStatistics {
  /** Pictures that the camera gave at the wanted rate. */
  offered: number;
  encoded: number;
  /** Milliseconds from a picture to its encoded form. */
  delays: number[];
}

export class PictureEncoder {
  readonly #codec: PictureCodec;
  readonly #onPacket: (packet: Packet) => void;
  readonly #canvas = new OffscreenCanvas(16, 9);
  readonly #context: OffscreenCanvasRenderingContext2D;
  readonly #encoder: VideoEncoder;
  #rung: Rung;
  /** UTC of the picture of each time stamp in the encoder, with the steady time at which it went in. */
  readonly #inside = new Map<number, { utc: number; since: number }>();
  #first: number | undefined;
  #dueMs = 0;
  /** Slot of the last whole picture, and UTC of one that was asked for and has not come out yet. */
  #keySlot = Number.NEGATIVE_INFINITY;
  #asked: number | undefined;
  #statistics: PictureStatistics = { offered: 0, encoded: 0, delays: [] };

  constructor(codec: PictureCodec, rung: Rung, onPacket: (packet: Packet) => void, onError: (error: Error) => void) {
    this.#codec = codec;
    this.#rung = rung;
    this.#onPacket = onPacket;
    const context = this.#canvas.getContext('2d', { alpha: false });
    if (!context) throw new Error('The browser draws nothing');
    this.#context = context;
    this.#encoder = new VideoEncoder({ output: (chunk) => this.#emit(chunk), error: onError });
    this.#configure();
  }

  get isOpen(): boolean {
    return this.#encoder.state === 'configured';
  }

  /** Encodes a picture of a UTC in milliseconds, unless the rate or the encoder leaves it out. */
  encode(picture: CanvasImageSource & PictureSize, utc: number, getRung: () => Rung): void {
    const period = 1_000 / this.#rung.rate;
    if (utc + period / 4 < this.#dueMs || !this.isOpen) return;
    this.#dueMs = Math.max(this.#dueMs + period, utc + period / 2);
    this.#statistics.offered += 1;
    if (this.#encoder.encodeQueueSize > maxQueue) return;
    // A slow encoder may still have the whole picture of the slot before, above all the first of all.
    const isKey = toSlot(utc) > Math.max(this.#keySlot, toSlot(this.#asked ?? Number.NEGATIVE_INFINITY));
    if (isKey) this.#change(getRung());
    this.#draw(picture);
    // Encoders count in microseconds from any start.
    this.#first ??= utc;
    const timestamp = 1_000 * (utc - this.#first);
    const frame = new VideoFrame(this.#canvas, { timestamp });
    this.#inside.set(timestamp, { utc, since: readSteadyClock() });
    if (isKey) this.#asked = utc;
    this.#encoder.encode(frame, { keyFrame: isKey });
    frame.close();
  }

  /** Returns the statistics since the last call. */
  takeStatistics(): PictureStatistics {
    const taken = this.#statistics;
    this.#statistics = { offered: 0, encoded: 0, delays: [] };
    return taken;
  }

  /** The picture that was encoded last, as a JPEG in base64. */
  async takePicture(): Promise<string> {
    const small = new OffscreenCanvas(960, 540);
    small.getContext('2d', { alpha: false })?.drawImage(this.#canvas, 0, 0, small.width, small.height);
    const blob = await small.convertToBlob({ type: 'image/jpeg', quality: 0.7 });
    let letters = '';
    for (const byte of new Uint8Array(await blob.arrayBuffer())) letters += String.fromCharCode(byte);
    return btoa(letters);
  }

  async finish(): Promise<void> {
    const given = this.isOpen && this.#encoder.flush().catch(() => undefined);
    await Promise.race([given, new Promise((resolve) => setTimeout(resolve, flushMs))]);
    this.close();
  }

  close(): void {
    if (this.#encoder.state !== 'closed') this.#encoder.close();
  }

  /** Drops pictures waiting in the encoder that would belong to no segment, so that the next one is a key frame. */
  #leaveOutUseless(): void {
    const isUseless = ({ utc }: { utc: number }) =>
      utc < (this.#asked ?? Number.POSITIVE_INFINITY) && utc - slotStart(toSlot(utc)) > maxOverhangMs;
    if (![...this.#inside.values()].some(isUseless)) return;
    this.#encoder.reset();
    this.#inside.clear();
    this.#asked = undefined;
    this.#configure();
  }

  #change(rung: Rung): void {
    if (rung === this.#rung) return;
    this.#rung = rung;
    this.#configure();
  }

  #configure(): void {
    const { width, height, rate, bitrate } = this.#rung;
    if (this.#canvas.width !== width) Object.assign(this.#canvas, { width, height });
    this.#encoder.configure({
      codec: this.#codec,
      width,
      height,
      bitrate,
      framerate: rate,
      latencyMode: 'realtime',
      avc: { format: 'annexb' },
    });
  }

  /** Draws the whole picture, however the phone is held: an upright one has black sides. */
  #draw(picture: CanvasImageSource & PictureSize): void {
    const { width, height } = this.#canvas;
    const scale = Math.min(width / picture.displayWidth, height / picture.displayHeight);
    const [wide, high] = [Math.round(picture.displayWidth * scale), Math.round(picture.displayHeight * scale)];
    if (wide < width || high < height) this.#context.clearRect(0, 0, width, height);
    this.#context.drawImage(picture, (width - wide) / 2, (height - high) / 2, wide, high);
  }

  #emit(chunk: EncodedVideoChunk): void {
    const inside = this.#inside.get(chunk.timestamp);
    if (!inside) return;
    this.#inside.delete(chunk.timestamp);
    for (const [timestamp] of this.#inside) if (timestamp < chunk.timestamp) this.#inside.delete(timestamp);
    const isKey = chunk.type === 'key';
    if (isKey) this.#keySlot = toSlot(inside.utc);
    // An encoder may leave out the picture that should have been whole: then the next one is asked for.
    if (this.#asked !== undefined && inside.utc >= this.#asked) this.#asked = undefined;
    const data = new Uint8Array(chunk.byteLength);
    chunk.copyTo(data);
    this.#onPacket({ track: 'picture', isKey, at: inside.utc * ticksPerMs, data });
    this.#statistics.encoded += 1;
    this.#statistics.delays.push(readSteadyClock() - inside.since);
    if (!isKey && toSlot(inside.utc) > this.#keySlot) this.#leaveOutUseless();
  }
}

export interface PictureSize {
  displayWidth: number;
  displayHeight: number;
}
