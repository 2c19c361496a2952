/** Seconds until the first page of `npm start` answers, with data kept from before. */
import type { Figure } from './figure.ts';
import { startProduct, withKeptLeague } from './product.ts';

export function start(): Promise<Figure[]> {
  return withKeptLeague(async (dataDir) => {
    const product = await startProduct(dataDir);
    await product.stop();
    return [{ what: '`npm start`, warm, to the first page', value: product.seconds, unit: 's', limit: 5 }];
  });
}
