/** Plays an ad with a countdown and, after five seconds, a button to skip it. A failed or stalled ad ends by itself. */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { attachHls } from './attach-hls.ts';
import { isHandledElsewhere } from './use-input.ts';

const skipAfterSeconds = 5;
const stallSeconds = 4;
const seeking = ['seekbackward', 'seekforward', 'seekto', 'previoustrack', 'nexttrack'] as const;

export function AdPlayer({ url, title, onOver }: { url: string; title: string; onOver: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [time, setTime] = useState({ at: 0, duration: 0 });
  const end = useEffectEvent(onOver);

  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const detach = attachHls(
      element,
      { url, live: false },
      { onProblem: () => end(), onInterrupted: () => undefined, renew: async () => undefined },
    );
    let last = 0;
    let stalledSeconds = 0;
    const watchdog = setInterval(() => {
      stalledSeconds = element.currentTime > last ? 0 : stalledSeconds + 1;
      last = element.currentTime;
      if (stalledSeconds >= stallSeconds) end();
    }, 1000);
    return () => {
      clearInterval(watchdog);
      detach();
    };
  }, [url]);

  // Keys and media keys must not seek during an ad, and Space must not scroll the page.
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isHandledElsewhere(event)) return;
      if (event.key === ' ') event.preventDefault();
      if (event.key.toLowerCase() === 'm' && video.current) video.current.muted = !video.current.muted;
    };
    addEventListener('keydown', onKeyDown);
    const session = 'mediaSession' in navigator ? navigator.mediaSession : undefined;
    for (const action of seeking) session?.setActionHandler(action, () => undefined);
    return () => {
      removeEventListener('keydown', onKeyDown);
      for (const action of seeking) session?.setActionHandler(action, null);
    };
  }, []);

  const wait = Math.max(0, Math.ceil(skipAfterSeconds - time.at));
  const left = Math.max(0, Math.ceil(time.duration - time.at));
  return (
    <section aria-label={`Anuncio: ${title}`} className="absolute inset-0 bg-bg">
      {/* biome-ignore lint/a11y/useMediaCaption: ads have no captions */}
      <video
        ref={video}
        playsInline
        crossOrigin="anonymous"
        className="size-full object-contain"
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
          setTime({ at: currentTime, duration: Number.isFinite(duration) ? duration : 0 })
        }
        onEnded={onOver}
      />
      <div className="absolute inset-x-3 bottom-3 flex items-center gap-3">
        <span className="mr-auto rounded-sm bg-scrim px-2 py-1 text-small font-semibold tabular-nums">
          Anuncio{left > 0 && ` · ${left} s`}
        </span>
        {wait > 0 ? (
          <span className="rounded-full bg-scrim px-4 py-2 text-small font-semibold tabular-nums">
            Podrás saltarlo en {wait} s
          </span>
        ) : (
          <Button kind="secondary" onClick={onOver}>
            Saltar anuncio
          </Button>
        )}
      </div>
    </section>
  );
}
