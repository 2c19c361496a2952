/**
 * The job settings that the product sends (`functions/recordings/media/job-settings.ts`), with a schema where a value
 * varies. All others are rejected with their path, so that a job that runs here behaves the same on AWS.
 */
import * as z from 'zod';
import { readRate } from './frame-rate.ts';

type Template = z.ZodType | string | number | { [name: string]: Template };
type Value<T> =
  T extends z.ZodType<infer V> ? V : T extends string | number ? T : { [Name in keyof T]: Value<T[Name]> };

/** Accepts what equals the template, without further properties. */
function only<const T extends Template>(template: T): z.ZodType<Value<T>>;
function only(template: Template): z.ZodType {
  if (template instanceof z.ZodType) return template;
  if (typeof template !== 'object') return z.literal(template);
  return z.strictObject(Object.fromEntries(Object.entries(template).map(([name, inner]) => [name, only(inner)])));
}

const whole = z.number().int();
const positive = whole.positive();
const pixels = positive.max(8192);

/** Non-drop-frame timecode; drop-frame (`;`) is unsupported. */
const timecode = z.string().regex(/^\d\d:[0-5]\d:[0-5]\d:\d\d$/, 'must be HH:MM:SS:FF');

/** For a destination that ends in a slash, the service would name the files after the input. */
const url = z.string().regex(/^s3:\/\/[^/]+\/(.*\/)?[^/]+$/, 'must be the s3:// URL of a file');
const pictureUrl = url.regex(/\.(png|tga)$/i, 'must be a PNG or TGA file');

/** Mixes the channels of all tracks; each output channel lists a gain in dB per input channel. */
const remixSettings = only({
  channelsIn: positive.max(64),
  channelsOut: 2,
  channelMapping: { outputChannels: z.array(only({ inputChannels: z.array(whole.min(-60).max(6)) })).length(2) },
});

const AudioSelector = only({
  defaultSelection: 'DEFAULT',
  selectorType: z.literal('TRACK').optional(),
  tracks: z.array(positive).min(1).optional(),
  remixSettings: remixSettings.optional(),
});

const input = {
  audioSelectors: only({ 'Audio Selector 1': AudioSelector }).optional(),
  timecodeSource: 'ZEROBASED',
} as const;

const FileInput = only({
  ...input,
  fileInput: url,
  videoSelector: { rotate: 'AUTO' },
  // Clips are played in this order.
  inputClippings: z
    .array(
      only({ startTimecode: timecode, endTimecode: timecode }).refine(
        ({ startTimecode, endTimecode }) => startTimecode <= endTimecode,
        'the end must not be before the start',
      ),
    )
    .min(1)
    .optional(),
});

/** A still image and silence. `duration` is in milliseconds. */
const CardInput = only({
  ...input,
  videoGenerator: {
    imageInput: pictureUrl,
    width: pixels.multipleOf(2),
    height: pixels.multipleOf(2),
    duration: positive.max(86_400_000),
    channels: z.literal(2).optional(),
    sampleRate: z.literal(48_000).optional(),
  },
});

const H264Settings = only({
  ...{
    rateControlMode: 'QVBR',
    qvbrSettings: { qvbrQualityLevel: whole.min(1).max(10) },
    maxBitrate: positive.min(1000),
  },
  gopSize: z.number().positive(),
  gopSizeUnits: 'SECONDS',
  codecProfile: 'HIGH',
  parControl: 'INITIALIZE_FROM_SOURCE',
  framerateControl: z.enum(['INITIALIZE_FROM_SOURCE', 'SPECIFIED']),
  framerateNumerator: positive.max(120_000).optional(),
  framerateDenominator: positive.max(1001).optional(),
  // Ignored here, because both only change the quality of the picture.
  qualityTuningLevel: 'SINGLE_PASS',
  sceneChangeDetect: 'TRANSITION_DETECTION',
}).refine(
  (h264) => (h264.framerateControl === 'SPECIFIED') === (readRate(h264) !== undefined),
  'a specified frame rate needs numerator and denominator',
);

/** Without a width, the picture keeps its aspect ratio. */
const size = { width: pixels.optional(), height: pixels };

const conversions = {
  colorCorrector: only({ colorSpaceConversion: 'FORCE_709', hdrToSdrToneMapper: 'PRESERVE_DETAILS' }).optional(),
  deinterlacer: z
    .union([
      only({ algorithm: 'INTERPOLATE', control: 'NORMAL', mode: 'DEINTERLACE' }),
      only({ algorithm: 'INTERPOLATE', control: 'FORCE_ALL_FRAMES', mode: 'ADAPTIVE' }),
    ])
    .optional(),
};
const Conversions = only(conversions);

const film = { ...size, codecSettings: { codec: 'H_264', h264Settings: H264Settings } } as const;
const aacSettings = { bitrate: positive, codingMode: 'CODING_MODE_2_0', sampleRate: 48_000 } as const;
const audioDescriptions = z
  .array(only({ audioSourceName: 'Audio Selector 1', codecSettings: { codec: 'AAC', aacSettings } }))
  .max(1);

