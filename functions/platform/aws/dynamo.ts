/**
 * DynamoDB: plain JavaScript items by key, transactions, and the errors that callers handle. All tables have a string
 * `pk` and `sk` (infra/tables.ts).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { divide } from '../../../shared/domain/divide.ts';
import { getDocumentClient, type TableName, tableName } from './dynamo-client.ts';
import { ConditionFailed, withConditionErrors } from './dynamo-errors.ts';
import { retryUntilDone } from './retries.ts';

export interface Key {
  pk: string;
  sk: string;
}

export type Item = Record<string, unknown>;

/** One write of a transaction. */
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number] & {
  /** Publishes what the write stores, once the transaction has succeeded. */
  publish?: () => Promise<void>;
};

export async function getItem<T>(table: TableName, key: Key): Promise<T | undefined> {
  const { Item } = await getDocumentClient().send(
    new GetCommand({ TableName: tableName(table), Key: key, ConsistentRead: true }),
  );
  return Item as T | undefined;
}

/** Reads items of several tables, in the order of the keys; missing items are undefined. */
export async function getItems(keys: readonly { table: TableName; key: Key }[]): Promise<(Item | undefined)[]> {
  const name = (table: string, key: Item) => `${table}\n${key.pk}\n${key.sk}`;
  const distinct = new Map(keys.map(({ table, key }) => [name(tableName(table), { ...key }), { table, key }]));
  const items = new Map<string, Item>();
  const wanted = [...distinct.values()];
  for (const some of divide(wanted, batchSize))
    for (const [table, item] of await readBatch(some)) items.set(name(table, item), item);
  return keys.map(({ table, key }) => items.get(name(tableName(table), { ...key })));
}

/** DynamoDB's limit for one BatchGetItem. */
const batchSize = 100;

async function readBatch(keys: readonly { table: TableName; key: Key }[]): Promise<[string, Item][]> {
  let wanted: Record<string, { Keys: Item[]; ConsistentRead: boolean }> = {};
  for (const { table, key } of keys) {
    const request = wanted[tableName(table)] ?? { Keys: [], ConsistentRead: true };
    request.Keys.push({ ...key });
    wanted[tableName(table)] = request;
  }
  // A successful response may list keys that throttling left unread.
  const pairs: [string, Item][] = [];
  await retryUntilDone(async () => {
    const answer: { Responses?: Record<string, Item[]>; UnprocessedKeys?: Record<string, unknown> } =
      await getDocumentClient().send(new BatchGetCommand({ RequestItems: wanted }));
    for (const [table, items] of Object.entries(answer.Responses ?? {}))
      for (const item of items) pairs.push([table, item]);
    wanted = (answer.UnprocessedKeys ?? {}) as typeof wanted;
    return Object.keys(wanted).length === 0 || undefined;
  });
  return pairs;
}

/**
 * Writes an item and returns the previous one. A put that the SDK repeats after a lost answer finds its own item and
 * succeeds.
 * @throws ConditionFailed if `condition` does not hold.
 */
export async function putItem<T extends Key>(
  table: TableName,
  item: T,
  condition?: Condition,
): Promise<Partial<T> | undefined> {
  const putBy = randomBytes(9).toString('base64url');
  try {
    const answer = await withConditionErrors(() =>
      getDocumentClient().send(
        new PutCommand({
          TableName: tableName(table),
          Item: condition ? { ...item, putBy } : item,
          ReturnValues: 'ALL_OLD',
          ...toConditionFields(condition),
          ...(condition && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
        }),
      ),
    );
    return answer.Attributes?.putBy === putBy ? undefined : (answer.Attributes as Partial<T> | undefined);
  } catch (error) {
    if (error instanceof ConditionFailed && error.putBy === putBy) return undefined;
    throw error;
  }
}

export async function deleteItem(table: TableName, key: Key, condition?: Condition): Promise<void> {
  await withConditionErrors(() =>
    getDocumentClient().send(
      new DeleteCommand({ TableName: tableName(table), Key: key, ...toConditionFields(condition) }),
    ),
  );
}

export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** Applies an update expression; returns the new item, or the old values of the changed attributes. */
export async function updateItem<T>(
  table: TableName,
  key: Key,
  update: Condition,
  { condition, returns = 'ALL_NEW' }: { condition?: string; returns?: 'ALL_NEW' | 'UPDATED_OLD' } = {},
): Promise<T> {
  const answer = await withConditionErrors(() =>
    getDocumentClient().send(
      new UpdateCommand({
        TableName: tableName(table),
        Key: key,
        UpdateExpression: update.expression,
        ExpressionAttributeNames: update.names,
        ExpressionAttributeValues: update.values,
        ConditionExpression: condition,
        ReturnValues: returns,
      }),
    ),
  );
  return answer.Attributes as T;
}

/**
 * Writes all or none of at most 100 items, then publishes what they store.
 * @throws ConditionFailed with the indexes of the failed writes.
 */
export async function transact(writes: Write[]): Promise<void> {
  await commit(writes);
  await publishWritten(writes);
}

/** Like `transact`, without publishing. All attempts share a token: a repetition after a lost answer succeeds. */
export async function commit(writes: Write[]): Promise<void> {
  const token = randomUUID();
  const TransactItems = writes.map(({ publish: _, ...write }) => write);
  await withConditionErrors(() =>
    getDocumentClient().send(new TransactWriteCommand({ TransactItems, ClientRequestToken: token })),
  );
}

export async function publishWritten(writes: readonly Write[]): Promise<void> {
  for (const { publish } of writes) await publish?.();
}

export const putWrite = <T extends Key>(table: TableName, item: T, condition?: Condition): Write => ({
  Put: { TableName: tableName(table), Item: item, ...toConditionFields(condition) },
});

export const updateWrite = (table: TableName, key: Key, update: Condition, condition?: string): Write => ({
  Update: {
    TableName: tableName(table),
    Key: key,
    UpdateExpression: update.expression,
    ExpressionAttributeNames: update.names,
    ExpressionAttributeValues: update.values,
    ConditionExpression: condition,
  },
});

export const deleteWrite = (table: TableName, key: Key, condition?: Condition): Write => ({
  Delete: { TableName: tableName(table), Key: key, ...toConditionFields(condition) },
});

/** Makes a transaction depend on an item that it does not write. */
export const checkWrite = (table: TableName, key: Key, condition: Condition): Write => ({
  ConditionCheck: {
    TableName: tableName(table),
    Key: key,
    ConditionExpression: condition.expression,
    ExpressionAttributeNames: condition.names,
    ExpressionAttributeValues: condition.values,
  },
});

export const isNew: Condition = { expression: 'attribute_not_exists(pk)' };

/** Condition: the item has not changed since it was read. */
export const atVersion = (version: number): Condition => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});

function toConditionFields(condition?: Condition) {
  return condition
    ? {
        ConditionExpression: condition.expression,
        ExpressionAttributeNames: condition.names,
        ExpressionAttributeValues: condition.values,
      }
    : {};
}
