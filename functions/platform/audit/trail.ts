/**
 * Writes entries of the audit in the transaction of the change that they describe, in the table `audit`. Functions
 * may not delete entries; IAM cannot refuse a put over an existing one, which anchors reveal (functions/trust/audit).
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AuditKind } from '../../../shared/contract/audit.ts';
import { commit, isNew, publishWritten, putWrite, type Write } from '../aws/dynamo.ts';
import { ConditionFailed, isContention } from '../aws/dynamo-errors.ts';
import { queryLatest } from '../aws/dynamo-queries.ts';
import { type Actor, currentRequest } from '../observability/current-request.ts';
import {
  type AuditChange,
  type AuditEntry,
  chainKey,
  chooseRetention,
  createNextEntry,
  describeChange,
  emptyHead,
  type Head,
  shards,
  toHead,
  type Values,
} from './rules.ts';

const system = { role: 'SYSTEM', via: process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'command' } as const;

/** The person, link or partner of the current request; the system outside of one. */
const findActor = (): Actor => currentRequest.getStore()?.actor ?? system;

/** False while an admin, club staff, a scorer or the partner makes the change. */
const isAutomatic = () => ['SYSTEM', 'VISITOR', 'USER'].includes(findActor().role);

/** A store's description of its items. */
export interface AuditSpec<Item> {
  kind: AuditKind;
  name?: (item: Item) => string;
  /** Fields whose old and new values are kept: those that decide on access, payment or permissions. */
  kept: readonly (keyof Item & string)[];
}

/** Describes a change of an item, as a list of at most one change. */
export function describeItem<Item extends { id: string }>(
  { kind, name, kept }: AuditSpec<Item>,
  before: Item | undefined,
  after: Item | undefined,
): AuditChange[] {
  const item = after ?? before;
  if (!item) return [];
  const about = { kind, id: item.id, ...(name && { name: name(item) }) };
  const values = {
    ...(before && { before: before as object as Values }),
    ...(after && { after: after as object as Values }),
  };
  const change = describeChange(about, { ...values, kept, bySystem: isAutomatic() });
  return change ? [change] : [];
}

/** Last entries of the chains that this process has written to. An outdated one makes a transaction fail once. */
const heads = new Map<string, Head>();

/** Prepares the entries of some changes. Each attempt of a transaction needs new entries. */
async function prepareTrail(changes: readonly AuditChange[]): Promise<{ writes: Write[]; keep: () => void }> {
  const now = Date.now();
  const ends = new Map<string, Head>();
  const writes: Write[] = [];
  for (const change of changes) {
    const chain = await chooseChain(change);
    const head = ends.get(chain) ?? (await readHead(chain));
    const entry = createNextEntry(change, findActor(), { chain, head, now });
    writes.push(putWrite('audit', entry, isNew));
    ends.set(chain, toHead(entry));
  }
  for (const chain of ends.keys()) heads.delete(chain);
  // Remembers the chains' new ends, after the transaction has succeeded.
  const keep = () => {
    for (const [chain, head] of ends) heads.set(chain, head);
  };
  return { writes, keep };
}

/** Prefers a chain whose end is known, so that a warm function reads nothing. */
function chooseChain({ kind }: AuditChange): string {
  const retention = chooseRetention(kind);
  const chainOfDay = [...heads.keys()].find((chain) => chain.startsWith(chainKey(retention, 0).slice(0, -1)));
  return chainOfDay ?? chainKey(retention, Math.floor(Math.random() * shards));
}

const readHead = async (chain: string) => heads.get(chain) ?? readStoredHead(chain);

/** Reads the end of a chain from the table. */
export async function readStoredHead(chain: string): Promise<Head> {
  const { items } = await queryLatest<AuditEntry>('audit', { pk: chain, limit: 1 });
  const [last] = items;
  return last ? toHead(last) : emptyHead;
}

/**
 * Commits `writes`, those that `prepare` returns anew for each attempt, and the audit's entries of the changes. Retries
 * if a write other than the caller's `writes` was too late.
 * @throws ConditionFailed with the caller's failed writes, or any error that a retry cannot fix.
 */
export async function commitAudited(
  writes: Write[],
  changes: readonly AuditChange[],
  prepare: () => Promise<Write[]> = async () => [],
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const [trail, prepared] = await Promise.all([prepareTrail(changes), prepare()]);
    try {
      await commit([...writes, ...prepared, ...trail.writes]);
      return trail.keep();
    } catch (error) {
      const mine = error instanceof ConditionFailed ? error.failed.filter((index) => index < writes.length) : [];
      if (mine.length > 0) throw new ConditionFailed(mine);
      if (!(error instanceof ConditionFailed) && !isContention(error)) throw error;
    }
    await sleep(Math.random() * Math.min(maxPauseMs, 5 * 2 ** attempt));
  }
  throw new Error(`The audit or a list's log is too busy: gave up after ${attempts} attempts`);
}

/** With shorter pauses a hundred concurrent writers on a busy machine use up all attempts within seconds. */
const maxPauseMs = 1_000;
const attempts = 40;

/** Like `transact`, plus the audit's entries of the changes. */
export async function transactAudited(writes: Write[], changes: readonly AuditChange[]): Promise<void> {
  await commitAudited(writes, changes);
  await publishWritten(writes);
}
