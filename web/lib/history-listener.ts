/**
 * Intercepts Back and Forward before the router does, so that a page can block them. Must be imported before the
 * router, because window listeners run in the order of their registration.
 */
type Listener = (event: PopStateEvent) => void;

let currentListener: Listener | undefined;
addEventListener('popstate', (event) => currentListener?.(event));

/** Sets the listener, one at a time; the returned function removes it. */
export function onHistoryStep(listener: Listener): () => void {
  currentListener = listener;
  return () => {
    if (currentListener === listener) currentListener = undefined;
  };
}
