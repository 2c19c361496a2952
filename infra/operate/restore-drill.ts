/**
 * `npm run restore:drill`: restores every table of a stage beside the real one, as it was some minutes ago, compares the
 * two, and takes the copies away. Changes nothing of the stage.
 *
 * What is compared: a list's log is append-only and without gaps, so a restored one is whole when it is the beginning of
 * the real one, holds everything up to the moment, and its items are those that the log names. Other tables have no such
 * proof in them: theirs is that everything in the copy that has not been changed since is the same in the real one.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  DeleteTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
  waitUntilTableNotExists,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { deployConfig } from '../config.ts';
import { tablePrefix } from '../names.ts';
import { tables } from '../tables.ts';
import { readArguments } from '../toolchain/arguments.ts';

const usage = `npm run restore:drill -- --stage <stage>

Restores every table of a stage beside the real one, as it was ten minutes ago, compares the two, and takes the copies
away. Changes nothing of the stage; costs cents by the gigabyte, and takes a quarter of an hour. Ends with 1 when a table
does not come back whole.

  --stage <stage>  a deployed stage
  --help           this text`;

/** Who makes copies: DynamoDB; in tests, something that copies item by item. */
export interface Restorer {
  restore(from: string, to: string, at: Date): Promise<void>;
  remove(table: string): Promise<void>;
}

export const dynamoRestorer = (client: DynamoDBClient): Restorer => ({
  async restore(SourceTableName, TargetTableName, RestoreDateTime) {
    await client.send(new RestoreTableToPointInTimeCommand({ SourceTableName, TargetTableName, RestoreDateTime }));
    await waitUntilTableExists({ client, maxWaitTime: 3600 }, { TableName: TargetTableName });
  },
  async remove(TableName) {
    try {
      await client.send(new DescribeTableCommand({ TableName }));
    } catch (error) {
      if ((error as Error).name === 'ResourceNotFoundException') return;
      throw error;
    }
    await client.send(new DeleteTableCommand({ TableName }));
    await waitUntilTableNotExists({ client, maxWaitTime: 600 }, { TableName });
  },
});

export interface Verdict {
  table: string;
  items: number;
  /** What is not as it should be; empty when the table came back whole. */
  faults: string[];
}

/** Restores and compares one table after the other; the copies are gone afterwards, whatever happens. */
export async function drill(
  { prefix, at, client, restorer }: { prefix: string; at: Date; client: DynamoDBClient; restorer: Restorer },
  tell: (verdict: Verdict) => void,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name } of tables) {
    const [real, copy] = [prefix + name, `${prefix}drill-${name}`];
    // An earlier drill may have died.
    await restorer.remove(copy);
    try {
      await restorer.restore(real, copy, at);
      const verdict = { table: name, ...(await compare(client, real, copy)) };
      verdicts.push(verdict);
      tell(verdict);
    } finally {
      await restorer.remove(copy);
    }
  }
  return verdicts;
}

type Item = Record<string, unknown> & { pk: string; sk: string };

async function compare(client: DynamoDBClient, real: string, copy: string): Promise<Omit<Verdict, 'table'>> {
  const restored = await itemsOf(client, copy);
  // Read after the copy: everything in the copy was in the real one before.
  const now = await itemsOf(client, real);
  const faults = logFaults(restored, now);
  // A few may all be younger than the moment.
  if (restored.size === 0 && now.size >= 5) faults.push('the copy is empty');
  for (const [key, item] of restored) {
    const current = now.get(key);
    // Gone or changed since is no fault; the log above tells what is.
    if (
      current &&
      item.version !== undefined &&
      item.version === current.version &&
      !isDeepStrictEqual(item, current)
    ) {
      faults.push(`${key} differs though nobody has changed it`);
    }
  }
  return { items: restored.size, faults };
}

/** Of a list: the copy's log has no gaps, says what the real one says, and its items are there. */
function logFaults(restored: Map<string, Item>, now: Map<string, Item>): string[] {
  const log = [...restored.values()].filter(({ pk }) => pk === 'LOG').sort((a, b) => (a.sk < b.sk ? -1 : 1));
  const faults: string[] = [];
  const last = new Map<string, boolean>();
  for (const [index, entry] of log.entries()) {
    if (Number(entry.sk) !== Number(log[0]?.sk) + index) faults.push(`the log has a gap before ${entry.sk}`);
    const current = now.get(keyOf(entry));
    if (current && !isDeepStrictEqual(entry, current)) faults.push(`log entry ${entry.sk} differs`);
    last.set(String(entry.id), entry.row !== undefined);
  }
  const items = new Set([...restored.values()].filter(({ sk }) => sk === 'ITEM').map(({ pk }) => pk));
  if (items.size === 0) return faults;
  for (const [id, isThere] of last) {
    if (isThere !== items.has(id))
      faults.push(`${id} is ${isThere ? 'in the log and not' : 'not in the log but'} an item`);
  }
  return faults;
}

const keyOf = ({ pk, sk }: Item) => `${pk} / ${sk}`;

async function itemsOf(client: DynamoDBClient, TableName: string): Promise<Map<string, Item>> {
  const found = new Map<string, Item>();
  const pages = paginateScan({ client: DynamoDBDocumentClient.from(client) }, { TableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) for (const item of Items as Item[]) found.set(keyOf(item), item);
  return found;
}

if (import.meta.main) {
  const { values } = readArguments(usage, { stage: { type: 'string', default: '' } });
  try {
    if (!values.stage) throw new Error(`--stage is needed\n\n${usage}`);
    const { stage, region } = deployConfig(() => undefined, { ...process.env, CANTERA_STAGE: values.stage });
    const client = new DynamoDBClient({ region });
    const at = new Date(Date.now() - 10 * 60_000);
    console.log(`Tables of ${stage}, as of ${at.toISOString()}`);
    const verdicts = await drill({ prefix: tablePrefix(stage), at, client, restorer: dynamoRestorer(client) }, tell);
    const broken = verdicts.filter(({ faults }) => faults.length > 0);
    console.log(broken.length === 0 ? 'All came back whole' : `${broken.length} did not come back whole`);
    if (broken.length > 0) process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function tell({ table, items, faults }: Verdict): void {
  console.log(`${faults.length === 0 ? '✓' : '✗'} ${table.padEnd(14)} ${items} items`);
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`);
}
