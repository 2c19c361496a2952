/**
 * A silent background film for the home hero. Starts once the picture has loaded and the page is idle, pauses while not
 * visible, and remembers a stop. Skipped with reduced motion, data saver or a slow connection.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { cx } from '../../../lib/class-names.ts';
import { isDataSaverOn } from '../../../lib/data-saver.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { isBoolean, useStored } from '../../../lib/use-stored.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

export function HeroFilm({ sport }: { sport: Sport }) {
  const isCalm = useMedia('(prefers-reduced-motion: reduce)');
  const [isSlow, setSlow] = useState(() => isDataSaverOn() || !isFast());
  const onSlow = useCallback(() => setSlow(true), []);
  return isCalm || isSlow ? null : <Film sport={sport} onSlow={onSlow} />;
}

const films: Record<Sport, string> = { SOCCER: '/landing/soccer.mp4', BASKET: '/landing/hero.mp4' };

function Film({ sport, onSlow }: { sport: Sport; onSlow: () => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [isStopped, setStopped] = useStored('home-film-stopped', false, isBoolean);
  const [isPictureLoaded, setPictureLoaded] = useState(false);
  const [isVisible, setVisible] = useState(true);
  const [hasBegun, setBegun] = useState(false);
  const plays = isPictureLoaded && isVisible && !isStopped;

  useEffect(() => {
    const hero = video.current?.closest('[data-hero]');
    const picture = hero?.querySelector('img');
    if (!hero || !picture) return;
    const onPictureLoad = () => (loadedSlowly(picture) ? onSlow() : setPictureLoaded(true));
    if (picture.complete) onPictureLoad();
    else picture.addEventListener('load', onPictureLoad, { once: true });

    let isInSight = true;
    const updateVisibility = () => setVisible(isInSight && !document.hidden);
    document.addEventListener('visibilitychange', updateVisibility);
    const sight = globalThis.IntersectionObserver
      ? new IntersectionObserver(([entry]) => {
          isInSight = entry?.isIntersecting ?? true;
          updateVisibility();
        })
      : undefined;
    sight?.observe(hero);
    return () => {
      picture.removeEventListener('load', onPictureLoad);
      document.removeEventListener('visibilitychange', updateVisibility);
      sight?.disconnect();
    };
  }, [onSlow]);

  useEffect(() => {
    // If autoplay is blocked, the picture and the play button stay.
    if (plays) video.current?.play()?.catch(() => undefined);
    else video.current?.pause();
  }, [plays]);

  return (
    <>
      <video
        ref={video}
        src={isPictureLoaded && (hasBegun || !isStopped) ? films[sport] : undefined}
        muted
        loop
        playsInline
        aria-hidden="true"
        tabIndex={-1}
        className={cx(
          'absolute inset-x-0 top-0 -z-20 aspect-video w-full object-cover transition-opacity duration-600 beside:left-auto beside:h-full beside:w-auto',
          !hasBegun && 'opacity-0',
        )}
        onPlaying={() => setBegun(true)}
      />
      <div className="absolute top-2 right-2 flex items-center gap-1 rounded-full bg-bg/70 pl-3 text-note beside:top-auto beside:right-4 beside:bottom-4">
        {hasBegun && <span aria-hidden="true">Imágenes de archivo</span>}
        <IconButton
          icon={isStopped ? 'play' : 'pause'}
          label={isStopped ? 'Reanudar el video de fondo' : 'Pausar el video de fondo'}
          className="-ml-2"
          onClick={() => setStopped(!isStopped)}
        />
      </div>
    </>
  );
}

/** Milliseconds. The picture has a tenth of the film's bytes, so a slow picture means a slow connection. */
const slowPictureMs = 500;

function loadedSlowly(picture: HTMLImageElement): boolean {
  const [timing] = performance.getEntriesByName?.(picture.currentSrc) ?? [];
  return timing !== undefined && timing.duration > slowPictureMs;
}

/** False on slow connections, where the browser reports it; a decorative film is not worth the traffic. */
function isFast(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  return navigator.onLine && !['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '');
}
