/** Writes a list's snapshot from the items of its table, because the log does not reach back to the first one. */
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { getDocumentClient, type TableName, tableName } from '../../functions/platform/aws/dynamo-client.ts';
import { queryLatest } from '../../functions/platform/aws/dynamo-queries.ts';

/** A `Collection` of any items. */
interface RebuiltList {
  rebuildSnapshot(pages: AsyncIterable<never[]>, sequence: number): Promise<number>;
}

/** Safe under traffic: changes during the scan follow in the log. Returns the number of rows. */
export async function rebuildSnapshot(table: TableName, list: RebuiltList): Promise<number> {
  const { items } = await queryLatest<{ sk: string }>(table, { pk: 'LOG', limit: 1 });
  return list.rebuildSnapshot(scanItems(table), Number(items[0]?.sk ?? 0));
}

async function* scanItems(table: TableName): AsyncGenerator<never[]> {
  const pages = paginateScan(
    { client: getDocumentClient() },
    {
      TableName: tableName(table),
      FilterExpression: 'sk = :item',
      ExpressionAttributeValues: { ':item': 'ITEM' },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages) yield Items as never[];
}
