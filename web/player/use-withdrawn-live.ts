/**
 * Keeps a live from showing ranges that were taken out of it: reloads the recording if the buffer holds one, and skips
 * to the end of a range that playback reaches.
 */
import { type RefObject, useEffect, useRef } from 'react';
import { overlaps, type Range } from '../../shared/domain/withdrawn.ts';
import type { LiveRewind } from './use-live-rewind.ts';
import type { Source } from './use-source.ts';

/** Time until the clock of the video shows the target of a seek. */
const pauseMs = 2_000;

export function useWithdrawnLive(
  video: RefObject<HTMLVideoElement | null>,
  withdrawn: readonly Range[] | undefined,
  source: Pick<Source, 'isBack' | 'goBack' | 'date'>,
  rewind: Pick<LiveRewind, 'toDate'> | undefined,
): void {
  const latest = useRef({ source, rewind });
  latest.current = { source, rewind };
  // Compared as text, because each answer of the server contains a new array.
  const text = JSON.stringify(withdrawn ?? []);
  useEffect(() => {
    const ranges = JSON.parse(text) as Range[];
    const element = video.current;
    if (!element || ranges.length === 0) return;
    dropBuffered(element, ranges, latest.current.source);
    let skippedAt = Number.NEGATIVE_INFINITY;
    const check = () => {
      const { source, rewind } = latest.current;
      const date = source.date();
      if (date === undefined || element.seeking || performance.now() - skippedAt < pauseMs) return;
      const range = ranges.find(({ from, to }) => date >= from && date < to);
      if (!range) return;
      skippedAt = performance.now();
      rewind?.toDate(range.to);
    };
    element.addEventListener('timeupdate', check);
    return () => element.removeEventListener('timeupdate', check);
  }, [video, text]);
}

/** The buffer of the live itself ends within seconds, and the window at IVS cannot be changed. */
function dropBuffered(
  { buffered, currentTime }: HTMLVideoElement,
  ranges: readonly Range[],
  { isBack, goBack, date: readDate }: Pick<Source, 'isBack' | 'goBack' | 'date'>,
): void {
  const date = readDate();
  if (!isBack || date === undefined) return;
  for (let index = 0; index < buffered.length; index += 1) {
    const toDate = (seconds: number) => date + 1000 * (seconds - currentTime);
    const held = { from: toDate(buffered.start(index)), to: toDate(buffered.end(index)) };
    if (!overlaps(ranges, held)) continue;
    goBack(ranges.find(({ from, to }) => date >= from && date < to)?.to ?? date);
    return;
  }
}
