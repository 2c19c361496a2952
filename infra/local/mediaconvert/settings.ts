/**
 * Schema of the supported job settings. Others are rejected with their path, so that a job that runs here behaves the same
 * on AWS; settings that only tune picture quality are accepted without effect.
 */
import * as z from 'zod';

/** Non-drop-frame timecode; drop-frame (`;`) is unsupported. */
const Timecode = z.string().regex(/^\d\d:[0-5]\d:[0-5]\d:\d\d$/, 'must be HH:MM:SS:FF');

const S3Url = z.string().regex(/^s3:\/\/[^/]+\/.+$/, 'must be an s3:// URL');
const positive = z.number().int().positive();

const H264Settings = z.strictObject({
  rateControlMode: z.enum(['QVBR', 'VBR', 'CBR']).default('VBR'),
  qvbrSettings: z
    .strictObject({
      qvbrQualityLevel: z.number().int().min(1).max(10).optional(),
      qvbrQualityLevelFineTune: z.number().min(0).max(1).optional(),
      maxAverageBitrate: positive.optional(),
    })
    .optional(),
  maxBitrate: positive.min(1000).optional(),
  bitrate: positive.min(1000).optional(),
  gopSize: z.number().positive().default(90),
  gopSizeUnits: z.enum(['FRAMES', 'SECONDS', 'AUTO']).default('FRAMES'),
  codecProfile: z.enum(['BASELINE', 'MAIN', 'HIGH']).default('MAIN'),
  codecLevel: z.literal('AUTO').optional(),
  framerateControl: z.enum(['INITIALIZE_FROM_SOURCE', 'SPECIFIED']).optional(),
  framerateNumerator: positive.max(120_000).optional(),
  framerateDenominator: positive.max(1001).optional(),
  parControl: z.literal('INITIALIZE_FROM_SOURCE').optional(),
  // Picture quality only.
  adaptiveQuantization: z.string().optional(),
  dynamicSubGop: z.string().optional(),
  entropyEncoding: z.string().optional(),
  flickerAdaptiveQuantization: z.string().optional(),
  framerateConversionAlgorithm: z.string().optional(),
  gopBReference: z.string().optional(),
  gopClosedCadence: z.number().optional(),
  interlaceMode: z.literal('PROGRESSIVE').optional(),
  minIInterval: z.number().optional(),
  numberBFramesBetweenReferenceFrames: z.number().optional(),
  numberReferenceFrames: z.number().optional(),
  qualityTuningLevel: z.string().optional(),
  sceneChangeDetect: z.string().optional(),
  slices: z.number().optional(),
  softness: z.number().optional(),
  spatialAdaptiveQuantization: z.string().optional(),
  temporalAdaptiveQuantization: z.string().optional(),
});

const scaling = {
  width: positive.max(8192).optional(),
  height: positive.max(8192).optional(),
  scalingBehavior: z.enum(['DEFAULT', 'FIT', 'FIT_NO_UPSCALE', 'FILL', 'STRETCH_TO_OUTPUT']).default('DEFAULT'),
  // Picture quality, and tags that this emulator does not write.
  antiAlias: z.string().optional(),
  sharpness: z.number().optional(),
  afdSignaling: z.literal('NONE').optional(),
  colorMetadata: z.string().optional(),
  dropFrameTimecode: z.string().optional(),
  respondToAfd: z.literal('NONE').optional(),
  timecodeInsertion: z.literal('DISABLED').optional(),
};

/** Preprocessors that the emulator applies to the input, and therefore to all outputs alike. */
const inputPreprocessors = {
  colorCorrector: z
    .strictObject({
      colorSpaceConversion: z.enum(['NONE', 'FORCE_709']).default('NONE'),
      hdrToSdrToneMapper: z.enum(['PRESERVE_DETAILS', 'VIBRANT']).optional(),
    })
    .optional(),
  deinterlacer: z
    .strictObject({
      algorithm: z.enum(['INTERPOLATE', 'BLEND']).optional(),
      control: z.enum(['NORMAL', 'FORCE_ALL_FRAMES']).default('NORMAL'),
      mode: z.enum(['DEINTERLACE', 'ADAPTIVE']).default('DEINTERLACE'),
    })
    .optional(),
};
const VideoPreprocessors = z.strictObject(inputPreprocessors);

const AudioDescription = z.strictObject({
  audioSourceName: z.string().optional(),
  codecSettings: z.strictObject({
    codec: z.literal('AAC'),
    aacSettings: z.strictObject({
      bitrate: positive.default(96_000),
      codingMode: z.enum(['CODING_MODE_1_0', 'CODING_MODE_2_0']),
      sampleRate: z.number().int().min(8000).max(96_000),
      codecProfile: z.literal('LC').optional(),
      rateControlMode: z.literal('CBR').optional(),
      rawFormat: z.literal('NONE').optional(),
      specification: z.literal('MPEG4').optional(),
    }),
  }),
  languageCodeControl: z.string().optional(),
  audioTypeControl: z.string().optional(),
});

