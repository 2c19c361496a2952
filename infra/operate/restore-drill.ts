/**
 * `npm run restore:drill`: restores every table to a copy, and compares both. A restored list log must have no gap and
 * equal the real one; restored items of the same version must equal the real ones. What has been closed since must
 * follow from the audit, so that `npm run holds:apply` closes it again.
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
import type { AuditEntry } from '../../functions/platform/audit/rules.ts';
import {
  collectProtections,
  findEntriesStart,
  findLost,
  type Protectable,
  type Protection,
  protect,
} from '../../functions/trust/takedown/protection-rules.ts';
import { readDeployConfig } from '../config.ts';
import { resourcePrefix } from '../names.ts';
import { tables } from '../tables.ts';
import { readArguments, runCommand } from '../toolchain/arguments.ts';

const usage = `npm run restore:drill -- --stage <stage>

Restores all tables of a stage at once, as of ten minutes ago, to copies, compares each copy with its table and deletes the
copies. Does not change the stage; costs cents per gigabyte and takes about half an hour. Exits with 1 when a table was not restored completely.

  --stage <stage>  a deployed stage
  --help           shows this text`;

/** Restores and removes copies. Tests replace it, because the local database has no point-in-time recovery. */
export interface Restorer {
  restore(from: string, to: string, at: Date): Promise<void>;
  remove(table: string): Promise<void>;
}

