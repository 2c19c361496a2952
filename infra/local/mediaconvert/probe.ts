/** MediaConvert's Probe, based on `ffmpeg -i`: the properties that the product reads, by the service's names. */
import type { VideoInfo } from '../ffmpeg/ffmpeg.ts';
import { ServiceError } from '../wire/http-server.ts';
import { toConstantRate } from './frame-rate.ts';
import { findFile, JobError, openInput, type Store } from './open-input.ts';

export async function probeFile(url: string, store: Store) {
  try {
    // An unknown format, such as a playlist, is not an error: as in the service, its container is empty.
    if (findFile(url, store) && url.endsWith('.m3u8')) return { container: {} };
    const { info } = await openInput(url, store);
    const { video, audioTracks, duration } = info;
    const tracks = [
      ...(video
        ? [{ trackType: 'video', codec: toCodecName(video.codec), videoProperties: describeVideo(video) }]
        : []),
      ...audioTracks.map(({ codec, channels, sampleRate }) => ({
        trackType: 'audio',
        codec: toCodecName(codec),
        audioProperties: { channels, sampleRate },
      })),
    ].map((track, index) => ({ index: index + 1, duration, ...track }));
    return { container: { format: info.container, duration, tracks } };
  } catch (error) {
    if (!(error instanceof JobError)) throw error;
    // The service has an exception of its own for a recognised but corrupt file.
    if (error.code === 1075) throw new ServiceError('UnprocessableEntityException', error.message, 422);
    throw new ServiceError('BadRequestException', error.message);
  }
}

const describeVideo = ({ width, height, rotation, fps, colour, interlaced, progressive }: VideoInfo) => {
  const [numerator = 0, denominator = 1] = toConstantRate(fps).text.split('/').map(Number);
  return {
    width,
    height,
    frameRate: { numerator, denominator },
    rotation: rotation || undefined,
    colorPrimaries: colourNames[colour.primaries] ?? 'UNSPECIFIED',
    transferCharacteristics: colourNames[colour.transfer] ?? 'UNSPECIFIED',
    codecMetadata: { scanType: interlaced ? 'Interlaced' : progressive ? 'Progressive' : undefined },
  };
};

/** Names of colours of which the product asks whether they are wide, and of BT.709's. */
const colourNames: Record<string, string> = {
  bt709: 'ITU_709',
  bt2020: 'ITU_2020',
  smpte2084: 'SMPTE_2084',
  'arib-std-b67': 'ARIB_B67',
};

/** Names of codecs that differ by more than their case; the product looks for `UNKNOWN`, `DV` and `MPEG2`. */
const codecNames: Record<string, string> = { none: 'UNKNOWN', h264: 'AVC', mpeg2video: 'MPEG2', dvvideo: 'DV' };
const toCodecName = (codec: string) => codecNames[codec] ?? codec.toUpperCase();
