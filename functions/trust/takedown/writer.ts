/**
 * The only writer of the edge's store: joins the entries of all pending items. Two writers would hinder each other,
 * since each write needs the store's newest version.
 */
import { deleteItem } from '../../platform/aws/dynamo.ts';
import { type EdgeEntries, writeEdgeEntries } from '../../platform/aws/edge-store.ts';
import { mapLimited } from '../../platform/observability/attempt-each.ts';
import { log } from '../../platform/observability/log.ts';
import { measure } from '../../platform/observability/metrics.ts';
import { readWaiting, type WaitingWithdrawal, type WithdrawnRef } from '../../platform/withholding/withdrawals.ts';
import { readEdgeEntries, shareBroadcasts } from './edge-entries.ts';

/** Items written together: with one key each, they fill one call. */
const itemsAtOnce = 50;
const readsAtOnce = 10;

/** An item with all of its pending changes. */
interface Group {
  ref: WithdrawnRef;
  rows: WaitingWithdrawal[];
}

/**
 * Writes the current entries of all items that wait, until `deadline`. Returns false if some are left for lack of time.
 * @throws Error at the end if some could not be written; they go on waiting.
 */
export async function applyWaiting(deadline: number): Promise<boolean> {
  const failed = new Set<string>();
  for (;;) {
    const groups = await takeGroups(failed);
    if (groups.length === 0) break;
    if (Date.now() >= deadline) return false;
    for (const { rows } of await applyGroups(groups)) for (const { sk } of rows) failed.add(sk);
  }
  if (failed.size > 0) throw new Error(`${failed.size} withdrawals could not be written to the edge`);
  return true;
}

/** Takes the items that have waited longest, without those that failed in this run. */
async function takeGroups(failed: ReadonlySet<string>): Promise<Group[]> {
  const groups = new Map<string, Group>();
  for await (const page of readWaiting()) {
    for (const row of page.filter(({ sk }) => !failed.has(sk))) {
      const name = `${row.kind}/${row.id}`;
      const group = groups.get(name);
      if (group) group.rows.push(row);
      else if (groups.size < itemsAtOnce) groups.set(name, { ref: { kind: row.kind, id: row.id }, rows: [row] });
    }
    if (groups.size === itemsAtOnce) break;
  }
  return [...groups.values()];
}

/** Returns the groups that could not be written. A change that was made meanwhile waits in a row of its own. */
async function applyGroups(groups: readonly Group[]): Promise<Group[]> {
  let entriesByGroup = new Map<Group, EdgeEntries>();
  const { refused, isFull } = await writeEdgeEntries(async () => {
    entriesByGroup = await readGroups(groups);
    return joinEntries([...entriesByGroup.values()]);
  });
  if (isFull) measure('EdgeStoreFull');
  for (const [key, error] of refused) log('error', 'the edge refused an entry', { key, error: String(error) });
  const written = groups.filter((group) => {
    const entries = entriesByGroup.get(group);
    return entries && ![...entries.keys()].some((key) => refused.has(key));
  });
  await mapLimited(
    written.flatMap(({ rows }) => rows),
    readsAtOnce,
    ({ pk, sk }) => deleteItem('uploads', { pk, sk }),
  );
  return groups.filter((group) => !written.includes(group));
}

/** Reads the entries of each item; leaves out items whose entries cannot be read. */
async function readGroups(groups: readonly Group[]): Promise<Map<Group, EdgeEntries>> {
  const byGroup = new Map<Group, EdgeEntries>();
  const readBroadcasts = shareBroadcasts();
  await mapLimited(groups, readsAtOnce, async (group) => {
    try {
      byGroup.set(group, await readEdgeEntries(group.ref, Date.now(), readBroadcasts));
    } catch (error) {
      log('error', 'the entries of a withdrawn item cannot be read', { ...group.ref, error: String(error) });
    }
  });
  return byGroup;
}

/** A key that several items share is refused if one of them refuses it. */
export function joinEntries(all: readonly EdgeEntries[]): EdgeEntries {
  const joined: EdgeEntries = new Map();
  for (const entries of all) for (const [key, value] of entries) joined.set(key, joined.get(key) ?? value);
  return joined;
}
