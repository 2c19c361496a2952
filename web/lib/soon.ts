/** What takes long to make and most pages need, such as the first formatter: 15 ms of a computer, 60 of a slow phone. */
import { lazy } from '../../shared/lazy.ts';

/** Made when it is first asked for, or before that, while the page waits for an answer and has nothing else to do. */
export function soon<Made extends object>(make: () => Made): () => Made {
  const get = lazy(make);
  globalThis.requestIdleCallback?.(get);
  return get;
}
