/** Size budgets of the JavaScript for the first screen. */
import { expect, test, vi } from 'vitest';
import { webFigures } from '../bench/bundles.ts';

test('[D-DESK-1] JavaScript of landing, home and watch pages, scorer, phone and embeds stays within budget', async () => {
  // Vitest sets another NODE_ENV, which would build React for development.
  vi.stubEnv('NODE_ENV', 'production');
  const figures = await webFigures();
  expect(figures).toHaveLength(7);
  for (const { what, value, limit } of figures) expect(value, what).toBeLessThanOrEqual(limit);
});
