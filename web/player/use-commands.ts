/** Runs player commands from keys, gestures and media keys, and briefly shows their effect. */
import type { MediaController } from 'media-chrome/react';
import { type ComponentRef, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Command, momentFrom } from './commands.ts';
import { frameTime } from './frame-time.ts';
import type { PlayerMark } from './player-props.ts';
import type { GoingBack } from './use-live-rewind.ts';

/** The feedback over the picture: `side` for seeks, the middle for the rest. */
export interface Shown {
  text: string;
  side: 'left' | 'right' | 'middle';
  /** A new id restarts the animation; the same id updates it. */
  id: number;
}

/** Steps within this time of each other add up. */
const togetherMs = 900;

export function useCommands({
  video,
  controller,
  marks,
  back,
}: {
  video: RefObject<HTMLVideoElement | null>;
  controller: RefObject<ComponentRef<typeof MediaController> | null>;
  marks: readonly PlayerMark[];
  /** Set for a live that can be rewound; positions are then seconds of the broadcast. */
  back: GoingBack | undefined;
}) {
  const [shown, setShown] = useState<Shown>();
  const [help, setHelp] = useState(false);
  const steps = useRef({ sum: 0, at: 0, id: 0 });
  const frame = useRef<(() => number) | undefined>(undefined);
  const latestMarks = useRef(marks);
  latestMarks.current = marks;

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const measured = frameTime(element);
    frame.current = measured.seconds;
    return measured.stop;
  }, [video]);
  useEffect(() => {
    if (!shown) return;
    const timer = setTimeout(() => setShown(undefined), togetherMs);
    return () => clearTimeout(timer);
  }, [shown]);

  const run = useCallback(
    (command: Command) => {
      const element = video.current;
      if (!element) return;
      const ask = (name: string) =>
        controller.current?.dispatchEvent(new CustomEvent(name, { composed: true, bubbles: true }));
      const flash = (text: string, side: Shown['side'] = 'middle') => {
        if (side === 'middle') steps.current = { sum: 0, at: 0, id: steps.current.id + 1 };
        setShown({ text, side, id: steps.current.id });
      };
      const place = back ? back.at() : element.currentTime;
      const to = (seconds: number) => {
        if (back) back.to(seconds);
        else element.currentTime = Math.max(0, Math.min(seconds, element.duration || seconds));
      };
      switch (command.do) {
        case 'play':
          return ask(element.paused ? 'mediaplayrequest' : 'mediapauserequest');
        case 'seek': {
          to(place + command.by);
          const now = performance.now();
          const { sum, at, id } = steps.current;
          const together = now - at < togetherMs && Math.sign(sum) === Math.sign(command.by);
          steps.current = together ? { sum: sum + command.by, at: now, id } : { sum: command.by, at: now, id: id + 1 };
          const total = steps.current.sum;
          return flash(`${total < 0 ? '−' : '+'}${Math.abs(total)} s`, total < 0 ? 'left' : 'right');
        }
        case 'seekTo':
          if (back && command.share === 1) return back.toEdge();
          return to(command.share * (back ? back.length() : element.duration || 0));
        case 'liveEdge':
          return back ? back.toEdge() : ask('mediaseektoliverequest');
        case 'frame':
          element.currentTime = Math.max(0, element.currentTime + command.by * (frame.current?.() ?? 0));
          return;
        case 'volume':
          element.volume = Math.round(10 * Math.max(0, Math.min(1, element.volume + command.by))) / 10;
          if (command.by > 0) element.muted = false;
          return flash(`Volumen ${Math.round(element.volume * 100)} %`);
        case 'mute':
          element.muted = !element.muted;
          return flash(element.muted ? 'Sin sonido' : 'Con sonido');
        case 'fullscreen':
          return ask(document.fullscreenElement ? 'mediaexitfullscreenrequest' : 'mediaenterfullscreenrequest');
        case 'captions':
          return ask('mediatogglesubtitlesrequest');
        case 'pip':
          return ask(document.pictureInPictureElement ? 'mediaexitpiprequest' : 'mediaenterpiprequest');
        case 'moment': {
          const found = momentFrom(
            latestMarks.current.map(({ seconds }) => seconds),
            place,
            command.by,
          );
          if (found === undefined) return;
          to(found);
          return flash(latestMarks.current.find(({ seconds }) => seconds === found)?.label ?? '');
        }
        case 'help':
          return setHelp(true);
      }
    },
    [video, controller, back],
  );
  return { run, shown, help, closeHelp: useCallback(() => setHelp(false), []) };
}

export type Run = ReturnType<typeof useCommands>['run'];
