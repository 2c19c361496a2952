/**
 * The status bar for offline mode (with the age of cached answers) and for a new release. Lazy-loaded after the page;
 * it also starts the service worker and, for logged-in users, preloads the player and renews their push subscription.
 */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { getCachedSince, onCachedSince } from '../lib/cached-answers.ts';
import { isDataSaverOn } from '../lib/data-saver.ts';
import { formatDay, formatTime } from '../lib/format.ts';
import { getRetryDelay } from '../lib/use-repair.ts';
import { readStored } from '../lib/use-stored.ts';
import { useSession } from '../session/session.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icon.tsx';
import { preloadPlayer } from './player-preload.ts';

export function ConnectionBar() {
  const online = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const since = useSyncExternalStore(onCachedSince, getCachedSince);
  const [isOld, setOld] = useState(false);
  const { isLoggedIn } = useSession();
  useEffect(startWorker, []);
  useEffect(() => (isLoggedIn ? preloadPlayer() : undefined), [isLoggedIn]);
  useEffect(() => {
    if (isLoggedIn && readStored('alert-device'))
      import('../features/reach/alerts/device.ts').then(({ renewDevice }) => renewDevice()).catch(() => undefined);
  }, [isLoggedIn]);
  useEffect(() => onOtherRelease(() => setOld(true)), []);
  useRefetchWhileCached(since !== null);
  const isOffline = !online || since !== null;
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-3 bottom-[calc(var(--bottom-bar)+0.75rem)] z-40 flex justify-center text-small"
    >
      {(isOffline || isOld) && (
        <p className="pointer-events-auto flex min-h-11 animate-appear items-center gap-3 rounded-full border border-line-strong bg-surface py-1 pr-2 pl-4 shadow-overlay">
          <Icon name={isOffline ? 'alert' : 'refresh'} size={18} />
          {isOffline ? (
            <span className="pr-2">
              <strong>Sin conexión.</strong>{' '}
              {since ? `Ves lo guardado ${formatSince(since)}.` : 'Lo que ves puede no estar al día.'}
            </span>
          ) : (
            <>
              Hay una versión nueva
              <Button kind="secondary" size="small" onClick={() => location.reload()}>
                Actualizar
              </Button>
            </>
          )}
        </p>
      )}
    </div>
  );
}

/** Returns, for example, 'hoy a las 18:04'. */
const formatSince = (iso: string) =>
  `${/^\d/.test(formatDay(iso)) ? 'el ' : ''}${formatDay(iso)} a las ${formatTime(iso)}`;

/**
 * Refetches while cached answers are shown: when the network or the page returns, and at intervals, in case the browser
 * misses it. Once the API answers, all cached data is refetched.
 */
function useRefetchWhileCached(isCached: boolean): void {
  const queries = useQueryClient();
  useEffect(() => {
    if (!isCached) return;
    let times = 1;
    let timer = setTimeout(refetchAll, getRetryDelay(times));
    function refetchAll() {
      clearTimeout(timer);
      if (!document.hidden) queries.invalidateQueries();
      times += 1;
      timer = setTimeout(refetchAll, getRetryDelay(times));
    }
    addEventListener('online', refetchAll);
    document.addEventListener('visibilitychange', refetchAll);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', refetchAll);
      document.removeEventListener('visibilitychange', refetchAll);
      queries.removeQueries({ type: 'inactive' });
      queries.invalidateQueries();
    };
  }, [isCached, queries]);
}

function subscribeToNetwork(changed: () => void): () => void {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
}

const checkIntervalMs = 30 * 60_000;

/** Release of this page, injected by web/build/service-worker.ts; undefined in development. */
const currentRelease = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content;

/**
 * Registers the service worker after the page has loaded, looks for a new release when the user returns after a while,
 * and reports it. Returns a function that stops the checks.
 */
function startWorker(): (() => void) | undefined {
  const { serviceWorker } = navigator;
  // Requires HTTPS and browser support. Data-saver users go without, because the precache has a few hundred KB.
  if (!currentRelease || !serviceWorker || isDataSaverOn()) return;
  let registered: ServiceWorkerRegistration | undefined;
  let checkedAt = performance.now();
  const register = () =>
    serviceWorker.register('/service-worker.js').then(
      (registration) => {
        registered = registration;
      },
      // The app works without the worker.
      () => undefined,
    );
  const checkForUpdate = () => {
    if (document.hidden || performance.now() - checkedAt < checkIntervalMs) return;
    checkedAt = performance.now();
    registered?.update().catch(() => undefined);
  };
  // The page's own requests go first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', register, { once: true });
  document.addEventListener('visibilitychange', checkForUpdate);
  return () => document.removeEventListener('visibilitychange', checkForUpdate);
}

/**
 * Calls back when another release has become active. From then on, clicks on links of viewers' pages do not reach the
 * router, so that the browser loads the page of that release. Back-office pages keep their forms and uploads.
 */
function onOtherRelease(onChange: () => void): () => void {
  const { serviceWorker } = navigator;
  let isOutdated = false;
  const onMessage = ({ data }: MessageEvent<{ release?: string } | undefined>) => {
    if (!currentRelease || !data?.release || data.release === currentRelease) return;
    isOutdated = true;
    onChange();
  };
  const onClick = (event: MouseEvent) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-theme=viewer] a[href]');
    if (isOutdated && link && link.pathname !== location.pathname) event.stopPropagation();
  };
  serviceWorker?.addEventListener('message', onMessage);
  document.addEventListener('click', onClick, true);
  return () => {
    serviceWorker?.removeEventListener('message', onMessage);
    document.removeEventListener('click', onClick, true);
  };
}