const HlsOutput = z.strictObject({
  nameModifier: z.string().regex(/^[\w.-]+$/, 'only letters, digits, _ . - are supported here'),
  containerSettings: z.strictObject({ container: z.literal('M3U8'), m3u8Settings: z.looseObject({}).optional() }),
  videoDescription: z.strictObject({
    ...scaling,
    codecSettings: z.strictObject({ codec: z.literal('H_264'), h264Settings: H264Settings }),
    videoPreprocessors: VideoPreprocessors.optional(),
  }),
  audioDescriptions: z.array(AudioDescription).max(1).default([]),
  outputSettings: z
    .strictObject({ hlsSettings: z.strictObject({ segmentModifier: z.literal('').optional() }).optional() })
    .optional(),
});

/** Overlay image. The service requires a position and defaults to 50 % opacity. */
const InsertableImage = z.strictObject({
  imageInserterInput: S3Url.regex(/\.(png|tga)$/i, 'must be a PNG or TGA file'),
  imageX: z.number().int().min(0),
  imageY: z.number().int().min(0),
  width: positive.optional(),
  height: positive.optional(),
  layer: z.number().int().min(0).max(99).default(0),
  /** Start on the output's timeline. */
  startTime: Timecode.optional(),
  opacity: z.number().int().min(0).max(100).default(50),
});

const Mp4Output = z.strictObject({
  nameModifier: z
    .string()
    .regex(/^[\w.-]+$/)
    .default(''),
  extension: z.literal('mp4').optional(),
  containerSettings: z.strictObject({
    container: z.literal('MP4'),
    mp4Settings: z
      .strictObject({ moovPlacement: z.enum(['PROGRESSIVE_DOWNLOAD', 'NORMAL']).default('PROGRESSIVE_DOWNLOAD') })
      .default({ moovPlacement: 'PROGRESSIVE_DOWNLOAD' }),
  }),
  videoDescription: z.strictObject({
    ...scaling,
    codecSettings: z.strictObject({ codec: z.literal('H_264'), h264Settings: H264Settings }),
    videoPreprocessors: z
      .strictObject({
        ...inputPreprocessors,
        imageInserter: z.strictObject({ insertableImages: z.array(InsertableImage).max(1) }).optional(),
      })
      .optional(),
  }),
  audioDescriptions: z.array(AudioDescription).max(1).default([]),
});

const FrameCaptureOutput = z.strictObject({
  nameModifier: z
    .string()
    .regex(/^[\w.-]+$/)
    .default(''),
  extension: z.literal('jpg').optional(),
  containerSettings: z.strictObject({ container: z.literal('RAW') }),
  videoDescription: z.strictObject({
    ...scaling,
    codecSettings: z.strictObject({
      codec: z.literal('FRAME_CAPTURE'),
      frameCaptureSettings: z.strictObject({
        framerateNumerator: positive.default(1),
        framerateDenominator: positive.default(1),
        maxCaptures: positive.max(10_000_000).default(10_000_000),
        quality: z.number().int().min(1).max(100).default(80),
      }),
    }),
    videoPreprocessors: VideoPreprocessors.optional(),
  }),
});

