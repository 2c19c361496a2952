/** A match without sound behind the landing page's heading. It can be stopped, and never moves for those who want calm. */
import { useRef, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';

export function HeroVideo() {
  const video = useRef<HTMLVideoElement>(null);
  const [paused, setPaused] = useState(false);
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
