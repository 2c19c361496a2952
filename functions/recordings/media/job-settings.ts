/**
 * MediaConvert settings of one encoding. A video becomes encrypted HLS renditions, a poster and seek-bar pictures. A
 * clip becomes one MP4 with the club's crest in a corner, and a poster; a summary starts with its title card.
 */
import type {
  AudioSelector,
  ImageInserter,
  Input,
  JobSettings,
  Output,
  OutputGroup,
} from '@aws-sdk/client-mediaconvert';
import { clipKey, generationFolder, keyPath, type MediaKind, posterKey } from '../../../shared/domain/media-address.ts';
import { frameRate, preprocess, selectTracks } from './conversions.ts';
import {
  type Cut,
  clipRendition,
  even,
  type LadderKind,
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
  /** The stage's renditions; all of them by default. */
  ladder?: LadderKind;
  /** Second that the poster shows; near the start without one. */
  posterAt?: number | undefined;
  /** Set for a clip. */
  cut?: Cut | undefined;
}

/**
 * Four GOPs: the first frame and each seek wait for one segment. Halving it would save 0.1 s on a slow line and double
 * the requests.
 */
export const segmentSeconds = 4;

export function jobSettings(encoding: Encoding): JobSettings {
  const { kind, id, generation, mediaBucket, info, cut } = encoding;
  const folder = `s3://${mediaBucket}/${generationFolder(kind, id, generation)}`;
  const poster = `s3://${mediaBucket}/${posterKey(kind, id, generation).replace(/\.0000001\.jpg$/, '')}`;
  const most = 2;
  return {
    TimecodeConfig: { Source: 'ZEROBASED' },
    // Take properties such as the frame rate from the match, not from its title card.
    ...(cut?.summary && { FollowSource: 2 }),
    Inputs: [
      ...(cut?.summary ? [cardInput(`s3://${mediaBucket}/${cut.summary.card}`, info)] : []),
      {
        FileInput: encoding.source,
        VideoSelector: { Rotate: 'AUTO' },
        TimecodeSource: 'ZEROBASED',
        ...selectors(info, selectTracks(info)),
        ...(cut && { InputClippings: (cut.summary?.parts ?? [cut]).map((part) => clipping(part, info)) }),
      },
    ],
    OutputGroups: cut
      ? [
          clipGroup(encoding, cut),
          pictures(info, poster, { height: clipRendition(info).height, every: tenths(cut.poster), most }),
        ]
      : [
          hlsGroup(encoding, `${folder}/index`),
          pictures(info, poster, {
            height: Math.min(720, info.height),
            every: posterSecond(info.duration, encoding.posterAt),
            most: isChosen(info.duration, encoding.posterAt) ? most : posterCandidates,
          }),
          pictures(info, `${folder}/sprite`, {
            height: 90,
            every: { pictures: 1, seconds: spriteInterval(info.duration) },
          }),
        ],
  };
}

function selectors({ hasAudio }: SourceInfo, tracks: AudioSelector = {}): Pick<Input, 'AudioSelectors'> {
  return hasAudio ? { AudioSelectors: { 'Audio Selector 1': { DefaultSelection: 'DEFAULT', ...tracks } } } : {};
}

/** A still picture with silence, because the following input has sound. */
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

/** The frame of the end timecode is included. */
const clipping = (
  { start, seconds }: Part,
  { framesPerSecond }: SourceInfo,
): NonNullable<Input['InputClippings']>[0] => ({
  StartTimecode: timecodeAt(start, framesPerSecond),
  EndTimecode: timecodeAt(start + seconds, framesPerSecond, { last: true }),
});

function clipGroup({ id, generation, mediaBucket, info }: Encoding, { crest, summary }: Cut): OutputGroup {
  const rendition = clipRendition(info);
  const toS3Url = (key: string) => `s3://${mediaBucket}/${key}`;
  const { VideoDescription, AudioDescriptions } = videoOutput(rendition, info);
  return {
    Name: 'Clip',
    OutputGroupSettings: {
      Type: 'FILE_GROUP_SETTINGS',
      FileGroupSettings: { Destination: `s3://${mediaBucket}/${clipKey(id, generation).replace(/\.mp4$/, '')}` },
    },
    Outputs: [
      {
        // With the index first, it plays while it loads.
        ContainerSettings: { Container: 'MP4', Mp4Settings: { MoovPlacement: 'PROGRESSIVE_DOWNLOAD' } },
        VideoDescription: {
          ...VideoDescription,
          // Fits card and match, whose shapes may differ, into one size.
          ...((summary || info.canChangeSize) && { Width: computeWidth(rendition, info) }),
          ...preprocess(
            info,
            crest === null ? {} : { ImageInserter: inCorner(toS3Url(crest), rendition, info, summary) },
          ),
        },
        AudioDescriptions,
      },
    ],
  };
}

const computeWidth = ({ height }: Pick<Rendition, 'height'>, info: SourceInfo) =>
  even((height * info.width) / info.height);

