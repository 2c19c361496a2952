/**
 * Turns an encoder's tags into a transport stream that every player can follow. It adds silence where sound is late,
 * pauses or never comes, and repeats the last key frame where pictures pause.
 */
import {
  isSameSound,
  parseSoundConfiguration,
  type SoundConfiguration,
  toAdts,
  toFrameMs,
} from '../../../../functions/recordings/packing/aac.ts';
import {
  findParameterSets,
  hasIdr,
  type PictureConfiguration,
  parsePictureConfiguration,
  splitUnits,
  toByteStream,
} from '../../../../functions/recordings/packing/h264.ts';
import { type TransportStream, ticksPerMs } from '../../../../functions/recordings/packing/transport-stream.ts';
import type { MediaTag } from '../rtmp/publication.ts';
import { type Kind, StreamClock } from './clock.ts';
import { createSilence, createSilenceConfiguration } from './silence.ts';

/** A frame as transport stream packets. */
export interface Frame {
  kind: Kind;
  /** Decoding time in milliseconds on the broadcast's timeline. */
  ms: number;
  isKey: boolean;
  /** Players must reset their decoders before this frame, because the size, the sound or the time has changed. */
  resetsDecoders: boolean;
  data: Buffer;
}

export interface MuxerOptions {
  transport: TransportStream;
  /** Milliseconds on the broadcast's timeline at which this connection starts. */
  startMs: number;
  /** Reads the sound that the encoder's metadata announces. */
  readAnnouncedSound?: () => { hertz?: number; isStereo?: boolean };
}

/** Milliseconds by which sound may arrive after its picture; then silence replaces it. */
const soundDelay = { usual: 1000, whileSilent: 200, longest: 3000 };
/** Milliseconds from the start after which silence replaces the encoder's first sound. */
const firstSoundMs = 800;
/** Milliseconds of sound without a picture after which the last key frame is repeated. */
const pictureDelay = { usual: 1500, longest: 4000 };
/** Milliseconds between repetitions: a segment of one second must contain at least one. */
const repeatMs = 400;
/** Milliseconds for which a change of sound waits for a key frame. */
const longestWaitMs = 5000;
/** Milliseconds by which sound may deviate from the last frame's end, because encoders round or repeat timestamps. */
const driftMs = 70;
/** Milliseconds from decoding a picture to showing it; larger values of an encoder are ignored as wrong. */
const longestDelayMs = 5000;

export class LiveMuxer {
  readonly #options: MuxerOptions;
  readonly #clock = new StreamClock();
  #picture: PictureConfiguration | undefined;
  /** Parameter sets of the last key frame; undefined before it. */
  #sets: Buffer | undefined;
  #keyFrame: Buffer | undefined;
  /** True until the stream contains the key frame to which pictures refer. */
  #awaitsKey = true;
  #pictureMs = 0;
  #hasRepeated = false;
  #pictureDelayMs = pictureDelay.usual;
  #sound: SoundConfiguration | undefined;
  #nextSound: { sound: SoundConfiguration; sinceMs: number } | undefined;
  /** Milliseconds on the connection's timeline at which the sound so far ends. */
  #soundMs = 0;
  #hasSound = false;
  #isSilent = false;
  #soundDelayMs = soundDelay.usual;
  #isAfterGap = false;

  constructor(options: MuxerOptions) {
    this.#options = options;
  }

  /** `now`: wall-clock time of the tag's arrival, in milliseconds. */
  push(tag: MediaTag, now = Date.now()): Frame[] {
    const isConfiguration = tag.payload.length > 1 && tag.payload.readUInt8(1) === 0;
    if (tag.kind === 'video') return isConfiguration ? this.#configurePicture(tag) : this.#addPicture(tag, now);
    return isConfiguration ? this.#configureSound(tag) : this.#addSound(tag, now);
  }

