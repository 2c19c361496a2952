/**
 * Milliseconds that an encoding may take: it waits for those of other tests, and has the processor after everything that
 * somebody waits for. Only one that never ends is a failure.
 */
export const patience = 600_000;
