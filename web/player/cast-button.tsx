/** The Chromecast button, shown while a device is available. */
import { type RefObject, useEffect, useState } from 'react';
import { Icon } from '../ui/icon.tsx';
import type { CastState } from './cast-video.ts';

const load = () => import('./cast-video.ts');

/** Loads the Cast script, in Chromium browsers only. */
export function useCast(video: RefObject<HTMLVideoElement | null>, started: boolean): CastState {
  const [state, setState] = useState<CastState>({ available: false, device: undefined });
  useEffect(() => {
    const element = video.current;
    if (!element || !started || !('chrome' in globalThis)) return;
    let stop: (() => void) | undefined;
    let isUnmounted = false;
    load()
      .then(({ watchCast }) => {
        if (!isUnmounted) stop = watchCast(element, setState);
      })
      .catch(() => undefined);
    return () => {
      isUnmounted = true;
      stop?.();
    };
  }, [video, started]);
  return state;
}

export function CastButton({
  video,
  device,
  item,
}: {
  video: RefObject<HTMLVideoElement | null>;
  device: string | undefined;
  /** Returns what the television will play, with an address that stays valid for hours. */
  item: () => Promise<Parameters<Awaited<ReturnType<typeof load>>['cast']>[1]>;
}) {
  async function choose() {
    const [{ cast }, current] = await Promise.all([load(), item()]);
    // Closing the list of devices rejects the promise.
    if (video.current) await cast(video.current, current).catch(() => undefined);
  }
  return (
    <button
      type="button"
      className="player-button"
      aria-pressed={device !== undefined}
      aria-label="Ver en la tele con Chromecast"
      onClick={choose}
    >
      <Icon name="cast" size={24} />
    </button>
  );
}
