/** Silence in AAC, for encoders that send no sound. */
import { frequencies, type SoundConfiguration } from '../../../../functions/recordings/packing/aac.ts';

const lowComplexity = 1;

/** Configuration of silence where the encoder has announced no sound yet. */
export const createSilenceConfiguration = (hertz = 48_000, isStereo = true): SoundConfiguration => ({
  profile: lowComplexity,
  frequencyIndex: Math.max(0, frequencies.includes(hertz) ? frequencies.indexOf(hertz) : frequencies.indexOf(48_000)),
  channels: isStereo ? 2 : 1,
});

/**
 * Frames without spectral data: one channel element with `max_sfb` 0, or a pair of them, then the end marker (ISO
 * 14496-3, 4.4.2.1).
 */
const silence = { mono: Buffer.from([0, 0, 0, 7]), stereo: Buffer.from([0x21, 0, 0, 0, 0, 0x1c]) };

export const createSilence = ({ channels }: SoundConfiguration) => (channels === 1 ? silence.mono : silence.stereo);
