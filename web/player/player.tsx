/** The door to the player: a 16:9 box with the poster at once, the player's own chunk behind it. */
import './stage.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import type { PlayerProps } from './player-props.ts';

const frame = 'player-box relative aspect-video w-full overflow-hidden rounded-md bg-raised';

type PlayerCode = typeof import('./video-player.tsx');
let code: PlayerCode | undefined;
const load = async () => {
  code ??= await import('./video-player.tsx');
  return code;
};

const AdPlayer = lazy(() => import('./ad-player.tsx').then((module) => ({ default: module.AdPlayer })));

/** An ad in the player's place. */
export function Ad({ poster, ...ad }: { url: string; title: string; poster?: string | null; onOver: () => void }) {
  return (
    <Suspense fallback={<Waiting poster={poster} />}>
      <div data-theme="stage" className={frame}>
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
  const VideoPlayer = usePlayerCode()?.VideoPlayer;
  if (!VideoPlayer) return <Waiting poster={props.poster} />;
  return (
    <div data-theme="stage" className={frame}>
      <VideoPlayer {...props} />
    </div>
  );
}

/** In place of `lazy`: React shows what a Suspense has waited for a third of a second late, so that pages do not flicker. */
function usePlayerCode(): PlayerCode | undefined {
  const [loaded, setLoaded] = useState(code);
  useEffect(() => {
    if (loaded) return;
    let left = false;
    load().then(
      (found) => !left && setLoaded(found),
      (error: unknown) =>
        !left &&
        setLoaded(() => {
          // For the page's error boundary.
          throw error;
        }),
    );
    return () => {
      left = true;
    };
  }, [loaded]);
  return loaded;
}

/** The poster in the player's place while something is on its way. */
export function Waiting({ poster }: { poster?: string | null | undefined }) {
  return (
    <div data-theme="stage" className={frame}>
      {poster && <img src={poster} alt="" fetchPriority="high" className="absolute inset-0 size-full object-cover" />}
      <div className="absolute inset-0 grid place-items-center">
        <Spinner size={48} label="Cargando el video" />
      </div>
    </div>
  );
}
