/**
 * The landing page's silent background film. It loads after the page, whose largest paint is its poster, can be paused,
 * and is omitted with reduced motion or data saver.
 */
import { useEffect, useRef, useState } from 'react';
import { isDataSaverOn } from '../../../lib/data-saver.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

export function HeroVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [paused, setPaused] = useState(false);
  const [isLoaded, setLoaded] = useState(false);
  useEffect(() => {
    if (isDataSaverOn() || globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches) return;
    const load = () => setLoaded(true);
    if (document.readyState === 'complete') return load();
    addEventListener('load', load);
    return () => removeEventListener('load', load);
  }, []);
  if (!isLoaded) return null;
  return (
    <>
      <video
        ref={video}
        src="/landing/hero.mp4"
        autoPlay
        muted
        loop
        playsInline
        aria-hidden="true"
        tabIndex={-1}
        className="absolute inset-0 -z-20 size-full object-cover motion-reduce:hidden"
        onPlay={() => setPaused(false)}
        onPause={() => setPaused(true)}
      />
      <IconButton
        icon={paused ? 'play' : 'pause'}
        label={paused ? 'Reanudar el video de fondo' : 'Pausar el video de fondo'}
        className="absolute! right-4 bottom-4 motion-reduce:hidden"
        onClick={() => (paused ? video.current?.play() : video.current?.pause())}
      />
    </>
  );
}
