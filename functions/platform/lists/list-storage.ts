/** The stored log of a list, and its snapshot in S3, behind which the log is cut. */
import { deleteWrite, type Key, transact } from '../aws/dynamo.ts';
import type { TableName } from '../aws/dynamo-client.ts';
import { queryItems } from '../aws/dynamo-queries.ts';
import { environment } from '../aws/environment.ts';
import { readObject, writeObject } from '../aws/storage.ts';
import { packSnapshot, type Snapshot, unpackSnapshot } from './snapshot.ts';

/** Log entries between snapshots; a cold start reads at most that many, in a tenth of a second. */
export const snapshotEvery = 400;

export const logKey = (sequence: number) => String(Math.max(sequence, 0)).padStart(12, '0');

/** Undefined for a list without a snapshot. */
export async function readSnapshot<Row>(table: TableName): Promise<Snapshot<Row> | undefined> {
  const bytes = await readObject(locateSnapshot(table));
  return bytes && unpackSnapshot<Row>(bytes);
}

export function writeSnapshot<Row extends object>(table: TableName, snapshot: Snapshot<Row>): Promise<void> {
  return writeObject(locateSnapshot(table), packSnapshot(snapshot), { contentType: 'application/zstd' });
}

/**
 * Named by the format's version: during a deployment, functions of two releases run and must not read each other's
 * format. A release with another format must read the former one where its own is missing, because the log was cut.
 */
const locateSnapshot = (table: TableName) => ({
  bucket: environment('CATALOGUE_BUCKET'),
  key: `${table}/snapshot-2.json.zst`,
});

/** Entries deleted by one call at most, in some seconds. */
const cutAtOnce = 10_000;
const writesAtOnce = 100;

/**
 * Deletes the log entries behind the snapshot before the last, the oldest first, so that the log stays without gaps.
 * Returns their number. A slow function may write that snapshot once more, over the last one.
 */
export async function cutLog(table: TableName): Promise<number> {
  const { sequence = 0 } = (await readSnapshot(table)) ?? {};
  let deleted = 0;
  for await (const page of queryItems<Key>(table, 'LOG', { before: logKey(sequence - 2 * snapshotEvery) })) {
    for (let from = 0; from < page.length; from += writesAtOnce)
      await transact(page.slice(from, from + writesAtOnce).map(({ pk, sk }) => deleteWrite(table, { pk, sk })));
    deleted += page.length;
    if (deleted >= cutAtOnce) break;
  }
  return deleted;
}
