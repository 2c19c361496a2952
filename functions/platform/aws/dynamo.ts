/**
 * DynamoDB: plain JavaScript items by key, transactions, and the errors that our code decides on. All tables have a
 * string `pk` and `sk` (infra/tables.ts).
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
  | 'alerts';

export interface Key {
  pk: string;
  sk: string;
}

export type Item = Record<string, unknown>;
export type Write = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A condition did not hold: somebody else was faster, or the item is not there. */
export class ConditionFailed extends Error {
  /** For a transaction: which of its writes were refused. */
  readonly failed: readonly number[];
  /** Which put the item that was in the way came by, where that is known. */
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
  // It goes through every answer, for a logger that is not there: 15 % of the processor's time of a page's items.
  plain.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(plain, {
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: false },
  });
}

/**
 * An answer's body, as the SDK wants it. Its own way pipes it through a stream, which keeps what a call has needed from the
 * short collections of garbage: those took 6 ms every forty requests, and a call a tenth more of the processor.
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

/** Items by key over several tables, in the order of the keys; a missing one is undefined. */
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
  // What the service was too busy to read comes back as a key, in an answer that is a success.
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
 * Writes an item; with `condition`, only when it holds (else ConditionFailed). Gives what was in its place. A put whose
 * answer was lost, and which the SDK sends again, finds itself there: that is no refusal, and nothing was in its place.
 */
export async function putItem<T extends Key>(
  table: TableName,
  item: T,
  condition?: Condition,
): Promise<Partial<T> | undefined> {
  const putBy = randomBytes(9).toString('base64url');
  try {
    const answer = await refusable(() =>
      documents().send(
        new PutCommand({
          TableName: tableName(table),
          Item: condition ? { ...item, putBy } : item,
          ReturnValues: 'ALL_OLD',
          ...conditionOf(condition),
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
  await refusable(() =>
    documents().send(new DeleteCommand({ TableName: tableName(table), Key: key, ...conditionOf(condition) })),
  );
}

export interface Condition {
  expression: string;
  names?: Record<string, string>;
  values?: Record<string, unknown>;
}

/** Applies an update expression and gives the item as it is afterwards, or the changed attributes as they were. */
export async function updateItem<T>(
  table: TableName,
  key: Key,
  update: Condition,
  { condition, returns = 'ALL_NEW' }: { condition?: string; returns?: 'ALL_NEW' | 'UPDATED_OLD' } = {},
): Promise<T> {
  const answer = await refusable(() =>
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

/** All items of a partition whose sort key lies after `after`, before `before` or begins with `prefix`, page by page. */
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

/**
 * All or none of at most 100 writes; ConditionFailed names those that were refused. All attempts carry one token: what
 * was done, and only its answer lost, is not refused the second time.
 */
export async function transact(writes: Write[], token: string = randomUUID()): Promise<void> {
  await refusable(() =>
    documents().send(new TransactWriteCommand({ TransactItems: writes, ClientRequestToken: token })),
  );
}

export const putWrite = <T extends Key>(table: TableName, item: T, condition?: Condition): Write => ({
  Put: { TableName: tableName(table), Item: item, ...conditionOf(condition) },
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
  Delete: { TableName: tableName(table), Key: key, ...conditionOf(condition) },
});

export const isNew: Condition = { expression: 'attribute_not_exists(pk)' };

/** Nobody has changed the item since it was read. */
export const atVersion = (version: number): Condition => ({
  expression: '#version = :version',
  names: { '#version': 'version' },
  values: { ':version': version },
});

/** True when other transactions were in the way: the same write may succeed a moment later. */
export function isContention(error: unknown): boolean {
  return (
    error instanceof TransactionConflictException ||
    (error instanceof TransactionCanceledException &&
      (error.CancellationReasons ?? []).some(
        (reason) => reason.Code === 'TransactionConflict' || reason.Code === 'ThrottlingError',
      ))
  );
}

function conditionOf(condition?: Condition) {
  return condition
    ? {
        ConditionExpression: condition.expression,
        ExpressionAttributeNames: condition.names,
        ExpressionAttributeValues: condition.values,
      }
    : {};
}

/** Tries again while other transactions are in the way, which the SDK does not do; names what our code decides on. */
async function refusable<T>(call: () => Promise<T>): Promise<T> {
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
