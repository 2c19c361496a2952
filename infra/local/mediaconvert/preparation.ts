/** Filters for the preprocessing that a job requests for its inputs. Pure. */
import type { VideoInfo } from '../ffmpeg/ffmpeg.ts';
import type { AudioSelector } from './input-settings.ts';
import type { Preprocessors } from './settings.ts';

export function createPreparation(video: VideoInfo, { colorCorrector, deinterlacer }: Preprocessors): string[] {
  return [
    ...(deinterlacer ? deinterlace(deinterlacer) : []),
    ...(colorCorrector?.colorSpaceConversion === 'FORCE_709' ? convertColours(video.colour) : []),
  ];
}

/** Marked frames only, or all; `ADAPTIVE` finds the interlaced ones among them by their pictures. */
function deinterlace({ control, mode }: NonNullable<Preprocessors['deinterlacer']>): string[] {
  if (control === 'NORMAL') return ['yadif=deint=interlaced'];
  return mode === 'ADAPTIVE' ? ['idet', 'yadif=deint=interlaced'] : ['yadif=deint=all'];
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

/** Start of the filter chain for the sound of an input: one track, or several mixed to stereo. */
export function createSoundSource(input: number, { tracks = [1], remixSettings }: AudioSelector): string {
  const sources = tracks.map((track) => `[${input}:a:${track - 1}]`).join('');
  if (!remixSettings) return tracks.length > 1 ? `${sources}amerge=inputs=${tracks.length},` : sources;
  const mixes = remixSettings.channelMapping.outputChannels.map(({ inputChannels }, index) => {
    const gains = inputChannels.map((decibels, channel) => `${(10 ** (decibels / 20)).toFixed(4)}*c${channel}`);
    return `c${index}=${gains.join('+')}`;
  });
  const merged = tracks.length > 1 ? `amerge=inputs=${tracks.length},` : '';
  return `${sources}${merged}pan=stereo|${mixes.join('|')},`;
}
