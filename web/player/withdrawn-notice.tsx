/** Shows 'Retirado' for about a second where a range was withdrawn. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Range } from '../../shared/domain/withdrawn.ts';

const shownMs = 1_200;
/** Seconds; a larger step between two updates is a seek, which needs no notice. */
const maxStepSeconds = 2;

export function WithdrawnNotice({
  video,
  at = [],
  ranges = [],
  date,
}: {
  video: RefObject<HTMLVideoElement | null>;
  /** Seconds of a recording at which a range is missing. */
  at?: readonly number[] | undefined;
  /** Ranges missing in a live that can be rewound, in milliseconds since the Unix epoch. */
  ranges?: readonly Range[] | undefined;
  /** Returns the wall-clock time of the current frame. */
  date?: () => number | undefined;
}) {
  const [isShown, setShown] = useState(false);
  const text = JSON.stringify({ at, ranges });
  const readDate = useEffectEvent(() => date?.());
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const places = JSON.parse(text) as { at: number[]; ranges: Range[] };
    const read = () => ({ second: element.currentTime, date: readDate() });
    let before = read();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const check = () => {
      const [last, now] = [before, read()];
      before = now;
      if (element.seeking) return;
      const isStep = now.second >= last.second && now.second - last.second < maxStepSeconds;
      const hasPassedCut = isStep && places.at.some((second) => last.second <= second && now.second > second);
      if (!hasPassedCut && !places.ranges.some((range) => isPassed(range, last.date, now.date, isStep))) return;
      setShown(true);
      clearTimeout(timer);
      timer = setTimeout(() => setShown(false), shownMs);
    };
    element.addEventListener('timeupdate', check);
    return () => {
      element.removeEventListener('timeupdate', check);
      clearTimeout(timer);
    };
  }, [video, text]);
  // Always rendered, so that screen readers announce its text.
  return (
    <p role="status" className={isShown ? 'player-withdrawn' : 'sr-only'}>
      {isShown && 'Retirado'}
    </p>
  );
}

/**
 * Returns true if playback went from before or within a range to its end. After a jump from within it, the player has
 * skipped the rest.
 */
const isPassed = ({ from, to }: Range, before: number | undefined, now: number | undefined, isStep: boolean) =>
  before !== undefined && now !== undefined && before < to && now >= to && (isStep || before >= from);
