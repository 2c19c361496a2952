/** The stage's prices. */
import type { Prices } from '../../../shared/domain/plans.ts';
import { environment } from './environment.ts';

/** Euros; `eventMin` and `eventMax` limit the price of one match. */
export const readPrices = (): Prices & { eventMin: number; eventMax: number } => JSON.parse(environment('PRICES'));

export const readCents = (price: keyof ReturnType<typeof readPrices>): number => Math.round(readPrices()[price] * 100);
