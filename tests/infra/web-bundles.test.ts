/** What a browser loads before the first screen stays within its budget. */
import { expect, test, vi } from 'vitest';
import { webFigures } from '../bench/bundles.ts';
import { isThorough } from '../support/effort.ts';

test.runIf(isThorough)(
  '[D-DESK-1] JavaScript of the landing, home and watch pages, of the desk and of a frame in another site',
  async () => {
    // Vitest's own would build React for development.
    vi.stubEnv('NODE_ENV', 'production');
    const figures = await webFigures();
    expect(figures).toHaveLength(6);
    for (const { what, value, limit } of figures) expect(value, what).toBeLessThanOrEqual(limit);
  },
);