  #configurePicture({ payload }: MediaTag): Frame[] {
    const next = parsePictureConfiguration(payload.subarray(5));
    if (!next) return [];
    const isSame = this.#picture && Buffer.concat(next.sets).equals(Buffer.concat(this.#picture.sets));
    this.#picture = next;
    if (!isSame) this.#awaitsKey = true;
    return [];
  }

  /** Reads FLV: frame type and codec, packet type, composition time in 24 bits, then the units. */
  #addPicture({ timestamp, payload }: MediaTag, now: number): Frame[] {
    if (!this.#picture || payload.length < 6 || payload.readUInt8(1) !== 1) return [];
    const units = splitUnits(payload.subarray(5), this.#picture.lengthBytes);
    const isKey = payload.readUInt8(0) >> 4 === 1 || hasIdr(units);
    const isFirst = this.#sets === undefined;
    if (units.length === 0 || (isFirst && !isKey)) return [];
    const { ms, isAfterGap } = this.#clock.convert('video', timestamp, now);
    this.#isAfterGap ||= isAfterGap;
    const isLate = !isFirst && ms <= this.#pictureMs;
    if (isLate) {
      const delay = this.#soundMs - ms + 500;
      this.#pictureDelayMs = Math.min(pictureDelay.longest, Math.max(this.#pictureDelayMs, delay));
    }
    if (isLate || (this.#awaitsKey && !isKey)) return [];
    const sets = isKey ? findParameterSets(units, this.#picture) : [];
    const resetsDecoders = !isFirst && this.#resetDecoders(ms, isKey, sets);
    const accessUnit = toByteStream(units, sets);
    if (isKey) [this.#keyFrame, this.#sets, this.#awaitsKey] = [accessUnit, Buffer.concat(sets), false];
    this.#hasRepeated = false;
    this.#pictureMs = ms;
    const filled = this.#fillSound(ms);
    const picture = this.#createPicture(ms, accessUnit, { isKey, resetsDecoders, delay: payload.readIntBE(2, 3) });
    return resetsDecoders ? [picture, ...filled] : [...filled, picture];
  }

  /** Applies changes that make players reset their decoders, if this picture allows it; returns true if it did. */
  #resetDecoders(ms: number, isKey: boolean, sets: readonly Buffer[]): boolean {
    const hasNewSize = isKey && !Buffer.concat(sets).equals(this.#sets ?? Buffer.alloc(0));
    const next = this.#nextSound;
    const hasNewSound = next !== undefined && (isKey || ms - next.sinceMs > longestWaitMs);
    const resetsDecoders = hasNewSize || hasNewSound || this.#isAfterGap;
    if (hasNewSound) [this.#sound, this.#nextSound] = [next.sound, undefined];
    this.#isAfterGap = false;
    return resetsDecoders;
  }

  #createPicture(ms: number, accessUnit: Buffer, { isKey = true, resetsDecoders = false, delay = 0 } = {}): Frame {
    const dts = this.#toTicks(ms);
    // A picture cannot be shown before it is decoded.
    const pts = dts + (delay > 0 && delay < longestDelayMs ? delay : 0) * ticksPerMs;
    const data = this.#options.transport.writeVideo({ dts, pts, isKey }, accessUnit);
    return { kind: 'video', ms: this.#options.startMs + ms, isKey, resetsDecoders, data };
  }

  #configureSound({ payload }: MediaTag): Frame[] {
    const sound = parseSoundConfiguration(payload.subarray(2));
    if (!sound) return [];
    if (!this.#sound || isSameSound(this.#sound, sound)) [this.#sound, this.#nextSound] = [sound, undefined];
    else if (!this.#nextSound || !isSameSound(this.#nextSound.sound, sound))
      this.#nextSound = { sound, sinceMs: this.#pictureMs };
    return [];
  }

  #addSound({ timestamp, payload }: MediaTag, now: number): Frame[] {
    // Sound before the first picture would belong to no segment.
    if (!this.#sound || this.#sets === undefined || payload.length < 3) return [];
    const { ms, isAfterGap } = this.#clock.convert('audio', timestamp, now);
    this.#isAfterGap ||= isAfterGap;
    const pictures = this.#repeatPicture(ms);
    if (this.#nextSound) return pictures;
    if (ms < this.#soundMs - driftMs) {
      // This sound came so late that silence has replaced it: later sound is awaited longer.
      const delay = this.#pictureMs - ms + 500;
      if (this.#isSilent) this.#soundDelayMs = Math.min(soundDelay.longest, Math.max(this.#soundDelayMs, delay));
      if (this.#isSilent && delay > soundDelay.whileSilent) this.#isSilent = false;
      return pictures;
    }
    const filled = ms > this.#soundMs + soundDelay.whileSilent ? this.#createSilenceUntil(ms) : [];
    [this.#hasSound, this.#isSilent] = [true, false];
    const start = Math.abs(ms - this.#soundMs) <= driftMs ? this.#soundMs : ms;
    return [...pictures, ...filled, this.#createSound(start, payload.subarray(2))];
  }

  #createSound(ms: number, frame: Buffer): Frame {
    const sound = this.#sound ?? createSilenceConfiguration();
    this.#soundMs = ms + toFrameMs(sound);
    const data = this.#options.transport.writeAudio(this.#toTicks(ms), toAdts(sound, frame));
    return { kind: 'audio', ms: this.#options.startMs + ms, isKey: false, resetsDecoders: false, data };
  }

  /** Adds silence once sound is overdue at a picture's time. */
  #fillSound(ms: number): Frame[] {
    if (!this.#sound && ms < firstSoundMs) return [];
    const { hertz, isStereo } = this.#options.readAnnouncedSound?.() ?? {};
    this.#sound ??= createSilenceConfiguration(hertz, isStereo);
    const isAwaited = this.#hasSound && !this.#isSilent && !this.#nextSound;
    const isStarting = !this.#hasSound && ms < firstSoundMs;
    if (isStarting || (isAwaited && this.#soundMs >= ms - this.#soundDelayMs)) return [];
    this.#isSilent = true;
    return this.#createSilenceUntil(ms - Math.min(soundDelay.whileSilent, this.#soundDelayMs));
  }

  #createSilenceUntil(ms: number): Frame[] {
    const frames: Frame[] = [];
    const sound = this.#sound ?? createSilenceConfiguration();
    while (this.#soundMs + toFrameMs(sound) <= ms) frames.push(this.#createSound(this.#soundMs, createSilence(sound)));
    return frames;
  }

  /** Repeats the last key frame while only sound arrives, so that players do not stop. */
  #repeatPicture(ms: number): Frame[] {
    const frames: Frame[] = [];
    const awaited = this.#hasRepeated ? repeatMs : this.#pictureDelayMs;
    while (this.#keyFrame && this.#pictureMs + awaited < ms) {
      this.#pictureMs += repeatMs;
      [this.#hasRepeated, this.#awaitsKey] = [true, true];
      frames.push(this.#createPicture(this.#pictureMs, this.#keyFrame));
    }
    return frames;
  }

  #toTicks(ms: number): number {
    return Math.round((this.#options.startMs + ms) * ticksPerMs);
  }
}
