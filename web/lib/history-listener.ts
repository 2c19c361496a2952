/**
 * Intercepts Back and Forward before the router does, so that a page can block them. Must be imported before the
 * router: browsers call window listeners in the order of registration.
 */
type Listener = (event: PopStateEvent) => void;

let first: Listener | undefined;
addEventListener('popstate', (event) => first?.(event));

/** One listener at a time; the returned function removes it. */
export function onHistoryStep(listener: Listener): () => void {
  first = listener;
  return () => {
    if (first === listener) first = undefined;
  };
}
