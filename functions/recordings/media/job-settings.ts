/**
 * The MediaConvert job of one encoding. Of a whole video: encrypted HLS renditions, a poster, seek-bar pictures. Of a clip:
 * its part of the source as one MP4 that is sent and downloaded as it is, with the club's crest in a corner, and a poster;
 * of a summary its title card and then its parts.
 */
import type { ImageInserter, Input, JobSettings, Output, OutputGroup } from '@aws-sdk/client-mediaconvert';
import { clipKey, generationFolder, keyPath, type MediaKind, posterKey } from '../../../shared/domain/media-address.ts';
import {
  type Cut,
  clipRendition,
  even,
  ladder,
  type Part,
  type Rendition,
  type SourceInfo,
  spriteInterval,
  timecodeAt,
  titleCard,
} from './rules.ts';

export interface Encoding {
  kind: MediaKind;
  id: string;
  generation: string;
  /** AES-128 key, 32 hexadecimal digits. */
  key: string;
  /** `s3://bucket/key` of the source. */
  source: string;
  mediaBucket: string;
  /** `https://…` of the media host. */
  mediaOrigin: string;
  info: SourceInfo;
  /** Of a clip. */
  cut?: Cut | undefined;
}

/**
 * Two groups of pictures: the first picture and each jump wait for one segment. Half as long would win a tenth of a second
 * on a slow line and cost twice the requests.
 */
const segmentSeconds = 4;

export function jobSettings(encoding: Encoding): JobSettings {
  const { kind, id, generation, mediaBucket, info, cut } = encoding;
  const folder = `s3://${mediaBucket}/${generationFolder(kind, id, generation)}`;
  const poster = `s3://${mediaBucket}/${posterKey(kind, id, generation).replace(/\.0000001\.jpg$/, '')}`;
  const most = 2;
  return {
    TimecodeConfig: { Source: 'ZEROBASED' },
    // What the job takes from its source where nothing else is said: of the match, not of its title.
    ...(cut?.summary && { FollowSource: 2 }),
    Inputs: [
      ...(cut?.summary ? [cardInput(`s3://${mediaBucket}/${cut.summary.card}`, info)] : []),
      {
        FileInput: encoding.source,
        VideoSelector: { Rotate: 'AUTO' },
        TimecodeSource: 'ZEROBASED',
        ...selectors(info),
        ...(cut && { InputClippings: (cut.summary?.parts ?? [cut]).map((part) => clipping(part, info)) }),
      },
    ],
    OutputGroups: cut
      ? [
          clipGroup(encoding, cut),
          pictures(poster, { height: clipRendition(info).height, every: tenths(cut.poster), most }),
        ]
      : [
          hlsGroup(encoding, `${folder}/index`),
          pictures(poster, { height: Math.min(720, info.height), every: posterSecond(info.duration), most }),
          pictures(`${folder}/sprite`, { height: 90, every: { pictures: 1, seconds: spriteInterval(info.duration) } }),
        ],
  };
}

const selectors = ({ hasAudio }: SourceInfo): Pick<Input, 'AudioSelectors'> =>
  hasAudio ? { AudioSelectors: { 'Audio Selector 1': { DefaultSelection: 'DEFAULT' } } } : {};

/** A picture that stands still, with the silence that the sound of what follows needs before it. */
function cardInput(picture: string, info: SourceInfo): Input {
  const { width, height, seconds } = titleCard;
  return {
    VideoGenerator: {
      ...{ ImageInput: picture, Width: width, Height: height, Duration: 1000 * seconds },
      ...(info.hasAudio && { Channels: 2, SampleRate: 48_000 }),
    },
    TimecodeSource: 'ZEROBASED',
    ...selectors(info),
  };
}

/** The frame of the end timecode belongs to the clip. */
const clipping = (
  { start, seconds }: Part,
  { framesPerSecond }: SourceInfo,
): NonNullable<Input['InputClippings']>[0] => ({
  StartTimecode: timecodeAt(start, framesPerSecond),
  EndTimecode: timecodeAt(start + seconds, framesPerSecond, { last: true }),
});

function clipGroup({ id, generation, mediaBucket, info }: Encoding, { crest, summary }: Cut): OutputGroup {
  const rendition = clipRendition(info);
  const crestOf = (key: string) => `s3://${mediaBucket}/${key}`;
  const { VideoDescription, AudioDescriptions } = videoOutput(rendition, info.hasAudio);
  return {
    Name: 'Clip',
    OutputGroupSettings: {
      Type: 'FILE_GROUP_SETTINGS',
      FileGroupSettings: { Destination: `s3://${mediaBucket}/${clipKey(id, generation).replace(/\.mp4$/, '')}` },
    },
    Outputs: [
      {
        // Its index comes first, so that it plays while it loads.
        ContainerSettings: { Container: 'MP4', Mp4Settings: { MoovPlacement: 'PROGRESSIVE_DOWNLOAD' } },
        VideoDescription: {
          ...VideoDescription,
          // The card has another shape than some videos: both are fitted into this.
          ...(summary && { Width: widthOf(rendition, info) }),
          ...(crest && { VideoPreprocessors: { ImageInserter: inCorner(crestOf(crest), rendition, info, summary) } }),
        },
        AudioDescriptions,
      },
    ],
  };
}

