/** The commands of keys, gestures and media keys: runs them, and briefly shows their effect. */
import type { MediaController } from 'media-chrome/react';
import { type ComponentRef, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { findMoment } from '../lib/find-moment.ts';
import { useLatest } from '../lib/use-latest.ts';
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

interface Options {
  video: RefObject<HTMLVideoElement | null>;
  controller: RefObject<ComponentRef<typeof MediaController> | null>;
  marks: readonly PlayerMark[];
  /** Defined for a live that can be rewound, whose positions are seconds of the broadcast. */
  rewind: LiveRewind | undefined;
}

export function useCommands({ video, controller, marks, rewind }: Options) {
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

export type Command =
  | { do: 'play' | 'mute' | 'fullscreen' | 'captions' | 'pip' | 'help' | 'liveEdge' }
  | { do: 'seek'; by: number }
  | { do: 'seekTo'; share: number }
  | { do: 'frame'; by: 1 | -1 }
  | { do: 'volume'; by: number }
  | { do: 'moment'; by: 1 | -1 };

interface KeyPress {
  key: string;
  shiftKey: boolean;
  /** True while the key is held down. */
  repeat: boolean;
}

export const seekStep = 10;
const volumeStep = 0.1;

/** Returns the command of a key. `live` is true for a live that cannot be rewound, which can only seek to its edge. */
export function toCommand(
  { key, shiftKey, repeat }: KeyPress,
  { live, paused }: { live: boolean; paused: boolean },
): Command | undefined {
  const command = shiftKey ? withShift[key] : (plain[key.toLowerCase()] ?? toDigitCommand(key));
  if (!command) return undefined;
  switch (command.do) {
    case 'seek':
    case 'moment':
      return live ? undefined : command;
    case 'seekTo':
      if (live) return command.share === 1 ? { do: 'liveEdge' } : undefined;
      return command;
    case 'frame':
      return live || !paused ? undefined : command;
    case 'volume':
      return command;
    default:
      return repeat ? undefined : command;
  }
}

const plain: Record<string, Command> = {
  ' ': { do: 'play' },
  k: { do: 'play' },
  j: { do: 'seek', by: -seekStep },
  l: { do: 'seek', by: seekStep },
  arrowleft: { do: 'seek', by: -seekStep },
  arrowright: { do: 'seek', by: seekStep },
  arrowup: { do: 'volume', by: volumeStep },
  arrowdown: { do: 'volume', by: -volumeStep },
  home: { do: 'seekTo', share: 0 },
  end: { do: 'seekTo', share: 1 },
  ',': { do: 'frame', by: -1 },
  '.': { do: 'frame', by: 1 },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  c: { do: 'captions' },
  p: { do: 'pip' },
  // Some keyboard layouts have '?' without Shift.
  '?': { do: 'help' },
};

const withShift: Record<string, Command> = {
  '?': { do: 'help' },
  ArrowLeft: { do: 'moment', by: -1 },
  ArrowRight: { do: 'moment', by: 1 },
};

const toDigitCommand = (key: string): Command | undefined =>
  /^\d$/.test(key) ? { do: 'seekTo', share: Number(key) / 10 } : undefined;
