/** Shortens waits of the product in which a test has nothing to do. */
import { vi } from 'vitest';

vi.mock('../../../web/lib/navigation-delays.ts', () => ({ navigationDelay: 400, uploadNavigationDelay: 400 }));
