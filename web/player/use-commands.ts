/** Runs commands of keys, gestures and media keys, and briefly shows their effect. */
import type { MediaController } from 'media-chrome/react';
import { type ComponentRef, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { useLatest } from '../lib/use-latest.ts';
import { type Command, findMoment } from './commands.ts';
import { measureFrameTime } from './frames.ts';
import type { LiveRewind } from './live-position.ts';
import type { PlayerMark } from './player-props.ts';

/** Feedback over the picture: at a side for seeks, in the middle for the rest. */
export interface Feedback {
  text: string;
  side: 'left' | 'right' | 'middle';
  /** A new id restarts the animation; the same id updates it. */
  id: number;
}

/** Milliseconds within which seeks add up. */
const combineMs = 900;

export function useCommands({
  video,
  controller,
  marks,
  rewind,
}: {
  video: RefObject<HTMLVideoElement | null>;
  controller: RefObject<ComponentRef<typeof MediaController> | null>;
  marks: readonly PlayerMark[];
  /** Defined for a live that can be rewound, whose positions are seconds of the broadcast. */
  rewind: LiveRewind | undefined;
}) {
  const [shown, setShown] = useState<Feedback>();
  const [help, setHelp] = useState(false);
  const steps = useRef({ sum: 0, at: 0, id: 0 });
  const frame = useRef<(() => number) | undefined>(undefined);
  const latestMarks = useLatest(marks);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const measured = measureFrameTime(element);
    frame.current = measured.seconds;
    return measured.stop;
  }, [video]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(undefined), combineMs);
    return () => clearTimeout(timer);
  }, [shown]);

  const run = useCallback(
    (command: Command) => {
      const element = video.current;
      if (!element) return;
      const dispatch = (name: string) =>
        controller.current?.dispatchEvent(new CustomEvent(name, { composed: true, bubbles: true }));
      const showFeedback = (text: string, side: Feedback['side'] = 'middle') => {
        if (side === 'middle') steps.current = { sum: 0, at: 0, id: steps.current.id + 1 };
        setShown({ text, side, id: steps.current.id });
      };
      const place = rewind ? rewind.getPosition() : element.currentTime;
      const seekTo = (seconds: number) => {
        if (rewind) rewind.seekTo(seconds);
        else element.currentTime = Math.max(0, Math.min(seconds, element.duration || seconds));
      };
      switch (command.do) {
        case 'play':
          return dispatch(element.paused ? 'mediaplayrequest' : 'mediapauserequest');
        case 'seek': {
          seekTo(place + command.by);
          const now = performance.now();
          const { sum, at, id } = steps.current;
          const together = now - at < combineMs && Math.sign(sum) === Math.sign(command.by);
          steps.current = together ? { sum: sum + command.by, at: now, id } : { sum: command.by, at: now, id: id + 1 };
          const total = steps.current.sum;
          return showFeedback(`${total < 0 ? '−' : '+'}${Math.abs(total)} s`, total < 0 ? 'left' : 'right');
        }
        case 'seekTo':
          if (rewind && command.share === 1) return rewind.seekToEdge();
          return seekTo(command.share * (rewind ? rewind.getLength() : element.duration || 0));
        case 'liveEdge':
          return rewind ? rewind.seekToEdge() : dispatch('mediaseektoliverequest');
        case 'frame':
          element.currentTime = Math.max(0, element.currentTime + command.by * (frame.current?.() ?? 0));
          return;
        case 'volume':
          element.volume = Math.round(10 * Math.max(0, Math.min(1, element.volume + command.by))) / 10;
          if (command.by > 0) element.muted = false;
          return showFeedback(`Volumen ${Math.round(element.volume * 100)} %`);
        case 'mute':
          element.muted = !element.muted;
          return showFeedback(element.muted ? 'Sin sonido' : 'Con sonido');
        case 'fullscreen':
          return dispatch(document.fullscreenElement ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest');
        case 'captions':
          return dispatch('mediatogglesubtitlesrequest');
        case 'pip':
          return dispatch(document.pictureInPictureElement ? 'mediaexitpiprequest' : 'mediaenterpiprequest');
        case 'moment': {
          const moment = findMoment(
            latestMarks.current.map(({ seconds }) => seconds),
            place,
            command.by,
          );
          if (moment === undefined) return;
          seekTo(moment);
          return showFeedback(latestMarks.current.find(({ seconds }) => seconds === moment)?.label ?? '');
        }
        case 'help':
          return setHelp(true);
      }
    },
    [video, controller, rewind, latestMarks],
  );
  return { run, shown, help, closeHelp: useCallback(() => setHelp(false), []) };
}

export type Run = ReturnType<typeof useCommands>['run'];
