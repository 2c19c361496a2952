/** Pictures of orders: their folder, sizes and names. */
import { join } from 'node:path';
import { root } from '../../../infra/local/config.ts';
import type { SellerKind } from '../../../shared/domain/seller.ts';

export const folder = join(root, 'web/docs/order');

export const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

export const nameFile = (seller: SellerKind, number: number, width: number): string =>
  `${seller === 'own' ? '' : `${seller}-`}${String(number).padStart(2, '0')}-${width}.webp`;
