import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { tables } from '../../infra/tables.ts';

const { getDocumentClient, tableName } = await import('../../functions/platform/aws/dynamo-client.ts');

type Item = Record<string, unknown> & { pk: string; sk: string };

/** Items of all tables that contain one of the texts. */
export async function findItems(texts: readonly string[]): Promise<{ table: string; item: Item }[]> {
  const found: { table: string; item: Item }[] = [];
  for (const { name } of tables) {
    let start: Record<string, unknown> | undefined;
    do {
      const page = await getDocumentClient().send(
        new ScanCommand({ TableName: tableName(name), ...(start && { ExclusiveStartKey: start }) }),
      );
      for (const item of (page.Items ?? []) as Item[]) {
        const text = JSON.stringify(item);
        if (texts.some((one) => text.includes(one))) found.push({ table: name, item });
      }
      start = page.LastEvaluatedKey;
    } while (start);
  }
  return found;
}
