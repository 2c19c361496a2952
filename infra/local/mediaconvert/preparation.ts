/** Filters that prepare a job's inputs: pictures by its preprocessors, sound by its selectors. Pure functions. */
import type { VideoInfo } from '../ffmpeg/ffmpeg.ts';
import type { AudioSelector } from './input-settings.ts';
import type { Preprocessors } from './settings.ts';

export function createPreparation(video: VideoInfo, { colorCorrector, deinterlacer }: Preprocessors): string[] {
  return [
    // `idet` finds interlaced frames by their content; without it, yadif trusts the file's marks.
    ...(deinterlacer?.control === 'FORCE_ALL_FRAMES' ? ['idet'] : []),
    ...(deinterlacer ? ['yadif=deint=interlaced'] : []),
    ...(colorCorrector ? convertColours(video.colour) : []),
  ];
}

const isHighDynamicRange = ({ transfer }: VideoInfo['colour']) =>
  transfer === 'arib-std-b67' || transfer === 'smpte2084';

/** Converts to BT.709; high dynamic range is mapped with a nominal peak of 100 nits. */
function convertColours(colour: VideoInfo['colour']): string[] {
  if (isHighDynamicRange(colour)) {
    return [
      'zscale=t=linear:npl=100',
      'format=gbrpf32le',
      'zscale=p=bt709',
      'tonemap=tonemap=hable:desat=0',
      'zscale=t=bt709:m=bt709:r=tv',
      'format=yuv420p',
    ];
  }
  const isKnown = colour.matrix && colour.primaries && colour.transfer;
  return isKnown ? ['zscale=p=bt709:t=bt709:m=bt709:r=tv', 'format=yuv420p'] : [];
}

/** Starts the filter chain for an input's sound: one track, or several mixed to stereo. */
export function createSoundSource(input: number, { tracks = [1], remixSettings }: Partial<AudioSelector>): string {
  const sources = tracks.map((track) => `[${input}:a:${track - 1}]`).join('');
  const merged = tracks.length > 1 ? `${sources}amerge=inputs=${tracks.length},` : sources;
  if (!remixSettings) return merged;
  const mixes = remixSettings.channelMapping.outputChannels.map(({ inputChannels }, index) => {
    const gains = inputChannels.map((decibels, channel) => `${(10 ** (decibels / 20)).toFixed(4)}*c${channel}`);
    return `c${index}=${gains.join('+')}`;
  });
  return `${merged}pan=stereo|${mixes.join('|')},`;
}