/** Top right, a tenth of the shorter side; not on the title card. */
function inCorner(picture: string, rendition: Rendition, info: SourceInfo, summary: Cut['summary']): ImageInserter {
  const [width, { height }] = [computeWidth(rendition, info), rendition];
  const side = Math.round(Math.min(width, height) / 10);
  const margin = Math.round(side / 3);
  return {
    InsertableImages: [
      {
        ImageInserterInput: picture,
        ...{ ImageX: width - side - margin, ImageY: margin, Width: side, Height: side },
        // The service's default opacity is 50 %.
        ...{ Layer: 0, Opacity: 90 },
        ...(summary && { StartTime: timecodeAt(titleCard.seconds, undefined) }),
      },
    ],
  };
}

function hlsGroup(encoding: Encoding, destination: string): OutputGroup {
  const { kind, id, generation, key, mediaOrigin, info } = encoding;
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
            // The service requires a full URL; the playback function replaces it by the current one with a token.
            Url: `${mediaOrigin}/${keyPath(kind, id, generation)}`,
            KeyFormat: 'identity',
            KeyFormatVersions: '1',
          },
        },
      },
    },
    Outputs: ladder(info, encoding.ladder).map((rendition) => hlsOutput(rendition, info)),
  };
}

const hlsOutput = (rendition: Rendition, info: SourceInfo): Output => ({
  NameModifier: `_${rendition.name}`,
  ContainerSettings: { Container: 'M3U8', M3u8Settings: {} },
  ...videoOutput(rendition, info),
});

/** Both sides where the picture's shape may change, so that the service adds bars instead of squashing it. */
const toSize = (height: number, info: SourceInfo) => ({
  Height: height,
  ...(info.canChangeSize && { Width: computeWidth({ height }, info) }),
});

function videoOutput({ height, maxBitrate, audioBitrate }: Rendition, info: SourceInfo) {
  return {
    VideoDescription: {
      ...preprocess(info),
      // Usually only the height is set: the width follows from the picture's shape, also in portrait.
      ...toSize(height, info),
      CodecSettings: {
        Codec: 'H_264',
        H264Settings: {
          RateControlMode: 'QVBR',
          QvbrSettings: { QvbrQualityLevel: 7 },
          MaxBitrate: maxBitrate,
          // A seek has to decode from the last key frame.
          GopSize: 1,
          GopSizeUnits: 'SECONDS',
          CodecProfile: 'HIGH',
          ...frameRate(info, height),
          ParControl: 'INITIALIZE_FROM_SOURCE',
          SceneChangeDetect: 'TRANSITION_DETECTION',
          QualityTuningLevel: 'SINGLE_PASS',
        },
      },
    },
    AudioDescriptions: info.hasAudio
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

/** Frames that are captured for a poster without a chosen second; the best one is kept (finished-pictures.ts). */
const posterCandidates = 6;

/**
 * Second of the video that its poster shows: that of the captured frame number `posterFrame`. `duration` is the
 * source's, by which the frames were captured.
 */
export function findPosterSecond({
  duration,
  posterAt,
  posterFrame = 1,
}: {
  duration: number | null;
  posterAt?: number | undefined;
  posterFrame?: number | undefined;
}): number {
  const { pictures, seconds } = posterSecond(duration ?? 0, posterAt);
  return (posterFrame * seconds) / pictures;
}

const isChosen = (duration: number, posterAt: number | undefined): posterAt is number =>
  posterAt !== undefined && posterAt >= 1 && posterAt < duration;

/** The poster is taken at the chosen second, else after a third of the video but at most 20 s, and 5 s if unknown. */
function posterSecond(duration: number, chosen?: number): Every {
  if (isChosen(duration, chosen)) return { pictures: 1, seconds: Math.floor(chosen) };
  if (duration === 0) return { pictures: 1, seconds: 5 };
  return duration < 3 ? { pictures: 4, seconds: 1 } : { pictures: 1, seconds: Math.min(20, Math.floor(duration / 3)) };
}

/** In a clip the poster shows its moment. */
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

/** JPEGs at regular intervals from the first frame; the service names them `….0000000.jpg` and so on. */
function pictures(info: SourceInfo, destination: string, { height, every, most }: Pictures): OutputGroup {
  const rate = { FramerateNumerator: every.pictures, FramerateDenominator: every.seconds };
  return {
    Name: 'Pictures',
    OutputGroupSettings: { Type: 'FILE_GROUP_SETTINGS', FileGroupSettings: { Destination: destination } },
    Outputs: [
      {
        ContainerSettings: { Container: 'RAW' },
        VideoDescription: {
          ...toSize(height, info),
          ...preprocess(info),
          CodecSettings: {
            Codec: 'FRAME_CAPTURE',
            FrameCaptureSettings: { ...rate, Quality: 80, ...(most === undefined ? {} : { MaxCaptures: most }) },
          },
        },
      },
    ],
  };
}
