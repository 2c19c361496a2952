/** The MediaConvert job of one encoding: encrypted HLS renditions, a poster, seek-bar pictures. */
import type { JobSettings, Output, OutputGroup } from '@aws-sdk/client-mediaconvert';
import { generationFolder, keyPath, type MediaKind, posterKey } from '../../../shared/recordings/media-address.ts';
import { ladder, type Rendition, type SourceInfo, spriteInterval } from './rules.ts';

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
}

/**
 * Two groups of pictures: the first picture and each jump wait for one segment. Half as long would win a tenth of a second
 * on a slow line and cost twice the requests.
 */
const segmentSeconds = 4;

export function jobSettings(encoding: Encoding): JobSettings {
  const { kind, id, generation, mediaBucket, info } = encoding;
  const folder = `s3://${mediaBucket}/${generationFolder(kind, id, generation)}`;
  const poster = `s3://${mediaBucket}/${posterKey(kind, id, generation).replace(/\.0000001\.jpg$/, '')}`;
  return {
    TimecodeConfig: { Source: 'ZEROBASED' },
    Inputs: [
      {
        FileInput: encoding.source,
        VideoSelector: { Rotate: 'AUTO' },
        TimecodeSource: 'ZEROBASED',
        ...(info.hasAudio ? { AudioSelectors: { 'Audio Selector 1': { DefaultSelection: 'DEFAULT' } } } : {}),
      },
    ],
    OutputGroups: [
      hlsGroup(encoding, `${folder}/index`),
      pictures(poster, { height: Math.min(720, info.height), every: posterSecond(info.duration), most: 2 }),
      pictures(`${folder}/sprite`, { height: 90, every: { seconds: spriteInterval(info.duration) } }),
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

function hlsOutput({ name, height, maxBitrate, audioBitrate }: Rendition, hasAudio: boolean): Output {
  return {
    NameModifier: `_${name}`,
    ContainerSettings: { Container: 'M3U8', M3u8Settings: {} },
    VideoDescription: {
      // Only the height: the width follows from the picture's own shape, also when a phone was held upright.
      Height: height,
      CodecSettings: {
        Codec: 'H_264',
        H264Settings: {
          RateControlMode: 'QVBR',
          QvbrSettings: { QvbrQualityLevel: 7 },
          MaxBitrate: maxBitrate,
          GopSize: 2,
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
  };
}

/** The poster is taken a third of the way into a clip, and at most 20 s into a match. */
function posterSecond(duration: number): { seconds: number } | { perSecond: number } {
  return duration < 3 ? { perSecond: 4 } : { seconds: Math.min(20, Math.floor(duration / 3)) };
}

interface Pictures {
  height: number;
  every: { seconds: number } | { perSecond: number };
  most?: number;
}

/** JPEGs at regular times from the first frame on, named by the service `….0000000.jpg` and so on. */
function pictures(destination: string, { height, every, most }: Pictures): OutputGroup {
  const rate =
    'seconds' in every
      ? { FramerateNumerator: 1, FramerateDenominator: every.seconds }
      : { FramerateNumerator: every.perSecond, FramerateDenominator: 1 };
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
