/**
 * Orders in the table `purchases`: USER#{id} / ORDER#{number}, and NUMBER#{number} / OWNER, by which a withdrawal finds
 * the buyer, also after the account has been deleted. They are written once.
 */
import { getItem, isNew, type Key, putWrite, transact } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryAll, queryItems } from '../../platform/aws/dynamo-queries.ts';
import type { Order } from './rules.ts';

/** Six years: Código de Comercio, art. 30. */
export const keepSeconds = 6 * 366 * 86_400;

/** Repeated, it changes nothing: the first record stands. */
export async function recordOrder(order: Order): Promise<void> {
  const { number, userId, at } = order;
  const expiresAt = Math.ceil(Date.parse(at) / 1000) + keepSeconds;
  await transact([
    putWrite('purchases', { ...orderKey(userId, number), ...order, expiresAt }, isNew),
    putWrite('purchases', { ...ownerKey(number), userId, expiresAt }, isNew),
  ]).catch(ignoreFailedCondition);
}

export const findOwner = async (number: string): Promise<string | undefined> =>
  (await getItem<Key & { userId: string }>('purchases', ownerKey(number)))?.userId;

export const findOrder = (userId: string, number: string): Promise<Order | undefined> =>
  getItem<Order & Key>('purchases', orderKey(userId, number));

/** Newest first. */
export async function listOrders(userId: string): Promise<Order[]> {
  const orders = await queryAll<Order & Key>('purchases', `USER#${userId}`, { prefix: 'ORDER#' });
  return orders.sort((a, b) => (a.at < b.at ? 1 : -1));
}

/** Cents that were paid, with a coupon perhaps less than ordered, by order: each payment leaves a receipt's mark. */
export async function listPaid(userId: string): Promise<Map<string, number | undefined>> {
  const paid = new Map<string, number | undefined>();
  const receipts = queryItems<Key & { order?: string; paid?: number }>('purchases', `USER#${userId}`, {
    prefix: 'RECEIPT#',
  });
  for await (const page of receipts)
    for (const receipt of page) if (receipt.order) paid.set(receipt.order, receipt.paid);
  return paid;
}

const orderKey = (userId: string, number: string): Key => ({ pk: `USER#${userId}`, sk: `ORDER#${number}` });
const ownerKey = (number: string): Key => ({ pk: `NUMBER#${number}`, sk: 'OWNER' });
