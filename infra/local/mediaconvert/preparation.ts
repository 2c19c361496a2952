/** Filters for what a job asks to do to its inputs before anything else. Pure. */
import type { VideoInfo } from '../ffmpeg/ffmpeg.ts';
import type { Preprocessors } from './settings.ts';

export function createPreparation(video: VideoInfo, { colorCorrector }: Preprocessors): string[] {
  const deinterlaced = video.interlaced ? ['yadif'] : [];
  return colorCorrector?.colorSpaceConversion === 'FORCE_709'
    ? [...deinterlaced, ...convertColours(video.colour)]
    : deinterlaced;
}

const isWideRange = ({ transfer }: VideoInfo['colour']) => transfer === 'arib-std-b67' || transfer === 'smpte2084';

/** Converts to BT.709; high dynamic range is mapped with a nominal peak of 100 nits. */
function convertColours(colour: VideoInfo['colour']): string[] {
  if (isWideRange(colour)) {
    return [
      ...['zscale=t=linear:npl=100', 'format=gbrpf32le', 'zscale=p=bt709', 'tonemap=tonemap=hable:desat=0'],
      ...['zscale=t=bt709:m=bt709:r=tv', 'format=yuv420p'],
    ];
  }
  const isKnown = colour.matrix && colour.primaries && colour.transfer;
  return isKnown ? ['zscale=p=bt709:t=bt709:m=bt709:r=tv', 'format=yuv420p'] : [];
}