const widthOf = ({ height }: Rendition, info: SourceInfo) => even((height * info.width) / info.height);

/** Top right, a tenth of the picture's shorter side; not on the title card, which has crests of its own. */
function inCorner(picture: string, rendition: Rendition, info: SourceInfo, summary: Cut['summary']): ImageInserter {
  const [width, { height }] = [widthOf(rendition, info), rendition];
  const side = Math.round(Math.min(width, height) / 10);
  const margin = Math.round(side / 3);
  return {
    InsertableImages: [
      {
        ImageInserterInput: picture,
        ...{ ImageX: width - side - margin, ImageY: margin, Width: side, Height: side },
        // Half of it shows through unless told.
        ...{ Layer: 0, Opacity: 90 },
        ...(summary && { StartTime: timecodeAt(titleCard.seconds, undefined) }),
      },
    ],
  };
}

function hlsGroup({ kind, id, generation, key, mediaOrigin, info }: Encoding, destination: string): OutputGroup {
  return {
    Name: 'HLS',
    OutputGroupSettings: {
      Type: 'HLS_GROUP_SETTINGS',
      HlsGroupSettings: {
        Destination: destination,
        SegmentLength: segmentSeconds,
        MinSegmentLength: 0,
        SegmentControl: 'SEGMENTED_FILES',
        DirectoryStructure: 'SINGLE_DIRECTORY',
        ManifestDurationFormat: 'FLOATING_POINT',
        CodecSpecification: 'RFC_4281',
        Encryption: {
          EncryptionMethod: 'AES128',
          Type: 'STATIC_KEY',
          InitializationVectorInManifest: 'INCLUDE',
          StaticKeyProvider: {
            StaticKeyValue: key,
            // The service wants a whole address; the playback function puts in the one of the day, with the token.
            Url: `${mediaOrigin}/${keyPath(kind, id, generation)}`,
            KeyFormat: 'identity',
            KeyFormatVersions: '1',
          },
        },
      },
    },
    Outputs: ladder(info).map((rendition) => hlsOutput(rendition, info.hasAudio)),
  };
}

const hlsOutput = (rendition: Rendition, hasAudio: boolean): Output => ({
  NameModifier: `_${rendition.name}`,
  ContainerSettings: { Container: 'M3U8', M3u8Settings: {} },
  ...videoOutput(rendition, hasAudio),
});

function videoOutput({ height, maxBitrate, audioBitrate }: Rendition, hasAudio: boolean) {
  return {
    VideoDescription: {
      // Only the height: the width follows from the picture's own shape, also when a phone was held upright.
      Height: height,
      CodecSettings: {
        Codec: 'H_264',
        H264Settings: {
          RateControlMode: 'QVBR',
          QvbrSettings: { QvbrQualityLevel: 7 },
          MaxBitrate: maxBitrate,
          // A jump shows its picture when all since the last whole one is decoded.
          GopSize: 1,
          GopSizeUnits: 'SECONDS',
          CodecProfile: 'MAIN',
          FramerateControl: 'INITIALIZE_FROM_SOURCE',
          ParControl: 'INITIALIZE_FROM_SOURCE',
          SceneChangeDetect: 'TRANSITION_DETECTION',
          QualityTuningLevel: 'SINGLE_PASS',
        },
      },
    },
    AudioDescriptions: hasAudio
      ? [
          {
            AudioSourceName: 'Audio Selector 1',
            CodecSettings: {
              Codec: 'AAC',
              AacSettings: { Bitrate: audioBitrate, CodingMode: 'CODING_MODE_2_0', SampleRate: 48_000 },
            },
          },
        ]
      : [],
  } satisfies Output;
}

/** The poster is taken a third of the way into a clip, and at most 20 s into a match. */
const posterSecond = (duration: number): Every =>
  duration < 3 ? { pictures: 4, seconds: 1 } : { pictures: 1, seconds: Math.min(20, Math.floor(duration / 3)) };

/** Of a clip it is taken when what it shows happens. */
const tenths = (second: number): Every => ({ pictures: 10, seconds: Math.max(1, Math.round(second * 10)) });

interface Every {
  pictures: number;
  seconds: number;
}

interface Pictures {
  height: number;
  every: Every;
  most?: number;
}

/** JPEGs at regular times from the first frame on, named by the service `….0000000.jpg` and so on. */
function pictures(destination: string, { height, every, most }: Pictures): OutputGroup {
  const rate = { FramerateNumerator: every.pictures, FramerateDenominator: every.seconds };
  return {
    Name: 'Pictures',
    OutputGroupSettings: { Type: 'FILE_GROUP_SETTINGS', FileGroupSettings: { Destination: destination } },
    Outputs: [
      {
        ContainerSettings: { Container: 'RAW' },
        VideoDescription: {
          Height: height,
          CodecSettings: {
            Codec: 'FRAME_CAPTURE',
            FrameCaptureSettings: { ...rate, Quality: 80, ...(most === undefined ? {} : { MaxCaptures: most }) },
          },
        },
      },
    ],
  };
}
