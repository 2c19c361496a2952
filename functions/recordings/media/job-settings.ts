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
import { gopSeconds } from '../../../shared/domain/limits.ts';
import { clipKey, generationFolder, keyPath, type MediaKind, posterKey } from '../../../shared/domain/media-address.ts';
import { createClipPosterGroup, createPosterGroup, createSpriteGroup } from './captured-pictures.ts';
import { chooseFrameRate, computeWidth, preprocess, selectTracks, toSize } from './conversions.ts';
import { chooseClipRendition, chooseLadder, type LadderKind, type Rendition } from './renditions.ts';
import { type Cut, type Part, type SourceInfo, titleCard, toTimecode } from './rules.ts';

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
  /** Second that the poster shows; undefined for a frame near the start. */
  posterAt?: number | undefined;
  /** Set for a clip. */
  cut?: Cut | undefined;
}

/**
 * Seconds. The first frame and each seek wait for a segment: half the length would save 0.1 s on a slow
 * line, and double the requests.
 */
export const segmentSeconds = 4;

export function createJobSettings(encoding: Encoding): JobSettings {
  const { kind, id, generation, mediaBucket, info, cut } = encoding;
  const folder = `s3://${mediaBucket}/${generationFolder(kind, id, generation)}`;
  const poster = `s3://${mediaBucket}/${posterKey(kind, id, generation).replace(/\.0000001\.jpg$/, '')}`;
  return {
    TimecodeConfig: { Source: 'ZEROBASED' },
    // Properties such as the frame rate come from the match, input 2, not from its title card.
    ...(cut?.summary && { FollowSource: 2 }),
    Inputs: [
      ...(cut?.summary ? [createCardInput(`s3://${mediaBucket}/${cut.summary.card}`, info)] : []),
      {
        FileInput: encoding.source,
        VideoSelector: { Rotate: 'AUTO' },
        TimecodeSource: 'ZEROBASED',
        ...createSelectors(info, selectTracks(info)),
        ...(cut && { InputClippings: (cut.summary?.parts ?? [cut]).map((part) => createClipping(part, info)) }),
      },
    ],
    OutputGroups: cut
      ? [createClipGroup(encoding, cut), createClipPosterGroup(info, poster, cut)]
      : [
          createHlsGroup(encoding, `${folder}/index`),
          createPosterGroup(info, poster, encoding.posterAt),
          createSpriteGroup(info, `${folder}/sprite`),
        ],
  };
}

function createSelectors({ hasAudio }: SourceInfo, tracks: AudioSelector = {}): Pick<Input, 'AudioSelectors'> {
  return hasAudio ? { AudioSelectors: { 'Audio Selector 1': { DefaultSelection: 'DEFAULT', ...tracks } } } : {};
}

/** A still picture with silence, because the following input has sound. */
function createCardInput(picture: string, info: SourceInfo): Input {
  const { width, height, seconds } = titleCard;
  return {
    VideoGenerator: {
      ImageInput: picture,
      Width: width,
      Height: height,
      Duration: 1000 * seconds,
      ...(info.hasAudio && { Channels: 2, SampleRate: 48_000 }),
    },
    TimecodeSource: 'ZEROBASED',
    ...createSelectors(info),
  };
}

/** MediaConvert includes the frame of the end timecode, so the last frame is the one before the end. */
const createClipping = ({ start, seconds }: Part, { framesPerSecond }: SourceInfo) => ({
  StartTimecode: toTimecode(start, framesPerSecond),
  EndTimecode: toTimecode(start + seconds, framesPerSecond, { last: true }),
});

function createClipGroup({ id, generation, mediaBucket, info }: Encoding, { crest, summary }: Cut): OutputGroup {
  const rendition = chooseClipRendition(info);
  const picture = `s3://${mediaBucket}/${crest}`;
  const { VideoDescription, AudioDescriptions } = createVideoOutput(rendition, info);
  return {
    Name: 'Clip',
    OutputGroupSettings: {
      Type: 'FILE_GROUP_SETTINGS',
      FileGroupSettings: { Destination: `s3://${mediaBucket}/${clipKey(id, generation).replace(/\.mp4$/, '')}` },
    },
    Outputs: [
      {
        // With its index first, the file plays while it loads.
        ContainerSettings: { Container: 'MP4', Mp4Settings: { MoovPlacement: 'PROGRESSIVE_DOWNLOAD' } },
        VideoDescription: {
          ...VideoDescription,
          // Fits card and match, whose shapes may differ, into one size.
          ...((summary || info.canChangeSize) && { Width: computeWidth(rendition, info) }),
          ...preprocess(
            info,
            crest === null ? {} : { ImageInserter: placeInCorner(picture, rendition, info, summary) },
          ),
        },
        AudioDescriptions,
      },
    ],
  };
}

/** Top right, a tenth of the shorter side; not on the title card. */
function placeInCorner(
  picture: string,
  rendition: Rendition,
  info: SourceInfo,
  summary: Cut['summary'],
): ImageInserter {
  const width = computeWidth(rendition, info);
  const side = Math.round(Math.min(width, rendition.height) / 10);
  const margin = Math.round(side / 3);
  const place = { ImageX: width - side - margin, ImageY: margin, Width: side, Height: side, Layer: 0 };
  const start = summary && { StartTime: toTimecode(titleCard.seconds, undefined) };
  // The service's default opacity is 50 %.
  return { InsertableImages: [{ ImageInserterInput: picture, ...place, Opacity: 90, ...start }] };
}

function createHlsGroup(encoding: Encoding, destination: string): OutputGroup {
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
    Outputs: chooseLadder(info, encoding.ladder).map((rendition) => ({
      NameModifier: `_${rendition.name}`,
      ContainerSettings: { Container: 'M3U8', M3u8Settings: {} },
      ...createVideoOutput(rendition, info),
    })),
  };
}

function createVideoOutput({ height, maxBitrate, audioBitrate }: Rendition, info: SourceInfo) {
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
          // A seek goes to a key frame (web/player/frames.ts). One each second would take a seventh more bits. The
          // service chooses B-frames and quantization best where they are left to it.
          GopSize: gopSeconds,
          GopSizeUnits: 'SECONDS',
          CodecProfile: 'HIGH',
          ...chooseFrameRate(info, height),
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
