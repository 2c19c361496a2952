/** Schema of the supported settings of a job's inputs. */
import * as z from 'zod';
import { positive, S3Url, Timecode } from './setting-values.ts';

/** `remixSettings` mixes the channels of all tracks; each output channel lists a gain in dB per input channel. */
const AudioSelector = z.strictObject({
  defaultSelection: z.enum(['DEFAULT', 'NOT_DEFAULT']).optional(),
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
  videoSelector: z
    .strictObject({
      rotate: z.enum(['AUTO', 'DEGREE_0']).default('DEGREE_0'),
      colorSpace: z.literal('FOLLOW').optional(),
    })
    .default({ rotate: 'DEGREE_0' }),
  audioSelectors: AudioSelectors.optional(),
  timecodeSource: z.enum(['ZEROBASED', 'EMBEDDED']).optional(),
  deblockFilter: z.literal('DISABLED').optional(),
  denoiseFilter: z.literal('DISABLED').optional(),
  filterEnable: z.string().optional(),
  psiControl: z.string().optional(),
  inputScanType: z.literal('AUTO').optional(),
  // Played in this order.
  inputClippings: z.array(InputClipping).min(1).optional(),
});

const evenPixels = z.number().int().min(32).max(8192).multipleOf(2);
const areBothGiven = (one: unknown, other: unknown) => (one === undefined) === (other === undefined);

/** Generates black or a still image, with silence. */
const VideoGenerator = z
  .strictObject({
    duration: positive.max(86_400_000),
    imageInput: S3Url.regex(/\.(png|tga)$/i, 'must be a PNG or TGA file').optional(),
    width: evenPixels.optional(),
    height: evenPixels.optional(),
    framerateNumerator: positive.max(60_000).optional(),
    framerateDenominator: positive.max(1001).optional(),
    channels: positive.max(32).optional(),
    sampleRate: z.number().int().min(32_000).max(48_000).optional(),
  })
  .refine(({ width, height }) => areBothGiven(width, height), 'width and height must be given together')
  .refine(
    ({ framerateNumerator, framerateDenominator }) => areBothGiven(framerateNumerator, framerateDenominator),
    'both parts of the frame rate must be given together',
  );

export const GeneratedInput = z.strictObject({
  videoGenerator: VideoGenerator,
  videoSelector: z.strictObject({}).optional(),
  audioSelectors: AudioSelectors.optional(),
  timecodeSource: z.literal('ZEROBASED').optional(),
});

export type AudioSelector = z.infer<typeof AudioSelector>;
export type InputClipping = z.infer<typeof InputClipping>;
export type FileInput = z.infer<typeof FileInput>;
export type GeneratedInput = z.infer<typeof GeneratedInput>;

export const isFile = (input: FileInput | GeneratedInput): input is FileInput => 'fileInput' in input;
