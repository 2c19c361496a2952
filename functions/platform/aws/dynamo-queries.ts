import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { getDocumentClient, type TableName, tableName } from './dynamo-client.ts';

/** Limits the sort key; `from` and `to` are both included. */
type Range = { after: string } | { before: string } | { prefix: string } | { from: string; to: string };

const conditions = {
  after: 'sk > :after',
  before: 'sk < :before',
  prefix: 'begins_with(sk, :prefix)',
  from: 'sk BETWEEN :from AND :to',
};

/** Yields the items of a partition page by page. */
export async function* queryItems<T>(table: TableName, pk: string, range?: Range): AsyncGenerator<T[]> {
  const limits = Object.entries(range ?? {});
  const [limit] = Object.keys(range ?? {}) as (keyof typeof conditions)[];
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const answer = await getDocumentClient().send(
      new QueryCommand({
        TableName: tableName(table),
        KeyConditionExpression: limit ? `pk = :pk AND ${conditions[limit]}` : 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk, ...Object.fromEntries(limits.map(([name, key]) => [`:${name}`, key])) },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    if (answer.Items?.length) yield answer.Items as T[];
    start = answer.LastEvaluatedKey;
  } while (start);
}

/** Reads all items of a partition, which must fit into memory. */
export async function queryAll<T>(table: TableName, pk: string, range?: Range): Promise<T[]> {
  const items: T[] = [];
  for await (const page of queryItems<T>(table, pk, range)) items.push(...page);
  return items;
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
  const { Items = [], LastEvaluatedKey } = await getDocumentClient().send(
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
