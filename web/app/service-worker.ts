/**
 * The page's part in a release (E-PWA-1): registers the worker once the page has what it needs itself, looks for a new
 * release when somebody comes back to a page that was open for long, and hears of one.
 */
import { savesData } from '../lib/saves-data.ts';

const lookAfterMs = 30 * 60_000;

/** Of this page, as web/worker-build.ts wrote it. None while developing. */
const own = document.querySelector<HTMLMetaElement>('meta[name=release]')?.content;

/** Returns how to stop looking. */
export function startWorker(): (() => void) | undefined {
  const { serviceWorker } = navigator;
  // Only where the site is served safely; some browsers have none at all. What it keeps is a few hundred KB.
  if (!own || !serviceWorker || savesData()) return;
  let registered: ServiceWorkerRegistration | undefined;
  let lookedAt = performance.now();
  const register = () =>
    serviceWorker.register('/service-worker.js').then(
      (registration) => {
        registered = registration;
      },
      // A browser that refuses, or no network: the app works as it does without.
      () => undefined,
    );
  const look = () => {
    if (document.hidden || performance.now() - lookedAt < lookAfterMs) return;
    lookedAt = performance.now();
    registered?.update().catch(() => undefined);
  };
  // What the page itself loads goes first.
  if (document.readyState === 'complete') void register();
  else addEventListener('load', register, { once: true });
  document.addEventListener('visibilitychange', look);
  return () => document.removeEventListener('visibilitychange', look);
}

/**
 * Calls back when another release than this page's has been taken into use. From then on a link of a viewer's page is
 * followed by the browser itself, into that release; a form of the back-office, or an upload, is left where it is.
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
