/**
 * Seconds until the first page of `npm start` answers, with data kept from before, and its memory while nobody uses it,
 * over all its processes including npm.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { inTemporaryFolder } from '../support/in-temporary-folder.ts';
import type { Figure } from './figure.ts';
import { measureMegabytes } from './memory.ts';
import { startProduct } from './product.ts';

/** Pause after the start. */
const calmMs = 15_000;

export function start(): Promise<Figure[]> {
  return inTemporaryFolder(async (dataDir) => {
    // Fills the folder with the complete demo league.
    await (await startProduct(dataDir, 'demo videos are ready')).stop();
    const product = await startProduct(dataDir);
    await sleep(calmMs);
    const megabytes = measureMegabytes(product.pid);
    await product.stop();
    return [
      { what: '`npm start`, warm, to the first page', value: product.seconds, unit: 's', limit: 5 },
      { what: 'Memory of `npm start`, idle', value: megabytes, unit: 'MB', limit: 200 },
    ];
  });
}
