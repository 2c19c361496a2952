/**
 * How long tests wait. What comes is never waited for longer than it takes: limits are for what never comes, and a machine
 * on which a page takes ten times as long as on another is no failure. So no test's own limit is below these; only what is
 * tried again and again gives up sooner each time.
 */
import { isThorough } from '../../support/effort.ts';

/** Milliseconds for one thing that a test looks for, or does. */
export const waitTimeout = isThorough ? 120_000 : 60_000;

/** Milliseconds for a test that encodes nothing. */
export const testTimeout = isThorough ? 600_000 : 300_000;

/**
 * Milliseconds that an encoding may take: it waits for those of other tests, and has the processor after everything that
 * somebody waits for. Only one that never ends is a failure.
 */
export const patience = 600_000;