const HlsGroup = z.strictObject({
  name: z.string().optional(),
  customName: z.string().optional(),
  outputGroupSettings: z.strictObject({
    type: z.literal('HLS_GROUP_SETTINGS'),
    hlsGroupSettings: z.strictObject({
      destination: S3Url,
      segmentLength: positive.max(60),
      minSegmentLength: z.number().int().min(0),
      minFinalSegmentLength: z.number().min(0).optional(),
      segmentControl: z.literal('SEGMENTED_FILES').optional(),
      segmentLengthControl: z.enum(['EXACT', 'GOP_MULTIPLE', 'MATCH']).optional(),
      directoryStructure: z.literal('SINGLE_DIRECTORY').optional(),
      manifestCompression: z.literal('NONE').optional(),
      manifestDurationFormat: z.enum(['FLOATING_POINT', 'INTEGER']).optional(),
      codecSpecification: z.string().optional(),
      streamInfResolution: z.literal('INCLUDE').optional(),
      outputSelection: z.literal('MANIFESTS_AND_SEGMENTS').optional(),
      programDateTime: z.literal('EXCLUDE').optional(),
      clientCache: z.string().optional(),
      captionLanguageSetting: z.literal('OMIT').optional(),
      timedMetadataId3Frame: z.string().optional(),
      targetDurationCompatibilityMode: z.string().optional(),
      encryption: z
        .strictObject({
          encryptionMethod: z.literal('AES128'),
          type: z.literal('STATIC_KEY'),
          initializationVectorInManifest: z.literal('INCLUDE'),
          constantInitializationVector: z
            .string()
            .regex(/^[\da-fA-F]{32}$/)
            .optional(),
          offlineEncrypted: z.literal('DISABLED').optional(),
          staticKeyProvider: z.strictObject({
            staticKeyValue: z.string().regex(/^[\da-fA-F]{32}$/, 'must be 32 hexadecimal digits'),
            url: z.string().regex(/^https?:\/\/[^"\s]+$/, 'must be an absolute URL'),
            keyFormat: z.literal('identity').optional(),
            keyFormatVersions: z.literal('1').optional(),
          }),
        })
        .optional(),
    }),
  }),
  outputs: z.array(HlsOutput).min(1).max(8),
});

const FileGroup = z.strictObject({
  name: z.string().optional(),
  customName: z.string().optional(),
  outputGroupSettings: z.strictObject({
    type: z.literal('FILE_GROUP_SETTINGS'),
    fileGroupSettings: z.strictObject({ destination: S3Url }),
  }),
  outputs: z
    .array(z.union([FrameCaptureOutput, Mp4Output]))
    .min(1)
    .max(4),
});

/** Tracks become the channels of one input, which `remixSettings` mixes: for each output channel the gains in dB. */
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

const FileInput = z.strictObject({
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

const GeneratedInput = z.strictObject({
  videoGenerator: VideoGenerator,
  videoSelector: z.strictObject({}).optional(),
  audioSelectors: AudioSelectors.optional(),
  timecodeSource: z.literal('ZEROBASED').optional(),
});

export const JobSettings = z
  .strictObject({
    followSource: positive.max(150).default(1),
    timecodeConfig: z.looseObject({}).optional(),
    inputs: z
      .array(z.union([FileInput, GeneratedInput]))
      .min(1)
      .max(150),
    outputGroups: z
      .array(z.union([HlsGroup, FileGroup]))
      .min(1)
      .max(6),
  })
  .refine(({ followSource, inputs }) => followSource <= inputs.length, 'followSource: there is no such input')
  .refine(
    ({ outputGroups }) => new Set(listPreprocessors(outputGroups).map((one) => JSON.stringify(one))).size === 1,
    'videoPreprocessors: all outputs must ask for the same conversions here',
  )
  .refine(
    ({ outputGroups }) => new Set(listFrameRates(outputGroups.filter((group) => !isHls(group)))).size <= 1,
    'framerateControl: all files of a job must have the same rate here',
  );

/** Rate of each film among the outputs as a fraction; empty to follow the source. */
function listFrameRates(groups: readonly (HlsGroup | FileGroup)[]): string[] {
  const outputs = groups.flatMap((group) => group.outputs as (HlsOutput | FileGroup['outputs'][number])[]);
  return outputs.flatMap(({ videoDescription: { codecSettings } }) =>
    'h264Settings' in codecSettings ? readFrameRate(codecSettings.h264Settings) : [],
  );
}

/** Rate of an output as a fraction; empty to follow the source. */
export const readFrameRate = ({ framerateControl, framerateNumerator = 30, framerateDenominator = 1 }: H264Settings) =>
  framerateControl === 'SPECIFIED' ? `${framerateNumerator}/${framerateDenominator}` : '';

/** Rate at which the job reads its source, if it requests one: that of its first film, which is the largest. */
export const readJobRate = ({ outputGroups }: JobSettings) => listFrameRates(outputGroups)[0] || undefined;

function listPreprocessors(groups: readonly (HlsGroup | FileGroup)[]) {
  const outputs = groups.flatMap((group) => group.outputs as { videoDescription: VideoDescription }[]);
  return outputs.map(({ videoDescription: { videoPreprocessors: { colorCorrector, deinterlacer } = {} } }) => ({
    colorCorrector,
    deinterlacer,
  }));
}

type VideoDescription = { videoPreprocessors?: z.infer<typeof VideoPreprocessors> | undefined };

/** Reads the first group only, because every output asks for the same. */
export const readPreprocessors = ({ outputGroups }: JobSettings): Preprocessors =>
  listPreprocessors(outputGroups)[0] ?? {};
export type Preprocessors = z.infer<typeof VideoPreprocessors>;

export type JobSettings = z.infer<typeof JobSettings>;
export type HlsGroup = z.infer<typeof HlsGroup>;
export type FileGroup = z.infer<typeof FileGroup>;
export type H264Settings = z.infer<typeof H264Settings>;
export type HlsOutput = z.infer<typeof HlsOutput>;
/** Size and scaling fields shared by both kinds of video output. */
export type Scaling = Pick<HlsOutput['videoDescription'], 'width' | 'height' | 'scalingBehavior'>;

export type Mp4Output = z.infer<typeof Mp4Output>;
export type AudioSelector = z.infer<typeof AudioSelector>;
export type InputClipping = z.infer<typeof InputClipping>;
export type FileInput = z.infer<typeof FileInput>;
export type GeneratedInput = z.infer<typeof GeneratedInput>;

export const isFile = (input: FileInput | GeneratedInput): input is FileInput => 'fileInput' in input;

export const isMp4 = (output: FileGroup['outputs'][number]): output is Mp4Output =>
  output.containerSettings.container === 'MP4';

export const isHls = (group: HlsGroup | FileGroup): group is HlsGroup =>
  group.outputGroupSettings.type === 'HLS_GROUP_SETTINGS';
