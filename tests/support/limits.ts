/**
 * Timeouts of the tests in milliseconds. They end hanging tests, also on a machine at a third of its usual speed; `npm
 * run bench` measures speed. Nightly runs have longer ones, since their tests try more cases.
 */
import { isNightly } from './test-profile.ts';

/** One expectation, or one action in a browser. Nightly tests wait for lives to grow and to end. */
export const expectLimit = isNightly ? 60_000 : 20_000;

/** An update that an open page fetches by itself: a live page polls every 30 s. */
export const refreshLimit = 45_000;

/** One test. */
export const testLimit = isNightly ? 600_000 : 120_000;

/** A test of many random cases, of which a day has few. */
export const manyCasesLimit = isNightly ? 1_200_000 : 240_000;

/** A test of a whole live and its recording: a live ends one reconnect window after its camera. */
export const liveLimit = isNightly ? 600_000 : 300_000;

/** An expectation about an encoding, which queues behind those of other tests. */
export const encodingLimit = isNightly ? 300_000 : 80_000;

/** An expectation about the video of a live that has just ended: the reconnect window passes before the encoding. */
export const recordingLimit = isNightly ? 300_000 : 180_000;
