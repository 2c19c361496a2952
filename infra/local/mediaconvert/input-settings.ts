import * as z from 'zod';
import { positive, S3Url, Timecode } from './setting-values.ts';

/** `remixSettings` mixes the channels of all tracks; each output channel lists a gain in dB per input channel. */
const AudioSelector = z.strictObject({
  defaultSelection: z.literal('DEFAULT'),
  selectorType: z.literal('TRACK').optional(),
  tracks: z.array(positive).min(1).optional(),
  remixSettings: z
    .strictObject({
      channelsIn: positive.max(64),
      channelsOut: z.literal(2),
      channelMapping: z.strictObject({
        outputChannels: z.array(z.strictObject({ inputChannels: z.array(z.number().int().min(-60).max(6)) })).length(2),
      }),
    })
    .optional(),
});

const AudioSelectors = z.record(z.string(), AudioSelector);

const InputClipping = z
  .strictObject({ startTimecode: Timecode.optional(), endTimecode: Timecode.optional() })
  .refine(({ startTimecode, endTimecode }) => startTimecode || endTimecode, 'a start, an end, or both must be given')
  .refine(
    ({ startTimecode = '', endTimecode = '99' }) => startTimecode <= endTimecode,
    'the end must not be before the start',
  );

export const FileInput = z.strictObject({
  fileInput: S3Url,
  videoSelector: z.strictObject({ rotate: z.literal('AUTO') }),
  audioSelectors: AudioSelectors.optional(),
  timecodeSource: z.literal('ZEROBASED'),
  // Clips are played in this order.
  inputClippings: z.array(InputClipping).min(1).optional(),
});

const evenPixels = z.number().int().min(32).max(8192).multipleOf(2);

/** An input that consists of a still image and silence. */
export const GeneratedInput = z.strictObject({
  videoGenerator: z.strictObject({
    /** Milliseconds. */
    duration: positive.max(86_400_000),
    imageInput: S3Url.regex(/\.(png|tga)$/i, 'must be a PNG or TGA file'),
    width: evenPixels,
    height: evenPixels,
    channels: positive.max(32).optional(),
    sampleRate: z.number().int().min(32_000).max(48_000).optional(),
  }),
  audioSelectors: AudioSelectors.optional(),
  timecodeSource: z.literal('ZEROBASED'),
});

export type AudioSelector = z.infer<typeof AudioSelector>;
export type InputClipping = z.infer<typeof InputClipping>;
export type FileInput = z.infer<typeof FileInput>;
export type GeneratedInput = z.infer<typeof GeneratedInput>;

export const isFile = (input: FileInput | GeneratedInput): input is FileInput => 'fileInput' in input;
