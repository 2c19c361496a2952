/** Conversions that a source needs before it looks and sounds right. Pure. */
import type { AudioSelector, Deinterlacer, VideoPreprocessor } from '@aws-sdk/client-mediaconvert';
import { leastFramesPerSecond, type SourceInfo } from './rules.ts';

/** Conversions that the source needs, the same in every output; each costs quality or money where it is not needed. */
export function preprocess({ hasWideColour, scan }: SourceInfo, also: VideoPreprocessor = {}) {
  const conversions: VideoPreprocessor = {
    ...(hasWideColour && {
      ColorCorrector: { ColorSpaceConversion: 'FORCE_709', HdrToSdrToneMapper: 'PRESERVE_DETAILS' },
    }),
    ...(scan && { Deinterlacer: deinterlacers[scan] }),
    ...also,
  };
  return Object.keys(conversions).length > 0 ? { VideoPreprocessors: conversions } : {};
}

const deinterlacers: Record<'interlaced' | 'unmarked', Deinterlacer> = {
  interlaced: { Algorithm: 'INTERPOLATE', Control: 'NORMAL', Mode: 'DEINTERLACE' },
  // Leaves the frames that turn out to be progressive.
  unmarked: { Algorithm: 'INTERPOLATE', Control: 'FORCE_ALL_FRAMES', Mode: 'ADAPTIVE' },
};

/** The chosen track; several are microphones, each of which is heard on both sides. */
export function selectTracks({ audioTracks }: SourceInfo): AudioSelector {
  if (!audioTracks) return {};
  const count = audioTracks.length;
  const channel = { InputChannels: audioTracks.map(() => (count > 2 ? -6 : -3)) };
  return {
    SelectorType: 'TRACK',
    Tracks: audioTracks,
    ...(count > 1 && {
      RemixSettings: { ChannelsIn: count, ChannelsOut: 2, ChannelMapping: { OutputChannels: [channel, channel] } },
    }),
  };
}

/** Rate of the outputs. */
export const frameRate = ({ framesPerSecond }: SourceInfo) =>
  framesPerSecond !== undefined && framesPerSecond < leastFramesPerSecond
    ? { FramerateControl: 'SPECIFIED' as const, FramerateNumerator: 30, FramerateDenominator: 1 }
    : { FramerateControl: 'INITIALIZE_FROM_SOURCE' as const };
