/** The stored log of a list, and its snapshot in S3, behind which the log is cut. */
import { divide } from '../../../shared/domain/divide.ts';
import { deleteWrite, type Key, transact } from '../aws/dynamo.ts';
import type { TableName } from '../aws/dynamo-client.ts';
import { queryItems } from '../aws/dynamo-queries.ts';
import { environment } from '../aws/environment.ts';
import { copyObject, readObject, writeObject } from '../aws/storage.ts';
import { measure } from '../observability/metrics.ts';
import { packSnapshot, type Snapshot, unpackSnapshot } from './snapshot.ts';

/** Log entries between snapshots; a cold start reads at most that many, in a tenth of a second. */
export const snapshotEvery = 400;

export const logKey = (sequence: number) => String(Math.max(sequence, 0)).padStart(12, '0');

/**
 * Yields a list's snapshot, then the one before it, then an empty one, which fits a log that was never cut. Leaves out
 * those that are missing or damaged; `isNewest` is true for the first that is not missing.
 */
export async function* readSnapshots<Row>(
  table: TableName,
): AsyncGenerator<{ snapshot: Snapshot<Row>; isNewest: boolean }> {
  let isNewest = true;
  for (const key of [snapshotKey(table), formerKey(table)]) {
    const snapshot = await readSnapshot<Row>(table, key);
    if (!snapshot) continue;
    if (snapshot !== 'DAMAGED') yield { snapshot, isNewest };
    isNewest = false;
  }
  yield { snapshot: { sequence: 0, entries: [] }, isNewest };
}

async function readSnapshot<Row>(table: TableName, key: string): Promise<Snapshot<Row> | 'DAMAGED' | undefined> {
  const bytes = await readObject({ bucket: bucket(), key });
  try {
    return bytes && unpackSnapshot<Row>(bytes);
  } catch (error) {
    reportUnusable(table, String(error));
    return 'DAMAGED';
  }
}

/** Alarms about a snapshot that is damaged or does not fit the log. */
export const reportUnusable = (table: TableName, reason: string) => measure('SnapshotsUnusable', 1, { table, reason });

/** Replaces the snapshot, and keeps the one before it. */
export async function writeSnapshot<Row extends object>(table: TableName, snapshot: Snapshot<Row>): Promise<void> {
  await copyObject(bucket(), snapshotKey(table), formerKey(table));
  const address = { bucket: bucket(), key: snapshotKey(table) };
  await writeObject(address, packSnapshot(snapshot), { contentType: 'application/zstd' });
}

/**
 * Named by the format's version: during a deployment, functions of two releases run and must not read each other's
 * format. A release with another format must read the former one where its own is missing, because the log was cut.
 */
const snapshotKey = (table: TableName) => `${table}/snapshot-2.json.zst`;
const formerKey = (table: TableName) => `${table}/snapshot-2-former.json.zst`;
const bucket = () => environment('CATALOGUE_BUCKET');

/** Entries deleted by one call at most, in some seconds. */
const cutAtOnce = 10_000;
const writesAtOnce = 100;

/**
 * Deletes the log entries behind the snapshot before the last, the oldest first, so that the log stays without gaps.
 * Returns their number. A slow function may write that snapshot once more, over the last one.
 */
export async function cutLog(table: TableName): Promise<number> {
  const snapshot = await readSnapshot(table, snapshotKey(table));
  if (!snapshot || snapshot === 'DAMAGED') return 0;
  const { sequence } = snapshot;
  let deleted = 0;
  for await (const page of queryItems<Key>(table, 'LOG', { before: logKey(sequence - 2 * snapshotEvery) })) {
    for (const some of divide(page, writesAtOnce))
      await transact(some.map(({ pk, sk }) => deleteWrite(table, { pk, sk })));
    deleted += page.length;
    if (deleted >= cutAtOnce) break;
  }
  return deleted;
}
