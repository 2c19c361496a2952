/**
 * Closed statements in the table `purchases`: STATEMENTS / {month} names one, whose figures and lines are parts of
 * STATEMENT#{id}. Parts are written first, so that one that was interrupted is never named.
 */
import { ulid } from 'ulid';
import { getItem, isNew, type Key, putItem } from '../../platform/aws/dynamo.ts';
import { ignoreFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import { keepSeconds } from '../orders/store.ts';
import type { Carried, StatementLine, StatementRow } from './rules.ts';

export interface ClosedStatement {
  /** `YYYY-MM`. */
  month: string;
  id: string;
  /** ISO 8601. */
  closedAt: string;
  carried: Carried;
}

export const findStatement = (month: string): Promise<ClosedStatement | undefined> =>
  getItem<ClosedStatement & Key>('purchases', toKey(month));

/** Oldest first. */
export const listStatements = (): Promise<ClosedStatement[]> => queryAll<ClosedStatement & Key>('purchases', partition);

/** Closes a month once; of concurrent requests, the first one decides. */
export async function closeStatement(
  month: string,
  { rows, lines, carried }: { rows: readonly StatementRow[]; lines: readonly StatementLine[]; carried: Carried },
  now: number,
): Promise<void> {
  const id = ulid(now);
  const expiresAt = Math.ceil(now / 1000) + keepSeconds;
  for (const [name, items] of [['ROWS', rows] as const, ['LINES', lines] as const])
    for (let from = 0; from < items.length; from += partSize)
      await putItem('purchases', {
        pk: toPartsKey(id),
        sk: `${name}#${String(from).padStart(8, '0')}`,
        items: items.slice(from, from + partSize),
        expiresAt,
      });
  const closed: ClosedStatement = { month, id, closedAt: new Date(now).toISOString(), carried };
  await putItem('purchases', { ...toKey(month), ...closed, expiresAt }, isNew).catch(ignoreFailedCondition);
}

/** An item holds 400 KB. */
const partSize = 500;

export const readRows = ({ id }: ClosedStatement): Promise<StatementRow[]> => readParts<StatementRow>(id, 'ROWS#');
export const readLines = ({ id }: ClosedStatement): Promise<StatementLine[]> => readParts<StatementLine>(id, 'LINES#');

async function readParts<Item>(id: string, prefix: string): Promise<Item[]> {
  const parts = await queryAll<Key & { items: Item[] }>('purchases', toPartsKey(id), { prefix });
  return parts.flatMap(({ items }) => items);
}

const partition = 'STATEMENTS';
const toKey = (month: string): Key => ({ pk: partition, sk: month });
const toPartsKey = (id: string) => `STATEMENT#${id}`;