const HlsGroup = only({
  name: 'HLS',
  outputGroupSettings: {
    type: 'HLS_GROUP_SETTINGS',
    hlsGroupSettings: {
      destination: url,
      segmentLength: positive.max(60),
      minSegmentLength: 0,
      codecSpecification: 'RFC_4281',
      segmentControl: 'SEGMENTED_FILES',
      directoryStructure: 'SINGLE_DIRECTORY',
      manifestDurationFormat: 'FLOATING_POINT',
      encryption: {
        encryptionMethod: 'AES128',
        type: 'STATIC_KEY',
        initializationVectorInManifest: 'INCLUDE',
        staticKeyProvider: {
          staticKeyValue: z.string().regex(/^[\da-fA-F]{32}$/, 'must be 32 hexadecimal digits'),
          url: z.string().regex(/^https?:\/\/[^"\s]+$/, 'must be an absolute URL'),
          keyFormat: 'identity',
          keyFormatVersions: '1',
        },
      },
    },
  },
  outputs: z.array(
    only({
      nameModifier: z.string().regex(/^_\w+$/),
      containerSettings: { container: 'M3U8', m3u8Settings: {} },
      videoDescription: { ...film, videoPreprocessors: Conversions.optional() },
      audioDescriptions,
    }),
  ),
});

const outputGroupSettings = { type: 'FILE_GROUP_SETTINGS', fileGroupSettings: { destination: url } } as const;

/** A picture over the film. `startTime` is on the output's timeline, `opacity` in percent. */
const InsertableImage = only({
  imageInserterInput: pictureUrl,
  imageX: whole.min(0),
  imageY: whole.min(0),
  width: positive,
  height: positive,
  layer: 0,
  startTime: timecode.optional(),
  opacity: whole.min(0).max(100),
});
const imageInserter = only({ insertableImages: z.tuple([InsertableImage]) }).optional();

const ClipOutput = only({
  containerSettings: { container: 'MP4', mp4Settings: { moovPlacement: 'PROGRESSIVE_DOWNLOAD' } },
  videoDescription: { ...film, videoPreprocessors: only({ ...conversions, imageInserter }).optional() },
  audioDescriptions,
});
const ClipGroup = only({ name: 'Clip', outputGroupSettings, outputs: z.tuple([ClipOutput]) });

const frameCaptureSettings = {
  framerateNumerator: positive,
  framerateDenominator: positive,
  maxCaptures: positive.max(10_000_000).optional(),
  quality: whole.min(1).max(100),
};
const codecSettings = { codec: 'FRAME_CAPTURE', frameCaptureSettings } as const;
const PictureOutput = only({
  containerSettings: { container: 'RAW' },
  videoDescription: { ...size, codecSettings, videoPreprocessors: Conversions.optional() },
});
const PicturesGroup = only({ name: 'Pictures', outputGroupSettings, outputs: z.tuple([PictureOutput]) });

const OutputGroups = z.array(z.union([HlsGroup, ClipGroup, PicturesGroup])).min(1);

export const JobSettings = only({
  timecodeConfig: { source: 'ZEROBASED' },
  /** Number of the input whose size and frame rate apply: the last one, which is the file. */
  followSource: z.literal(2).optional(),
  inputs: z.array(z.union([FileInput, CardInput])),
  outputGroups: OutputGroups,
})
  .refine(
    ({ followSource = 1, inputs }) => inputs.length === followSource && inputs.findIndex(isFile) === followSource - 1,
    'followSource: the outputs must follow the file',
  )
  .refine(
    ({ outputGroups }) => new Set(listConversions(outputGroups).map((one) => JSON.stringify(one))).size === 1,
    'videoPreprocessors: all outputs must ask for the same conversions here',
  );

export const isFile = (each: FileInput | CardInput): each is FileInput => 'fileInput' in each;

type Output = { videoDescription: { videoPreprocessors: Conversions | undefined } };

/** Lists each output's conversions, which the emulator applies to the input and therefore to all outputs alike. */
export function listConversions(groups: z.infer<typeof OutputGroups>): Conversions[] {
  const outputs: readonly Output[] = groups.flatMap((group): readonly Output[] => group.outputs);
  return outputs.map(({ videoDescription: { videoPreprocessors: { colorCorrector, deinterlacer } = {} } }) => ({
    colorCorrector,
    deinterlacer,
  }));
}

export type JobSettings = z.infer<typeof JobSettings>;
export type FileInput = z.infer<typeof FileInput>;
export type CardInput = z.infer<typeof CardInput>;
export type AudioSelector = z.infer<typeof AudioSelector>;
export type H264Settings = z.infer<typeof H264Settings>;
export type Conversions = Partial<z.infer<typeof Conversions>>;
export type HlsGroup = z.infer<typeof HlsGroup>;
export type ClipGroup = z.infer<typeof ClipGroup>;
export type PicturesGroup = z.infer<typeof PicturesGroup>;
