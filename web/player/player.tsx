/** Loads the player lazily; meanwhile shows the poster in a 16:9 box. */
import './stage.css';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Spinner } from '../ui/spinner.tsx';
import { WidePicture } from '../ui/wide-picture.tsx';
import type { PlayerProps } from './player-props.ts';

const frame = 'player-box relative aspect-video w-full overflow-hidden rounded-md bg-raised';

type PlayerCode = typeof import('./video-player.tsx');
let code: PlayerCode | undefined;
const load = async () => {
  code ??= await import('./video-player.tsx');
  return code;
};

const AdPlayer = lazy(() => import('./ad-player.tsx').then((module) => ({ default: module.AdPlayer })));

export function Ad({ poster, ...ad }: { url: string; title: string; poster?: string | null; onOver: () => void }) {
  return (
    <Suspense fallback={<PlayerPlaceholder poster={poster} />}>
      <div data-theme="stage" className={frame}>
        <AdPlayer {...ad} />
      </div>
    </Suspense>
  );
}

/** Preloads the player while the page still checks access. */
export function usePlayerPreload(likely: boolean): void {
  useEffect(() => {
    // The error shows when the player is rendered.
    if (likely) load().catch(() => undefined);
  }, [likely]);
}

export function Player(props: PlayerProps) {
  const [openedAt] = useState(() => performance.now());
  const VideoPlayer = usePlayerCode()?.VideoPlayer;
  if (!VideoPlayer) return <PlayerPlaceholder poster={props.poster} />;
  return (
    <div data-theme="stage" className={frame}>
      <VideoPlayer {...props} openedAt={openedAt} />
    </div>
  );
}

/**
 * Loads the player without `lazy`: React shows content behind a Suspense fallback about 300 ms late, to avoid flicker.
 */
function usePlayerCode(): PlayerCode | undefined {
  const [loaded, setLoaded] = useState(code);
  useEffect(() => {
    if (loaded) return;
    let left = false;
    load().then(
      (module) => !left && setLoaded(module),
      (error: unknown) =>
        !left &&
        setLoaded(() => {
          throw error;
        }),
    );
    return () => {
      left = true;
    };
  }, [loaded]);
  return loaded;
}

/** The poster with a spinner, in the player's place. */
export function PlayerPlaceholder({ poster }: { poster?: string | null | undefined }) {
  return (
    <div data-theme="stage" className={frame}>
      {poster && (
        <WidePicture src={poster} alt="" fetchPriority="high" className="absolute inset-0 size-full object-cover" />
      )}
      <div className="absolute inset-0 grid place-items-center">
        <Spinner size={48} label="Cargando el video" />
      </div>
    </div>
  );
}
