/** Shortens delays of the product during which a test only waits. */
import { vi } from 'vitest';

vi.mock('../../../web/lib/navigation-delays.ts', () => ({ navigationDelay: 400, uploadNavigationDelay: 200 }));
