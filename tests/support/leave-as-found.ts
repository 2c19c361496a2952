/** Files share their worker, with its environment, clock and modules: what one has replaced is gone with it. */
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
