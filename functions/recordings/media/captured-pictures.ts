/** Pictures that MediaConvert captures beside a video: candidates for its poster, and the seek bar's. Pure. */
import type { OutputGroup } from '@aws-sdk/client-mediaconvert';
import { preprocess, toSize } from './conversions.ts';
import { clipRendition } from './renditions.ts';
import { type Cut, type SourceInfo, spriteInterval } from './rules.ts';

export const posterGroup = (info: SourceInfo, destination: string, posterAt: number | undefined): OutputGroup =>
  pictures(info, destination, {
    height: Math.min(720, info.height),
    every: posterSecond(info.duration, posterAt),
    most: isChosen(info.duration, posterAt) ? firstAndChosen : posterCandidates,
  });

/** In a clip the poster shows its moment. */
export const clipPosterGroup = (info: SourceInfo, destination: string, { poster }: Cut): OutputGroup =>
  pictures(info, destination, {
    height: clipRendition(info).height,
    every: { pictures: 10, seconds: Math.max(1, Math.round(poster * 10)) },
    most: firstAndChosen,
  });

export const spriteGroup = (info: SourceInfo, destination: string): OutputGroup =>
  pictures(info, destination, { height: 90, every: { pictures: 1, seconds: spriteInterval(info.duration) } });

/** The service always captures the first frame too. */
const firstAndChosen = 2;

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
