/** Schema of the supported settings of a job's outputs. */
import * as z from 'zod';
import { positive, S3Url, Timecode } from './setting-values.ts';

export const H264Settings = z.strictObject({
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
export const VideoPreprocessors = z.strictObject(inputPreprocessors);

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

export const HlsOutput = z.strictObject({
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

export const HlsGroup = z.strictObject({
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

export const FileGroup = z.strictObject({
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

export type HlsGroup = z.infer<typeof HlsGroup>;
export type FileGroup = z.infer<typeof FileGroup>;
export type H264Settings = z.infer<typeof H264Settings>;
export type HlsOutput = z.infer<typeof HlsOutput>;
/** Size and scaling fields shared by both kinds of video output. */
export type Scaling = Pick<HlsOutput['videoDescription'], 'width' | 'height' | 'scalingBehavior'>;

export type Mp4Output = z.infer<typeof Mp4Output>;

export const isMp4 = (output: FileGroup['outputs'][number]): output is Mp4Output =>
  output.containerSettings.container === 'MP4';

export const isHls = (group: HlsGroup | FileGroup): group is HlsGroup =>
  group.outputGroupSettings.type === 'HLS_GROUP_SETTINGS';
