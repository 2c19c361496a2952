/**
 * Registers the service worker after the page has loaded, checks for a new release when the user returns after a while,
 * and reports one.
 */
import { savesData } from '../lib/saves-data.ts';

const lookAfterMs = 30 * 60_000;

/** This page's release, injected by web/worker-build.ts; undefined in development. */
const own = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content;

/** Returns a function that stops the update checks. */
export function startWorker(): (() => void) | undefined {
  const { serviceWorker } = navigator;
  // Requires HTTPS and browser support. The precache has a few hundred KB, so the data-saver setting skips it.
  if (!own || !serviceWorker || savesData()) return;
  let registered: ServiceWorkerRegistration | undefined;
  let lookedAt = performance.now();
  const register = () =>
    serviceWorker.register('/service-worker.js').then(
      (registration) => {
        registered = registration;
      },
      // A rejected registration is harmless: the app works without the worker.
      () => undefined,
    );
  const look = () => {
    if (document.hidden || performance.now() - lookedAt < lookAfterMs) return;
    lookedAt = performance.now();
    registered?.update().catch(() => undefined);
  };
  // The page's own requests go first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', register, { once: true });
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/**
 * Calls back when another release has become active. From then on links of viewer pages cause full page loads, which
 * switch to it; back-office pages are left alone, because of forms and uploads.
 */
export function onOtherRelease(hear: () => void): () => void {
  const { serviceWorker } = navigator;
  let isOld = false;
  const heard = ({ data }: MessageEvent<{ release?: string } | undefined>) => {
    if (!own || !data?.release || data.release === own) return;
    isOld = true;
    hear();
  };
  const follow = (event: MouseEvent) => {
    const link =
      event.target instanceof Element && event.target.closest<HTMLAnchorElement>('[data-theme=viewer] a[href]');
    if (isOld && link && link.pathname !== location.pathname) event.stopPropagation();
  };
  serviceWorker?.addEventListener('message', heard);
  document.addEventListener('click', follow, true);
  return () => {
    serviceWorker?.removeEventListener('message', heard);
    document.removeEventListener('click', follow, true);
  };
}
