/** Playwright's `expect` with the tests' limit. Outside Playwright's runner, in a season or a weekend, it has five seconds. */
import { expect as base } from '@playwright/test';
import { expectLimit } from '../../support/limits.ts';

export const expect = base.configure({ timeout: expectLimit });
