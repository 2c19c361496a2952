/**
 * Holders by plan in the table `purchases`, HOLDERS#{product} / USER#{id} with the end of the right: changed in the same
 * transaction as the user's rights.
 */
import { type ProductType, planTypes } from '../../../shared/domain/plans.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { deleteWrite, type Key, putWrite, transact, type Write } from '../../platform/aws/dynamo.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';
import { listHeld } from './rules.ts';

/**
 * Writes for a change of the user's rights. Unchanged rights are written again, which adds fields that older versions
 * lack.
 */
export function holderWrites(before: StoredUser, after: StoredUser, now: number): Write[] {
  const [was, is] = [listHeld(before, now), listHeld(after, now)];
  return planTypes.flatMap((product) => {
    const key = holderKey(product, after.id);
    const until = is.get(product);
    if (until) return [putWrite('purchases', { ...key, until, expiresAt: Math.ceil(Date.parse(until) / 1000) })];
    return was.has(product) ? [deleteWrite('purchases', key)] : [];
  });
}

export const forgetHolder = (userId: string): Promise<void> =>
  transact(planTypes.map((product) => deleteWrite('purchases', holderKey(product, userId))));

export async function countHolders(product: ProductType, now: number): Promise<number> {
  let count = 0;
  for await (const page of queryItems<{ until: string }>('purchases', holderKey(product, '').pk))
    count += page.filter(({ until }) => Date.parse(until) > now).length;
  return count;
}

const holderKey = (product: ProductType, userId: string): Key => ({ pk: `HOLDERS#${product}`, sk: `USER#${userId}` });
