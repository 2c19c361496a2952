import * as z from 'zod';
import { positive, S3Url, Timecode } from './setting-values.ts';

export const H264Settings = z
  .strictObject({
    rateControlMode: z.literal('QVBR'),
    qvbrSettings: z.strictObject({ qvbrQualityLevel: z.number().int().min(1).max(10) }),
    maxBitrate: positive.min(1000),
    gopSize: z.number().positive(),
    gopSizeUnits: z.literal('SECONDS'),
    codecProfile: z.literal('HIGH'),
    framerateControl: z.enum(['INITIALIZE_FROM_SOURCE', 'SPECIFIED']).optional(),
    framerateNumerator: positive.max(120_000).optional(),
    framerateDenominator: positive.max(1001).optional(),
    parControl: z.literal('INITIALIZE_FROM_SOURCE').optional(),
    // Ignored here, because both only change the quality of the picture.
    qualityTuningLevel: z.literal('SINGLE_PASS').optional(),
    sceneChangeDetect: z.literal('TRANSITION_DETECTION').optional(),
  })
  .refine(
    ({ framerateControl, framerateNumerator, framerateDenominator }) =>
      framerateControl !== 'SPECIFIED' || (framerateNumerator && framerateDenominator),
    'a specified frame rate needs numerator and denominator',
  );

/** For a destination that ends in a slash, the service would name the files after the input. */
const Destination = S3Url.regex(/[^/]$/, 'must end in the name of the outputs here');

/** Without a width, the picture keeps its aspect ratio. */
const scaling = { width: positive.max(8192).optional(), height: positive.max(8192) };

/** Preprocessors, which the emulator applies to the input and therefore to all outputs alike. */
const inputPreprocessors = {
  colorCorrector: z
    .strictObject({
      colorSpaceConversion: z.literal('FORCE_709'),
      hdrToSdrToneMapper: z.literal('PRESERVE_DETAILS').optional(),
    })
    .optional(),
  deinterlacer: z
    .discriminatedUnion('control', [
      z.strictObject({
        algorithm: z.literal('INTERPOLATE'),
        control: z.literal('NORMAL'),
        mode: z.literal('DEINTERLACE'),
      }),
      z.strictObject({
        algorithm: z.literal('INTERPOLATE'),
        control: z.literal('FORCE_ALL_FRAMES'),
        mode: z.literal('ADAPTIVE'),
      }),
    ])
    .optional(),
};
export const VideoPreprocessors = z.strictObject(inputPreprocessors);

const AudioDescription = z.strictObject({
  audioSourceName: z.string().optional(),
  codecSettings: z.strictObject({
    codec: z.literal('AAC'),
    aacSettings: z.strictObject({
      bitrate: positive,
      codingMode: z.literal('CODING_MODE_2_0'),
      sampleRate: z.number().int().min(8000).max(96_000),
    }),
  }),
});

export const HlsOutput = z.strictObject({
  nameModifier: z.string().regex(/^[\w.-]+$/, 'only letters, digits, _ . - are supported here'),
  containerSettings: z.strictObject({ container: z.literal('M3U8'), m3u8Settings: z.strictObject({}).optional() }),
  videoDescription: z.strictObject({
    ...scaling,
    codecSettings: z.strictObject({ codec: z.literal('H_264'), h264Settings: H264Settings }),
    videoPreprocessors: VideoPreprocessors.optional(),
  }),
  audioDescriptions: z.array(AudioDescription).max(1).default([]),
});

const InsertableImage = z.strictObject({
  imageInserterInput: S3Url.regex(/\.(png|tga)$/i, 'must be a PNG or TGA file'),
  imageX: z.number().int().min(0),
  imageY: z.number().int().min(0),
  width: positive,
  height: positive,
  layer: z.literal(0),
  /** Start on the output's timeline. */
  startTime: Timecode.optional(),
  /** Percent. */
  opacity: z.number().int().min(0).max(100),
});

const Mp4Output = z.strictObject({
  containerSettings: z.strictObject({
    container: z.literal('MP4'),
    mp4Settings: z.strictObject({ moovPlacement: z.literal('PROGRESSIVE_DOWNLOAD') }),
  }),
  videoDescription: z.strictObject({
    ...scaling,
    codecSettings: z.strictObject({ codec: z.literal('H_264'), h264Settings: H264Settings }),
    videoPreprocessors: z
      .strictObject({
        ...inputPreprocessors,
        imageInserter: z.strictObject({ insertableImages: z.array(InsertableImage).length(1) }).optional(),
      })
      .optional(),
  }),
  audioDescriptions: z.array(AudioDescription).max(1).default([]),
});

const FrameCaptureOutput = z.strictObject({
  containerSettings: z.strictObject({ container: z.literal('RAW') }),
  videoDescription: z.strictObject({
    ...scaling,
    codecSettings: z.strictObject({
      codec: z.literal('FRAME_CAPTURE'),
      frameCaptureSettings: z.strictObject({
        framerateNumerator: positive,
        framerateDenominator: positive,
        maxCaptures: positive.max(10_000_000).default(10_000_000),
        quality: z.number().int().min(1).max(100),
      }),
    }),
    videoPreprocessors: VideoPreprocessors.optional(),
  }),
});

const Encryption = z.strictObject({
  encryptionMethod: z.literal('AES128'),
  type: z.literal('STATIC_KEY'),
  initializationVectorInManifest: z.literal('INCLUDE'),
  staticKeyProvider: z.strictObject({
    staticKeyValue: z.string().regex(/^[\da-fA-F]{32}$/, 'must be 32 hexadecimal digits'),
    url: z.string().regex(/^https?:\/\/[^"\s]+$/, 'must be an absolute URL'),
    keyFormat: z.literal('identity'),
    keyFormatVersions: z.literal('1'),
  }),
});

export const HlsGroup = z.strictObject({
  name: z.string().optional(),
  outputGroupSettings: z.strictObject({
    type: z.literal('HLS_GROUP_SETTINGS'),
    hlsGroupSettings: z.strictObject({
      destination: Destination,
      segmentLength: positive.max(60),
      minSegmentLength: z.literal(0),
      segmentControl: z.literal('SEGMENTED_FILES').optional(),
      directoryStructure: z.literal('SINGLE_DIRECTORY').optional(),
      manifestDurationFormat: z.literal('FLOATING_POINT').optional(),
      codecSpecification: z.literal('RFC_4281').optional(),
      encryption: Encryption,
    }),
  }),
  outputs: z.array(HlsOutput).min(1).max(8),
});

/** The emulator supports one output in a file group, which the destination names. */
export const FileGroup = z.strictObject({
  name: z.string().optional(),
  outputGroupSettings: z.strictObject({
    type: z.literal('FILE_GROUP_SETTINGS'),
    fileGroupSettings: z.strictObject({ destination: Destination }),
  }),
  outputs: z.tuple([z.union([FrameCaptureOutput, Mp4Output])]),
});

export type HlsGroup = z.infer<typeof HlsGroup>;
export type FileGroup = z.infer<typeof FileGroup>;
export type H264Settings = z.infer<typeof H264Settings>;
export type HlsOutput = z.infer<typeof HlsOutput>;
export type Scaling = Pick<HlsOutput['videoDescription'], 'width' | 'height'>;

export type Mp4Output = z.infer<typeof Mp4Output>;

export const isMp4 = (output: FileGroup['outputs'][number]): output is Mp4Output =>
  output.containerSettings.container === 'MP4';

export const isHls = (group: HlsGroup | FileGroup): group is HlsGroup =>
  group.outputGroupSettings.type === 'HLS_GROUP_SETTINGS';
