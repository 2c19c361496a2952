/** The door to the player: a 16:9 box with the poster at once, the player's own chunk behind it. */
import { lazy, Suspense, useEffect } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import type { PlayerProps } from './player-props.ts';

const frame = 'relative aspect-video w-full overflow-hidden rounded-md bg-raised';

const load = () => import('./video-player.tsx');
const VideoPlayer = lazy(() => load().then((module) => ({ default: module.VideoPlayer })));

const AdPlayer = lazy(() => import('./ad-player.tsx').then((module) => ({ default: module.AdPlayer })));

/** An ad in the player's place. */
export function Ad({ poster, ...ad }: { url: string; title: string; poster?: string | null; onOver: () => void }) {
  return (
    <Suspense fallback={<Waiting poster={poster} />}>
      <div className={frame}>
        <AdPlayer {...ad} />
      </div>
    </Suspense>
  );
}

/** Fetches the player while the page still asks whether there is something to play. */
export function usePlayerSoon(likely: boolean): void {
  useEffect(() => {
    // A failure shows itself when the player is needed.
    if (likely) load().catch(() => undefined);
  }, [likely]);
}

export function Player(props: PlayerProps) {
  return (
    <Suspense fallback={<Waiting poster={props.poster} />}>
      <div className={frame}>
        <VideoPlayer {...props} />
      </div>
    </Suspense>
  );
}

/** The poster in the player's place while something is on its way. */
export function Waiting({ poster }: { poster?: string | null | undefined }) {
  return (
    <div className={frame}>
      {poster && <img src={poster} alt="" fetchPriority="high" className="absolute inset-0 size-full object-cover" />}
      <div className="absolute inset-0 grid place-items-center">
        <Spinner size={48} label="Cargando el video" />
      </div>
    </div>
  );
}
