/**
 * Limits of the tests in milliseconds. They end what hangs; speed is measured by `npm run bench`. At night long batteries
 * of the same tests run, so a test has more time.
 */
import { isNightly } from './test-profile.ts';

/** One expectation, and one action in a browser. */
export const expectLimit = 10_000;

/** What an open page shows by itself: a live page asks every 30 s. */
export const refreshLimit = 45_000;

/** One test. */
export const testLimit = isNightly ? 600_000 : 60_000;

/** A test of a whole live, which ends 30 s after its camera (the reconnect window), and of its recording. */
export const liveLimit = isNightly ? 600_000 : 180_000;

/** An expectation about an encoding: it queues behind those of other tests. */
export const encodingLimit = isNightly ? 300_000 : 40_000;
