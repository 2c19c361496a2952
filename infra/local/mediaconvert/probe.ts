/** MediaConvert's Probe, based on `ffmpeg -i`. */
import type { VideoInfo } from '../ffmpeg/ffmpeg.ts';
import { ServiceError } from '../wire/http-server.ts';
import { toConstantRate } from './assembly.ts';
import { openInput } from './open-input.ts';
import { JobError, type Store } from './run-context.ts';

export async function probeFile(fileUrl: string, store: Store) {
  if (!/^s3:\/\//.test(fileUrl))
    throw new ServiceError('BadRequestException', `Probe: only s3:// URLs are supported, not ${fileUrl}`);
  if (/\.m3u8$/.test(fileUrl)) return createBlankResult(fileUrl, store);
  const { info } = await openInput(fileUrl, store).catch((error) => {
    if (!(error instanceof JobError)) throw error;
    // The service has an exception of its own for a recognised but corrupt file.
    if (error.code === 1075) throw new ServiceError('UnprocessableEntityException', error.message, 422);
    throw new ServiceError('BadRequestException', error.message);
  });
  const { video, audioTracks, duration } = info;
  const frames = video && parseFraction(toConstantRate(video.fps).text);
  const tracks = [
    video && {
      trackType: 'video',
      codec: videoCodecs[video.codec] ?? 'UNKNOWN',
      duration,
      videoProperties: {
        width: video.width,
        height: video.height,
        frameRate: frames,
        rotation: video.rotation || undefined,
        colorPrimaries: colourNames.primaries[video.colour.primaries] ?? 'UNSPECIFIED',
        transferCharacteristics: colourNames.transfer[video.colour.transfer] ?? 'UNSPECIFIED',
        codecMetadata: { scanType: readScanType(video) },
      },
    },
    ...audioTracks.map(({ codec, channels, sampleRate }) => ({
      trackType: 'audio',
      codec: codec === 'none' ? 'UNKNOWN' : /^pcm_/.test(codec) ? 'PCM' : audioCodecs[codec],
      duration,
      audioProperties: { channels, sampleRate },
    })),
  ].filter((track) => track !== undefined);
  return {
    container: {
      format: formats.find(([names]) => names.test(info.container))?.[1],
      duration,
      tracks: tracks.map((track, index) => ({ index: index + 1, ...track })),
    },
  };
}

/** Unknown formats, such as playlists, are not an error: as in the service, their container is empty. */
function createBlankResult(fileUrl: string, store: Store) {
  const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/(.+)$/.exec(fileUrl) ?? [];
  if (!store.objectPath(bucket, key)) throw new ServiceError('BadRequestException', `Probe: no such file ${fileUrl}`);
  return { container: {} };
}

function parseFraction(text: string) {
  const [numerator, denominator = '1'] = text.split('/');
  return { numerator: Number(numerator), denominator: Number(denominator) };
}

const formats: [RegExp, string][] = [
  [/\bmp4\b/, 'mp4'],
  [/^ogg/, 'ogg'],
  [/matroska/, 'matroska'],
  [/^mpegts/, 'mpegts'],
  [/^mpeg/, 'mpegps'],
  [/^avi/, 'avi'],
  [/^asf/, 'asf'],
  [/^mxf/, 'mxf'],
  [/^mp3/, 'mp3'],
  [/^wav/, 'wave'],
  [/^aac/, 'aac'],
  [/^flac/, 'flac'],
];

const readScanType = ({ interlaced, progressive }: VideoInfo) =>
  interlaced ? 'Interlaced' : progressive ? 'Progressive' : undefined;

/** Maps ffmpeg's names of colours to the service's. */
const colourNames: Record<'primaries' | 'transfer', Record<string, string>> = {
  primaries: {
    bt709: 'ITU_709',
    bt470bg: 'ITU_470BG',
    smpte170m: 'SMPTE_170M',
    bt2020: 'ITU_2020',
    smpte432: 'SMPTE_EG_432_1',
    smpte431: 'SMPTE_431_2',
  },
  transfer: {
    bt709: 'ITU_709',
    bt470bg: 'ITU_470BG',
    smpte170m: 'SMPTE_170M',
    smpte2084: 'SMPTE_2084',
    'arib-std-b67': 'ARIB_B67',
    'bt2020-10': 'ITU_2020_10bit',
    'bt2020-12': 'ITU_2020_12bit',
  },
};

const videoCodecs: Record<string, string> = {
  h264: 'AVC',
  hevc: 'HEVC',
  av1: 'AV1',
  vp8: 'VP8',
  vp9: 'VP9',
  mpeg4: 'MP4V',
  mpeg2video: 'MPEG2',
  mpeg1video: 'MPEG1',
  mjpeg: 'MJPEG',
  prores: 'PRORES',
  theora: 'THEORA',
  dvvideo: 'DV',
};

const audioCodecs: Record<string, string> = {
  aac: 'AAC',
  ac3: 'AC3',
  eac3: 'EAC3',
  mp3: 'MP3',
  mp2: 'MP2',
  opus: 'OPUS',
  vorbis: 'VORBIS',
  flac: 'FLAC',
};
