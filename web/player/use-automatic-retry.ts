/** Retries a failed playback: after growing delays, and when the network or the viewer returns. */
import { type RefObject, useEffect, useEffectEvent } from 'react';

/** Milliseconds before each automatic retry. After the last one, a click, `online` or the return to the tab retries. */
const retryDelaysMs = [5_000, 10_000, 20_000, 30_000, 60_000, 60_000];

/** `retries` counts since the last success, at which the caller sets it to 0. */
export function useAutomaticRetry(awaitsRetry: boolean, retries: RefObject<number>, retry: () => void): void {
  const retryNow = useEffectEvent(retry);
  useEffect(() => {
    if (!awaitsRetry) return;
    let isDone = false;
    const retryOnce = () => {
      if (isDone || document.hidden) return;
      isDone = true;
      retries.current += 1;
      retryNow();
    };
    const delay = retryDelaysMs[retries.current];
    const timer = delay === undefined ? undefined : setTimeout(retryOnce, delay);
    addEventListener('online', retryOnce);
    document.addEventListener('visibilitychange', retryOnce);
    return () => {
      isDone = true;
      clearTimeout(timer);
      removeEventListener('online', retryOnce);
      document.removeEventListener('visibilitychange', retryOnce);
    };
  }, [awaitsRetry, retries]);
}
