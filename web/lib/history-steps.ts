/**
 * Hears of Back and Forward before the router does, so that a page may hold them up. It must be loaded before the
 * router: on a window, browsers call listeners in the order in which they were added, capturing or not.
 */
type Listener = (event: PopStateEvent) => void;

let first: Listener | undefined;
addEventListener('popstate', (event) => first?.(event));

/** One page at a time; the answer gives it up. */
export function onHistoryStep(listener: Listener): () => void {
  first = listener;
  return () => {
    if (first === listener) first = undefined;
  };
}
