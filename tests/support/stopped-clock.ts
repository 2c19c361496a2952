/** For limits of seconds and less: what a slow machine takes is no part of the time that passes. */
import { onTestFinished, vi } from 'vitest';

/**
 * Stops the date of this process until the test ends; timers go on. Gives what moves it forward by milliseconds. Not for
 * tests that run beside others in one process.
 */
export function stopClock(): (forwardMs: number) => void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  onTestFinished(() => void vi.useRealTimers());
  return (forwardMs) => void vi.setSystemTime(Date.now() + forwardMs);
}
