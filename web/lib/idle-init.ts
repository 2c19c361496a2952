/**
 * Creates slow values while the page is idle, such as the first formatter (15 ms on a desktop, 60 ms on a slow phone).
 */
import { lazy } from '../../shared/domain/lazy.ts';

/** Creates the value while the page is idle, or at the first call if that is sooner. */
export function initWhenIdle<Made extends object>(make: () => Made): () => Made {
  const get = lazy(make);
  globalThis.requestIdleCallback?.(get);
  return get;
}
