/**
 * Compares the edge's store with the withdrawn items once a day, in pages, and queues the differences for the writer.
 * It never opens many entries by itself, because items restored from an older table lack later withdrawals.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { transact } from '../../platform/aws/dynamo.ts';
import { listEdgeEntries } from '../../platform/aws/edge-store.ts';
import { environment } from '../../platform/aws/environment.ts';
import { readText, writeObject } from '../../platform/aws/storage.ts';
import { log } from '../../platform/observability/log.ts';
import { measure } from '../../platform/observability/metrics.ts';
import {
  edgeUpdateWrite,
  forgetDeletion,
  readWithdrawn,
  type WithdrawnEntry,
  type WithdrawnRef,
} from '../../platform/withholding/withdrawals.ts';
import { findDifferences, isDue, mostLoosened, toRef } from './compare-rules.ts';
import { readEdgeEntries, shareBroadcasts } from './edge-entries.ts';
import { fresh, keepComparison, readComparison } from './waiting.ts';

/** The store as it was when the comparison began. */
interface Snapshot {
  stored: [key: string, value: string][];
  /** Keys that no item has named so far. */
  unseen: string[];
  /** Keys of which the store refuses more than the items ask for. */
  loosened: string[];
}

/**
 * Compares until `deadline`; a later run goes on. Returns true when it has reached the end.
 * @throws AggregateError at the end of the run if items could not be read, so that it counts as failed. They are
 * compared again tomorrow.
 */
export async function compareEdge(now: number, deadline: number): Promise<boolean> {
  const of = await describeRelease();
  const last = await readComparison();
  const isRunning = last?.cursor !== undefined && last.of === of;
  if (!isRunning && !isDue(last, of, now)) return false;
  const snapshot = isRunning ? await readSnapshot() : await takeSnapshot();
  let cursor = isRunning ? last.cursor : '';
  const stored = new Map(snapshot.stored);
  const unseen = new Set(snapshot.unseen);
  const readBroadcasts = shareBroadcasts();
  const failures: unknown[] = [];
  for await (const page of readWithdrawn(cursor)) {
    for (const entry of page) {
      snapshot.loosened.push(...(await compareItem(entry, { stored, unseen, readBroadcasts, failures }, now)));
      cursor = entry.sk;
      if (Date.now() < deadline) continue;
      await writeSnapshot({ ...snapshot, unseen: [...unseen] });
      await keepComparison({ ...(last ?? fresh), of, cursor });
      assertCompared(failures);
      return false;
    }
  }
  const open = await listUnchanged(new Set([...snapshot.loosened, ...unseen]), stored);
  const unexplained = await settle(open, last?.isConfirmed === true, now);
  await keepComparison({ of, finishedAt: now, unexplained });
  assertCompared(failures);
  return true;
}

function assertCompared(failures: readonly unknown[]): void {
  if (failures.length > 0)
    throw new AggregateError(failures, `withdrawn items cannot be compared (${failures.length})`);
}

interface Compared {
  stored: ReadonlyMap<string, string>;
  unseen: Set<string>;
  readBroadcasts: ReturnType<typeof shareBroadcasts>;
  failures: unknown[];
}

/** Queues the entries that the edge lacks for the writer; returns the keys of which the edge refuses more. */
async function compareItem(
  entry: WithdrawnEntry,
  { stored, unseen, readBroadcasts, failures }: Compared,
  now: number,
): Promise<string[]> {
  const wanted = await readEdgeEntries(entry, now, readBroadcasts).catch((error: unknown) => {
    log('error', 'a withdrawn item cannot be compared', { kind: entry.kind, id: entry.id, error: String(error) });
    failures.push(error);
    return new Map<string, string | undefined>();
  });
  for (const key of wanted.keys()) unseen.delete(key);
  if (entry.until !== undefined && entry.until < now) {
    await forget(entry, now);
    return [];
  }
  const { lacks, loosened } = findDifferences(stored, wanted);
  if (lacks) await update([entry], now);
  return loosened;
}

/** Ends the refusal of a deleted item whose files are gone. */
async function forget(entry: WithdrawnEntry, now: number): Promise<void> {
  const refs: WithdrawnRef[] = [entry, ...(entry.recording ? [toRef(entry.recording)] : [])];
  await transact([forgetDeletion(entry), ...refs.map((ref) => edgeUpdateWrite(ref, now))]);
}

/** Leaves out the keys that the writer has changed since the comparison began. */
async function listUnchanged(keys: ReadonlySet<string>, stored: ReadonlyMap<string, string>): Promise<string[]> {
  const current = keys.size > 0 ? await listEdgeEntries() : new Map<string, string>();
  return [...keys].filter((key) => current.has(key) && current.get(key) === stored.get(key));
}

/** Opens entries that no item withdraws, unless these are too many. Returns the number of entries that stay. */
async function settle(keys: readonly string[], isConfirmed: boolean, now: number): Promise<number> {
  if (keys.length === 0) return 0;
  if (keys.length <= mostLoosened || isConfirmed) {
    log('warn', 'the edge refused more than is withdrawn', { keys: keys.slice(0, 20), count: keys.length });
    await update(keys.map(toRef), now);
    return 0;
  }
  log('error', 'the edge refuses what no withdrawal explains', { keys: keys.slice(0, 20), count: keys.length });
  measure('EdgeEntriesUnexplained', keys.length);
  return keys.length;
}

async function update(refs: readonly WithdrawnRef[], now: number): Promise<void> {
  for (const ref of refs) await transact([edgeUpdateWrite(ref, now)]);
}

let release: Promise<string> | undefined;

/** This code and the store. The bundle's name differs between the source and a deployment, its text with each change. */
const describeRelease = (): Promise<string> => {
  release ??= readFile(import.meta.filename, 'utf8').then((code) => createHash('sha256').update(code).digest('hex'));
  return release.then((code) => `${code} ${environment('WITHDRAWALS_STORE_ARN')}`);
};

const toSnapshotPlace = () => ({ bucket: environment('CATALOGUE_BUCKET'), key: 'edge/comparison.json' });

async function takeSnapshot(): Promise<Snapshot> {
  const stored = [...(await listEdgeEntries())];
  return { stored, unseen: stored.map(([key]) => key), loosened: [] };
}

async function readSnapshot(): Promise<Snapshot> {
  const text = await readText(toSnapshotPlace());
  return text ? (JSON.parse(text) as Snapshot) : takeSnapshot();
}

const writeSnapshot = (snapshot: Snapshot) =>
  writeObject(toSnapshotPlace(), JSON.stringify(snapshot), { contentType: 'application/json' });
