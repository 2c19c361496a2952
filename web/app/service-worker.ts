/**
 * Registers the service worker after the page has loaded, looks for a new release when the user returns after a while,
 * and reports it.
 */
import { isDataSaverOn } from '../lib/data-saver.ts';

const checkIntervalMs = 30 * 60_000;

/** Release of this page, injected by web/build/service-worker.ts; undefined in development. */
const currentRelease = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content;

/** Returns a function that stops the update checks. */
export function startWorker(): (() => void) | undefined {
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
export function onOtherRelease(onChange: () => void): () => void {
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
