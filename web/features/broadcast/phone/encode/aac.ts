/** Constants of all sound encoders: AAC-LC at 48 kHz in two channels, in frames of 1,024 samples. */
import { type Sound, sampleRate } from '../capture/sound-line.ts';

export interface SoundEncoder {
  encode(sound: Sound): void;
  /** Resolves when all of it has come out. */
  finish(): Promise<void>;
  close(): void;
}

/** Samples of one AAC frame, in ticks of 90 kHz. */
export const frameTicks = (1_024 * 90_000) / sampleRate;
const ticksPerSample = 90_000 / sampleRate;
const ticksPerMicrosecond = 0.09;

/**
 * Converts an encoder's time stamp, which is rounded to microseconds, to ticks; `first` is the position of the first
 * sample. Frames of AAC lie on a grid from there.
 */
export function toSoundTicks(microseconds: number, first: number): number {
  const ticks = microseconds * ticksPerMicrosecond;
  const onGrid = Math.round(ticks / frameTicks) * frameTicks;
  return Math.round(first * ticksPerSample) + (Math.abs(ticks - onGrid) < 90 ? onGrid : Math.round(ticks));
}

/**
 * True for AAC-LC at 48 kHz in two channels, read from an AudioSpecificConfig: some browsers answer with HE-AAC, which
 * not every player decodes.
 */
export function isPlainAac(description: AllowSharedBufferSource | undefined): boolean {
  if (!description) return false;
  const view = ArrayBuffer.isView(description)
    ? new Uint8Array(description.buffer, description.byteOffset, description.byteLength)
    : new Uint8Array(description);
  const [first = 0, second = 0] = view;
  const [kind, rate, channels] = [first >> 3, ((first & 7) << 1) | (second >> 7), (second >> 3) & 15];
  return kind === 2 && rate === 3 && channels === 2;
}
