/** A screen that is photographed in a running product. */
import type { BrowserContextOptions, Page } from '@playwright/test';

export interface Sight {
  name: string;
  path: string | ((address: string) => Promise<string>);
  email?: string;
  sizes: { width: number; height: number }[];
  options?: BrowserContextOptions;
  /** The former product has no such screen, so that its half stays empty. */
  isNew?: true;
  act?: (page: Page) => Promise<unknown>;
}
