/** Withdrawn ranges in the player: a live skips them, and a notice says where one was. */
import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { overlaps, type Range } from '../../shared/domain/withdrawn.ts';
import type { LiveRewind } from './live-position.ts';
import type { Source } from './use-source.ts';

/** Milliseconds until the video's clock shows the target of a seek. */
const pauseMs = 2_000;

/**
 * Keeps a live from showing withdrawn ranges: loads the recording again if its buffer contains one, and skips one that
 * playback reaches.
 */
export function useWithdrawnLive(
  video: RefObject<HTMLVideoElement | null>,
  withdrawn: readonly Range[] | undefined,
  source: Pick<Source, 'isRewound' | 'rewindTo' | 'date'>,
  rewind: Pick<LiveRewind, 'seekToDate'> | undefined,
): void {
  const readDate = useEffectEvent(() => source.date());
  const skipTo = useEffectEvent((instant: number) => rewind?.seekToDate(instant));
  const dropWithdrawn = useEffectEvent((element: HTMLVideoElement, ranges: readonly Range[]) =>
    dropBuffered(element, ranges, source),
  );
  // The ranges are compared as text, because each response has a new array.
  const text = JSON.stringify(withdrawn ?? []);
  useEffect(() => {
    const ranges = JSON.parse(text) as Range[];
    const element = video.current;
    if (!element || ranges.length === 0) return;
    dropWithdrawn(element, ranges);
    let skippedAt = Number.NEGATIVE_INFINITY;
    const check = () => {
      const date = readDate();
      if (date === undefined || element.seeking || performance.now() - skippedAt < pauseMs) return;
      const range = ranges.find(({ from, to }) => date >= from && date < to);
      if (!range) return;
      skippedAt = performance.now();
      skipTo(range.to);
    };
    element.addEventListener('timeupdate', check);
    return () => element.removeEventListener('timeupdate', check);
  }, [video, text]);
}

/**
 * Loads the recording again if its buffer contains a withdrawn range. The live itself is not reloaded: its buffer ends
 * within seconds, and IVS's playlist cannot be changed.
 */
function dropBuffered(
  { buffered, currentTime }: HTMLVideoElement,
  ranges: readonly Range[],
  { isRewound, rewindTo, date: readDate }: Pick<Source, 'isRewound' | 'rewindTo' | 'date'>,
): void {
  const date = readDate();
  if (!isRewound || date === undefined) return;
  for (let index = 0; index < buffered.length; index += 1) {
    const toDate = (seconds: number) => date + 1000 * (seconds - currentTime);
    const bufferedRange = { from: toDate(buffered.start(index)), to: toDate(buffered.end(index)) };
    if (!overlaps(ranges, bufferedRange)) continue;
    rewindTo(ranges.find(({ from, to }) => date >= from && date < to)?.to ?? date);
    return;
  }
}

const shownMs = 1_200;
/** Seconds; a larger step between two updates is a seek, which needs no notice. */
const maxStepSeconds = 2;

interface Props {
  video: RefObject<HTMLVideoElement | null>;
  /** Seconds of a recording at which a range is missing. */
  at?: readonly number[] | undefined;
  /** Ranges missing in a live that can be rewound, in milliseconds since the Unix epoch. */
  ranges?: readonly Range[] | undefined;
  /** Returns the wall-clock time of the current frame. */
  date?: () => number | undefined;
}

/** Shows 'Retirado' for about a second where a range was withdrawn. */
export function WithdrawnNotice({ video, at = [], ranges = [], date }: Props) {
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
