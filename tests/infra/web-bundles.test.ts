/** What a browser loads before the first screen stays within its budget. */
import { expect, test, vi } from 'vitest';
import { webFigures } from '../bench/bundles.ts';
import { isThorough } from '../support/effort.ts';

test.runIf(isThorough)(
  '[D-DESK-1] JavaScript of the landing, home and watch pages, and of the desk',
  { timeout: 180_000 },
  async () => {
    // Vitest's own would build React for development.
    vi.stubEnv('NODE_ENV', 'production');
    const figures = await webFigures();
    expect(figures).toHaveLength(4);
    for (const { what, value, limit } of figures) expect(value, what).toBeLessThanOrEqual(limit);
  },
);
