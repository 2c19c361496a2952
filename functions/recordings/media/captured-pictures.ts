/** Pictures that MediaConvert captures beside a video: candidates for its poster, and the seek bar's. Pure. */
import type { OutputGroup } from '@aws-sdk/client-mediaconvert';
import { preprocess, toSize } from './conversions.ts';
import { chooseClipRendition } from './renditions.ts';
import { type Cut, computeSpriteInterval, type SourceInfo } from './rules.ts';

export const createPosterGroup = (info: SourceInfo, destination: string, posterAt: number | undefined): OutputGroup =>
  createPictureGroup(info, destination, {
    height: Math.min(720, info.height),
    every: choosePosterSecond(info.duration, posterAt),
    max: isChosen(info.duration, posterAt) ? firstAndChosen : posterCandidates,
  });

/** The poster of a clip shows its moment (`poster`, in seconds). */
export const createClipPosterGroup = (info: SourceInfo, destination: string, { poster }: Cut): OutputGroup =>
  createPictureGroup(info, destination, {
    height: chooseClipRendition(info).height,
    every: { pictures: 10, seconds: Math.max(1, Math.round(poster * 10)) },
    max: firstAndChosen,
  });

export const createSpriteGroup = (info: SourceInfo, destination: string): OutputGroup =>
  createPictureGroup(info, destination, {
    height: 90,
    every: { pictures: 1, seconds: computeSpriteInterval(info.duration) },
  });

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
  const { pictures, seconds } = choosePosterSecond(duration ?? 0, posterAt);
  return (posterFrame * seconds) / pictures;
}

const isChosen = (duration: number, posterAt: number | undefined): posterAt is number =>
  posterAt !== undefined && posterAt >= 1 && posterAt < duration;

/** The poster's second: the chosen one, else a third of the video but at most 20; 5 if the duration is unknown. */
function choosePosterSecond(duration: number, chosen?: number): Every {
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
  max?: number;
}

/** JPEGs at regular intervals from the first frame; the service names them `….0000000.jpg` and so on. */
function createPictureGroup(info: SourceInfo, destination: string, { height, every, max }: Pictures): OutputGroup {
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
            FrameCaptureSettings: { ...rate, Quality: 80, ...(max === undefined ? {} : { MaxCaptures: max }) },
          },
        },
      },
    ],
  };
}
