/** Stops the clock for timeouts of seconds, so that a slow machine does not change the result. */
import { onTestFinished, vi } from 'vitest';

/**
 * Stops `Date` until the test ends; timers go on. Returns a function that moves it forward by milliseconds. Not for
 * tests that share a process with concurrent ones.
 */
export function stopClock(): (forwardMs: number) => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  return (forwardMs) => void vi.setSystemTime(Date.now() + forwardMs);
}
