/**
 * DynamoDB: plain JavaScript items by key, transactions, and the errors that callers handle. All tables have a string
 * `pk` and `sk` (infra/tables.ts).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  type QueryCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { environment } from './environment.ts';
import { persistent, persistently } from './retries.ts';

export type TableName =
  | 'users'
  | 'sessions'
  | 'clubs'
  | 'events'
  | 'scores'
  | 'vods'
  | 'content'
  | 'ads'
  | 'moments'
  | 'clips'
  | 'staff'
  | 'messages'
  | 'purchases'
  | 'library'
  | 'stripe-events'
  | 'broadcasts'
  | 'uploads'
  | 'leases'
  | 'views'
  | 'alerts'
  | 'matters'
  | 'audit'
  | 'rights'
  | 'quality';

export interface Key {
  pk: string;
  sk: string;
}

export type Item = Record<string, unknown>;
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A condition failed: another writer was faster, or the item does not exist. */
export class ConditionFailed extends Error {
  /** Indexes of the transaction's writes whose condition failed. */
  readonly failed: readonly number[];
  /** Token of the put that created the conflicting item, if known. */
  readonly putBy: string | undefined;

  constructor(failed: readonly number[] = [0], putBy?: string) {
    super('A condition of the write did not hold');
    this.name = 'ConditionFailed';
    this.failed = failed;
    this.putBy = putBy;
  }
}

let client: DynamoDBDocumentClient | undefined;

function documents(): DynamoDBDocumentClient {
  client ??= newDocuments();
  return client;
}

function newDocuments(): DynamoDBDocumentClient {
  const plain = new DynamoDBClient({ ...persistent(), streamCollector: collect });
  // Disabled because it is unused and traverses every response: 15 % of the CPU time of reading a page of items.
  plain.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(plain, {
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: false },
  });
}

/**
 * Collects a response body. The SDK's own collector pipes it through a stream, which costs 10 % more CPU and longer
 * garbage collections (6 ms every forty requests).
 */
async function collect(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
}

export const tableName = (table: TableName) => environment('TABLE_PREFIX') + table;

export async function getItem<T>(table: TableName, key: Key, consistent = true): Promise<T | undefined> {
  const { Item } = await documents().send(
    new GetCommand({ TableName: tableName(table), Key: key, ConsistentRead: consistent }),
  );
  return Item as T | undefined;
}

/** Reads items of several tables, in the order of the keys; missing items are undefined. */
export async function getItems(keys: readonly { table: TableName; key: Key }[]): Promise<(Item | undefined)[]> {
  const name = (table: string, key: Item) => `${table}\n${key.pk}\n${key.sk}`;
  const distinct = new Map(keys.map(({ table, key }) => [name(tableName(table), { ...key }), { table, key }]));
  const found = new Map<string, Item>();
  const wanted = [...distinct.values()];
  for (let from = 0; from < wanted.length; from += batchSize) {
    for (const [table, item] of await readBatch(wanted.slice(from, from + batchSize)))
      found.set(name(table, item), item);
  }
  return keys.map(({ table, key }) => found.get(name(tableName(table), { ...key })));
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
  const found: [string, Item][] = [];
  await persistently(async () => {
    const answer: { Responses?: Record<string, Item[]>; UnprocessedKeys?: Record<string, unknown> } =
      await documents().send(new BatchGetCommand({ RequestItems: wanted }));
    for (const [table, items] of Object.entries(answer.Responses ?? {}))
      for (const item of items) found.push([table, item]);
    wanted = (answer.UnprocessedKeys ?? {}) as typeof wanted;
    return Object.keys(wanted).length === 0 || undefined;
  });
  return found;
}

/**
 * Writes an item and returns the previous one.
 * @throws ConditionFailed if `condition` does not hold. If the SDK repeats a put whose answer was lost, the item that
 * it finds is its own and counts as success.
 */
