/**
 * A silent background film of the home page's hero. It starts once the picture has loaded and the page is idle, pauses
 * out of view, and stays off on later visits after the viewer has stopped it. Omitted with reduced motion, data saver
 * or a slow connection.
 */
import { useEffect, useRef, useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { cx } from '../../../lib/class-names.ts';
import { isDataSaverOn } from '../../../lib/data-saver.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { isBoolean, useStored } from '../../../lib/use-stored.ts';
import { measureThroughput } from '../../../player/media-prefetch.ts';
import { IconButton } from '../../../ui/icon-button.tsx';

export function HeroFilm({ sport }: { sport: Sport }) {
  const prefersReducedMotion = useMedia('(prefers-reduced-motion: reduce)');
  const [isSlow] = useState(() => isDataSaverOn() || !isFast());
  return prefersReducedMotion || isSlow ? null : <Film sport={sport} />;
}

const films: Record<Sport, string> = { SOCCER: '/landing/soccer.mp4', BASKET: '/landing/hero.mp4' };

function Film({ sport }: { sport: Sport }) {
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
    const onPictureLoad = () => setPictureLoaded(true);
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
  }, []);

  useEffect(() => {
    // Where autoplay is blocked, the picture and the play button stay.
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
      <div className="absolute top-2 right-2 flex items-center gap-1 rounded-full bg-bg/90 pl-3 text-note beside:top-auto beside:right-4 beside:bottom-4">
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

/** At this rate, the film's 370 KB arrive within a second. */
const minBitsPerSecond = 3_000_000;

/** Returns false if the browser reports a slow connection, or the page's own transfers were slow. */
function isFast(): boolean {
  const { connection } = navigator as { connection?: { effectiveType?: string } };
  const isReportedSlow = ['slow-2g', '2g', '3g'].includes(connection?.effectiveType ?? '');
  const measured = measureThroughput();
  return navigator.onLine && !isReportedSlow && (measured === undefined || measured >= minBitsPerSecond);
}
