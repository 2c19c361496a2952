/**
 * Keeps a live from showing withdrawn ranges: loads the recording again if its buffer contains one, and skips one that
 * playback reaches.
 */
import { type RefObject, useEffect, useEffectEvent } from 'react';
import { overlaps, type Range } from '../../shared/domain/withdrawn.ts';
import type { LiveRewind } from './use-live-rewind.ts';
import type { Source } from './use-source.ts';

/** Milliseconds until the video's clock shows the target of a seek. */
const pauseMs = 2_000;

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
