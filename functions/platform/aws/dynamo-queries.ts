import { QueryCommand, type QueryCommandInput } from '@aws-sdk/lib-dynamodb';
import { getDocumentClient, type TableName, tableName } from './dynamo-client.ts';

/** Yields the items of a partition page by page; `after`, `before` or `prefix` limits the sort key. */
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
    const answer = await getDocumentClient().send(
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

/** Yields the items of a part of a partition page by page; both ends are included. */
export async function* queryBetween<T>(
  table: TableName,
  pk: string,
  { from, to }: { from: string; to: string },
): AsyncGenerator<T[]> {
  let start: QueryCommandInput['ExclusiveStartKey'];
  do {
    const answer = await getDocumentClient().send(
      new QueryCommand({
        TableName: tableName(table),
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
        ConsistentRead: true,
        ExclusiveStartKey: start,
      }),
    );
    if (answer.Items?.length) yield answer.Items as T[];
    start = answer.LastEvaluatedKey;
  } while (start);
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
