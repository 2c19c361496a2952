import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A temporary folder, deleted after the last test of the file. */
export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cantera-own-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
