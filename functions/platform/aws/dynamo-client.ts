import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { environment } from './environment.ts';
import { makeOnce, withRetries } from './retries.ts';

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
  | 'segments'
  | 'leases'
  | 'views'
  | 'alerts'
  | 'matters'
  | 'audit'
  | 'rights'
  | 'quality';

export const getDocumentClient = /* @__PURE__ */ makeOnce(() => {
  const plain = new DynamoDBClient({ ...withRetries(), streamCollector: collect });
  // The SDK's log is unused, but traverses every response, which takes 15 % of the CPU time of reading a page of items.
  plain.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(plain, {
    marshallOptions: { removeUndefinedValues: true, convertClassInstanceToMap: false },
  });
});

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
