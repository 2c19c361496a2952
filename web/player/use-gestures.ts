/**
 * Gestures: a double tap at a side seeks 10 s, each further tap another 10; a swipe down leaves full screen; a mouse's
 * double click toggles it. media-chrome handles the single tap.
 */
import { type RefObject, useEffect } from 'react';
import { seekStep } from './commands.ts';
import type { Run } from './use-commands.ts';

const doubleTapMs = 350;
/** Milliseconds in which further taps after a double tap count. */
const repeatTapMs = 900;
/** Pixels of the shortest swipe. */
const swipeDistance = 60;

export function useGestures(frame: RefObject<HTMLElement | null>, live: boolean, run: Run): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    let down: { x: number; y: number } | undefined;
    let last = { at: 0, by: 0, counts: false };

    const onDown = ({ pointerType, clientX, clientY, isPrimary }: PointerEvent) => {
      down = pointerType === 'touch' && isPrimary ? { x: clientX, y: clientY } : undefined;
    };
    const onUp = (event: PointerEvent) => {
      if (!down || !isPicture(event)) return;
      const [dx, dy] = [event.clientX - down.x, event.clientY - down.y];
      down = undefined;
      if (document.fullscreenElement === element && dy > swipeDistance && dy > 2 * Math.abs(dx)) {
        document.exitFullscreen().catch(() => undefined);
        return;
      }
      if (live || Math.hypot(dx, dy) > 20) return;
      const { left, width } = element.getBoundingClientRect();
      const share = (event.clientX - left) / width;
      const by = share < 0.4 ? -seekStep : share > 0.6 ? seekStep : 0;
      const now = event.timeStamp;
      const isRepeatedTap = by !== 0 && by === last.by && now - last.at < (last.counts ? repeatTapMs : doubleTapMs);
      last = { at: now, by, counts: isRepeatedTap };
      if (isRepeatedTap) run({ do: 'seek', by });
    };
    const onDoubleClick = (event: MouseEvent) => {
      if (isPicture(event) && !globalThis.matchMedia?.('(pointer: coarse)').matches) run({ do: 'fullscreen' });
    };
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('dblclick', onDoubleClick);
    return () => {
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('dblclick', onDoubleClick);
    };
  }, [frame, live, run]);
}

/** Returns false for a button over the picture. */
function isPicture(event: Event): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && ['video', 'media-controller'].includes(target.localName);
}
