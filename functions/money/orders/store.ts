/** Orders in the table `purchases`: USER#{id} / ORDER#{number}. They are written once. */
import { getItem, isNew, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryItems } from '../../platform/aws/dynamo-queries.ts';
import type { Order } from './rules.ts';

/** Six years: Código de Comercio, art. 30. */
export const keepSeconds = 6 * 366 * 86_400;

/** Repeated, it changes nothing: the first record stands. */
export const recordOrder = (order: Order): Promise<unknown> =>
  putItem(
    'purchases',
    {
      ...orderKey(order.userId, order.number),
      ...order,
      expiresAt: Math.ceil(Date.parse(order.at) / 1000) + keepSeconds,
    },
    isNew,
  ).catch(ignoreFailedCondition);

export const findOrder = (userId: string, number: string): Promise<Order | undefined> =>
  getItem<Order & Key>('purchases', orderKey(userId, number));

/** Newest first. */
export async function listOrders(userId: string): Promise<Order[]> {
  const found: Order[] = [];
  for await (const page of queryItems<Order & Key>('purchases', `USER#${userId}`, { prefix: 'ORDER#' }))
    found.push(...page);
  return found.sort((a, b) => (a.at < b.at ? 1 : -1));
}

const orderKey = (userId: string, number: string): Key => ({ pk: `USER#${userId}`, sk: `ORDER#${number}` });