export const createDynamoRestorer = (client: DynamoDBClient): Restorer => ({
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
  /** Differences between both tables; empty after a complete restore. */
  faults: string[];
}

/**
 * Restores all tables at once, which takes as long as the slowest (DynamoDB allows 50), then compares one after the
 * other. Always removes the copies.
 */
export async function runDrill(
  { prefix, at, client, restorer }: { prefix: string; at: Date; client: DynamoDBClient; restorer: Restorer },
  onVerdict: (verdict: Verdict) => void,
): Promise<Verdict[]> {
  const copies = tables.map(({ name }) => ({ name, real: prefix + name, copy: `${prefix}drill-${name}` }));
  const removeCopies = () => settleAll(copies.map(({ copy }) => restorer.remove(copy)));
  // An earlier drill may have crashed and left copies.
  await removeCopies();
  try {
    await settleAll(copies.map(({ real, copy }) => restorer.restore(real, copy, at)));
    const protections = await readProtections(client, prefix, at);
    const verdicts: Verdict[] = [];
    // A comparison holds both tables in memory, so only one runs at a time.
    for (const { name, real, copy } of copies) {
      const verdict = { table: name, ...(await compareTables(client, { real, copy }, protections[name] ?? [])) };
      verdicts.push(verdict);
      onVerdict(verdict);
    }
    return verdicts;
  } finally {
    await removeCopies();
  }
}

/** Waits for all calls, also after a failure, so that no copy appears after the cleanup. */
async function settleAll(calls: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(calls)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

type Item = Record<string, unknown> & { pk: string; sk: string };

/** Reads the closings since then, by table, from the audit, which is never restored. */
async function readProtections(
  client: DynamoDBClient,
  prefix: string,
  at: Date,
): Promise<Record<string, Protection[]>> {
  const entries = [...(await readItems(client, `${prefix}audit`)).values()] as unknown as AuditEntry[];
  const since = collectProtections(entries.filter((entry) => entry.at >= findEntriesStart(at.getTime())));
  const kinds = { events: 'events', vods: 'vods', clips: 'clips', content: 'contentvideos' };
  return Object.fromEntries(
    Object.entries(kinds).map(([table, kind]) => [table, since.filter((protection) => protection.kind === kind)]),
  );
}

async function compareTables(
  client: DynamoDBClient,
  { real, copy }: { real: string; copy: string },
  protections: readonly Protection[],
): Promise<Omit<Verdict, 'table'>> {
  const restored = await readItems(client, copy);
  // Read after the copy, so that it contains every item of the copy that still exists.
  const now = await readItems(client, real);
  const faults = findLogFaults(restored, now);
  faults.push(...findOpened(restored, now, protections));
  // A few items may all be newer than the time of the restore.
  if (restored.size === 0 && now.size >= 5) faults.push('the copy is empty');
  for (const [key, item] of restored) {
    const current = now.get(key);
    // Items deleted or changed since that time do not count as differences; the check of the log covers them.
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

/** Closes the copy's items again, as `holds:apply` does, and names those that would be open all the same. */
function findOpened(restored: Map<string, Item>, now: Map<string, Item>, protections: readonly Protection[]): string[] {
  const byId = new Map(protections.map((protection) => [protection.id, protection]));
  return [...restored].flatMap(([key, item]) => {
    const current = item.sk === 'ITEM' ? (now.get(key) as Partial<Protectable> | undefined) : undefined;
    if (!current) return [];
    const older = item as unknown as Protectable;
    const protection = byId.get(item.pk);
    const closed = (protection && protect(older, protection)) ?? older;
    return findLost(current, closed).map((what) => `${item.pk} would lose ${what} in a restore`);
  });
}

/** Checks a list: the copy's log must have no gap and equal the real one, and its items must exist. */
function findLogFaults(restored: Map<string, Item>, now: Map<string, Item>): string[] {
  const log = [...restored.values()].filter(({ pk }) => pk === 'LOG').sort((a, b) => (a.sk < b.sk ? -1 : 1));
  const faults: string[] = [];
  const last = new Map<string, boolean>();
  for (const [index, entry] of log.entries()) {
    if (Number(entry.sk) !== Number(log[0]?.sk) + index) faults.push(`the log has a gap before ${entry.sk}`);
    const current = now.get(toItemKey(entry));
    if (current && !isDeepStrictEqual(entry, current)) faults.push(`log entry ${entry.sk} differs`);
    last.set(String(entry.id), entry.row !== undefined);
  }
  const items = new Set([...restored.values()].filter(({ sk }) => sk === 'ITEM').map(({ pk }) => pk));
  if (items.size === 0) return faults;
  for (const [id, existsInLog] of last) {
    if (existsInLog !== items.has(id))
      faults.push(`${id} is ${existsInLog ? 'in the log and not' : 'not in the log but'} an item`);
  }
  // The log may be cut before an item's last entry.
  const restoredUntil = log.at(-1)?.sk ?? '';
  const isNewer = ({ pk, sk }: Item) => pk === 'LOG' && sk > restoredUntil;
  const changedSince = new Set([...now.values()].filter(isNewer).map(({ id }) => id));
  for (const { pk, sk } of now.values())
    if (sk === 'ITEM' && !items.has(pk) && !changedSince.has(pk)) faults.push(`${pk} is an item and not in the copy`);
  return faults;
}

const toItemKey = ({ pk, sk }: Item) => `${pk} / ${sk}`;

async function readItems(client: DynamoDBClient, TableName: string): Promise<Map<string, Item>> {
  const items = new Map<string, Item>();
  const pages = paginateScan({ client: DynamoDBDocumentClient.from(client) }, { TableName, ConsistentRead: true });
  for await (const { Items = [] } of pages) for (const item of Items as Item[]) items.set(toItemKey(item), item);
  return items;
}

if (import.meta.main) {
  const { values } = readArguments(usage, { stage: { type: 'string', default: '' } });
  await runCommand(async () => {
    if (!values.stage) throw new Error(`--stage is required\n\n${usage}`);
    const { stage, region } = readDeployConfig(() => undefined, { ...process.env, CANTERA_STAGE: values.stage });
    const client = new DynamoDBClient({ region });
    const at = new Date(Date.now() - 10 * 60_000);
    console.log(`Tables of ${stage}, as of ${at.toISOString()}`);
    const verdicts = await runDrill(
      { prefix: resourcePrefix(stage), at, client, restorer: createDynamoRestorer(client) },
      printVerdict,
    );
    const broken = verdicts.filter(({ faults }) => faults.length > 0);
    console.log(
      broken.length === 0
        ? 'All tables were restored completely'
        : `${broken.length} tables were not restored completely`,
    );
    if (broken.length > 0) process.exitCode = 1;
  });
}

function printVerdict({ table, items, faults }: Verdict): void {
  console.log(`${faults.length === 0 ? '✓' : '✗'} ${table.padEnd(14)} ${items} items`);
  for (const fault of faults.slice(0, 10)) console.log(`    ${fault}`);
}
