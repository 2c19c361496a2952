/**
 * `npm run restore:drill`: restores every table of a stage to a copy, compares both and deletes the copy.
 *
 * A list's restored log must be a gapless prefix of the real one, with items that match the log. In other tables, every
 * restored item that has not changed since must equal the real one.
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

Restores every table of a stage as of ten minutes ago to a copy, compares both and deletes the copy. Does not change the
stage; costs cents per gigabyte and takes about 15 minutes. Exits with 1 when a table was not restored completely.

  --stage <stage>  a deployed stage
  --help           shows this text`;

/** Restores and removes copies; tests use an implementation without point-in-time recovery. */
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
  /** Differences; empty when the table was restored completely. */
  faults: string[];
}

/** Restores and compares the tables one by one; always removes the copies. */
export async function drill(
  { prefix, at, client, restorer }: { prefix: string; at: Date; client: DynamoDBClient; restorer: Restorer },
  tell: (verdict: Verdict) => void,
): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const { name } of tables) {
    const [real, copy] = [prefix + name, `${prefix}drill-${name}`];
    // Left by an earlier drill that crashed.
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
  // Read after the copy, so that everything in the copy had been in the real table.
  const now = await itemsOf(client, real);
  const faults = logFaults(restored, now);
  // A few items may all be newer than the restored point in time.
  if (restored.size === 0 && now.size >= 5) faults.push('the copy is empty');
  for (const [key, item] of restored) {
    const current = now.get(key);
    // Items deleted or changed since are no differences; the log check above finds those.
    if (
      current &&
      item.version !== undefined &&
      item.version === current.version &&
      !isDeepStrictEqual(item, current)
    ) {
      faults.push(`${key} differs although its version is unchanged`);
    }
  }
  return { items: restored.size, faults };
}

/** Checks a list: the copy's log has no gaps, equals the real one, and its items exist. */
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
    if (!values.stage) throw new Error(`--stage is required\n\n${usage}`);
    const { stage, region } = deployConfig(() => undefined, { ...process.env, CANTERA_STAGE: values.stage });
    const client = new DynamoDBClient({ region });
    const at = new Date(Date.now() - 10 * 60_000);
    console.log(`Tables of ${stage}, as of ${at.toISOString()}`);
    const verdicts = await drill({ prefix: tablePrefix(stage), at, client, restorer: dynamoRestorer(client) }, tell);
    const broken = verdicts.filter(({ faults }) => faults.length > 0);
    console.log(
      broken.length === 0
        ? 'All tables were restored completely'
        : `${broken.length} tables were not restored completely`,
    );
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