export async function putItem<T extends Key>(
  table: TableName,
  item: T,
  condition?: Condition,
): Promise<Partial<T> | undefined> {
  const putBy = randomBytes(9).toString('base64url');
  try {
    const answer = await withConditionErrors(() =>
      documents().send(
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
    documents().send(new DeleteCommand({ TableName: tableName(table), Key: key, ...toConditionFields(condition) })),
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
    documents().send(
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

/** Yields the items of a partition page by page: after `after`, before `before`, or with `prefix`. */
export async function* queryItems<T>(
  table: TableName,
  pk: string,
  range: { after?: string; before?: string; prefix?: string } = {},
): AsyncGenerator<T[]> {
  const values: Record<string, unknown> = { ':pk': pk };
  let condition = 'pk = :pk';
  if (range.after !== undefined) {
    condition += ' AND sk > :after';
    values[':after'] = range.after;
  } else if (range.before !== undefined) {
    condition += ' AND sk < :before';
    values[':before'] = range.before;
  } else if (range.prefix !== undefined) {
    condition += ' AND begins_with(sk, :prefix)';
    values[':prefix'] = range.prefix;
  }
  let from: QueryCommandInput['ExclusiveStartKey'];
  do {
    const answer = await documents().send(
      new QueryCommand({
        TableName: tableName(table),
        KeyConditionExpression: condition,
        ExpressionAttributeValues: values,
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    if (answer.Items?.length) yield answer.Items as T[];
    from = answer.LastEvaluatedKey;
  } while (from);
}

/** Keys of a page's end, opaque to callers. */
export type Cursor = Record<string, string>;

/**
 * Reads a page of a partition of the table or an index, newest first. A range limits the sort key, both ends included.
 * An index lags behind its table for a moment.
 */
export async function queryLatest<T>(
  table: TableName,
  { pk, index, from, to, limit, cursor }: LatestQuery,
): Promise<{ items: T[]; cursor: Cursor | undefined }> {
  const { Items = [], LastEvaluatedKey } = await documents().send(
    new QueryCommand({
      TableName: tableName(table),
      ...(index && { IndexName: index.name }),
      KeyConditionExpression: `#pk = :pk${from && to ? ' AND #sk BETWEEN :from AND :to' : ''}`,
      ExpressionAttributeNames: { '#pk': index?.pk ?? 'pk', ...(from && to && { '#sk': index?.sk ?? 'sk' }) },
      ExpressionAttributeValues: { ':pk': pk, ...(from && to && { ':from': from, ':to': to }) },
      ConsistentRead: !index,
      ScanIndexForward: false,
      Limit: limit,
      ExclusiveStartKey: cursor,
    }),
  );
  return { items: Items as T[], cursor: LastEvaluatedKey as Cursor | undefined };
}

interface LatestQuery {
  pk: string;
  index?: { name: string; pk: string; sk: string };
  from?: string | undefined;
  to?: string | undefined;
  limit: number;
  cursor?: Cursor | undefined;
}

/**
 * Writes all or none of at most 100 items. All attempts share a token, so that a repetition after a lost answer
 * succeeds.
 * @throws ConditionFailed with the indexes of the failed writes.
 */
export async function transact(writes: Write[], token: string = randomUUID()): Promise<void> {
  await withConditionErrors(() =>
    documents().send(new TransactWriteCommand({ TransactItems: writes, ClientRequestToken: token })),
  );
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

/** True if other transactions caused the failure; the same write may succeed a moment later. */
export function isContention(error: unknown): boolean {
  return (
    error instanceof TransactionConflictException ||
    (error instanceof TransactionCanceledException &&
      (error.CancellationReasons ?? []).some(
        (reason) => reason.Code === 'TransactionConflict' || reason.Code === 'ThrottlingError',
      ))
  );
}

function toConditionFields(condition?: Condition) {
  return condition
    ? {
        ConditionExpression: condition.expression,
        ExpressionAttributeNames: condition.names,
        ExpressionAttributeValues: condition.values,
      }
    : {};
}

/** Retries on transaction conflicts, which the SDK does not, and maps errors to ConditionFailed. */
async function withConditionErrors<T>(call: () => Promise<T>): Promise<T> {
  const { value } = await persistently(async (attempt) => {
    try {
      return { value: await call() };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) throw new ConditionFailed([0], error.Item?.putBy?.S);
      if (error instanceof TransactionCanceledException) {
        const reasons = error.CancellationReasons ?? [];
        const failed = reasons.flatMap((reason, index) => (reason.Code === 'ConditionalCheckFailed' ? [index] : []));
        if (failed.length > 0) throw new ConditionFailed(failed);
      }
      if (!isContention(error) || attempt >= contentionAttempts) throw error;
      return undefined;
    }
  });
  return value;
}

const contentionAttempts = 8;
