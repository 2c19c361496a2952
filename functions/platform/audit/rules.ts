/**
 * Entries of the audit: who changed what, when, from which values to which. Each contains the hash of the entry before
 * it in its chain, so that a changed or removed entry is noticed. Pure.
 */
import { createHash } from 'node:crypto';
import type { AuditAction, AuditKind } from '../../../shared/contract/audit.ts';
import type { Actor } from '../observability/current-request.ts';

/** A change of one item, as its store describes it. */
export interface AuditChange {
  kind: AuditKind;
  id: string;
  /** Shown to admins; never a person's name. */
  name?: string;
  action: AuditAction;
  /** Old and new values of the fields that decide on access, payment or permissions. */
  before?: Values;
  after?: Values;
  /** Names of the other changed fields, whose values are not kept. */
  fields?: string[];
}

export type Values = Record<string, unknown>;

export interface AuditEntry extends AuditChange, Actor {
  /** Its chain, `CHAIN#{retention}#{shard}`. */
  pk: string;
  /** Position in the chain, from 1, in 12 digits. */
  sk: string;
  /** ISO 8601. */
  at: string;
  /** Keys of the indexes by item, person and day. */
  item: string;
  person: string;
  day: string;
  /** Hash of the entry before; empty for the first. */
  previous: string;
  /** Expiry of the entry before, which may be absent only afterwards; entries before 29 November 2026 lack it. */
  previousExpiresAt?: number;
  hash: string;
  /** Seconds since the Unix epoch. */
  expiresAt: number;
}

/** The subject of an entry decides on its legal retention: rights 3 years, money 6. */
export type Retention = 'rights' | 'money';

const years: Record<Retention, number> = { rights: 3, money: 6 };

export const chooseRetention = (kind: AuditKind): Retention =>
  kind === 'purchases' || kind === 'promotions' ? 'money' : 'rights';

/** Number of parallel chains per retention, so that writers rarely wait for each other. */
export const shards = 8;

export const chainKey = (retention: Retention, shard: number) => `CHAIN#${retention}#${shard}`;

export const listChains = (): string[] =>
  (['rights', 'money'] as const).flatMap((retention) =>
    Array.from({ length: shards }, (_, shard) => chainKey(retention, shard)),
  );

export const itemKey = ({ kind, id }: Pick<AuditChange, 'kind' | 'id'>) => `${kind}#${id}`;

/** Position, hash and expiry of a chain's last entry. */
export interface Head {
  sequence: number;
  hash: string;
  /** Seconds since the Unix epoch; 0 for an empty chain. */
  expiresAt: number;
}

export const emptyHead: Head = { sequence: 0, hash: '', expiresAt: 0 };

export const toHead = ({ sk, hash, expiresAt }: AuditEntry): Head => ({ sequence: Number(sk), hash, expiresAt });

/** Sort key of the entry at a position. */
export const toSortKey = (sequence: number) => String(sequence).padStart(12, '0');

export function createNextEntry(
  change: AuditChange,
  actor: Actor,
  { chain, head, now }: { chain: string; head: Head; now: number },
): AuditEntry {
  const at = new Date(now).toISOString();
  const keptMs = years[chooseRetention(change.kind)] * 366 * dayMs;
  const entry = {
    ...dropUndefined({ ...change, ...actor }),
    pk: chain,
    sk: toSortKey(head.sequence + 1),
    at,
    day: at.slice(0, 10),
    item: itemKey(change),
    person: actor.userId ?? actor.role,
    previous: head.hash,
    ...(head.expiresAt > 0 && { previousExpiresAt: head.expiresAt }),
    expiresAt: Math.ceil((now + keptMs) / 1000),
  } as Omit<AuditEntry, 'hash'>;
  return { ...entry, hash: hashEntry(entry) };
}

export function hashEntry(entry: Omit<AuditEntry, 'hash'>): string {
  const { hash: _, ...content } = entry as AuditEntry;
  return createHash('sha256').update(toCanonicalJson(content)).digest('base64url');
}

/**
 * Describes how an item changed; undefined if it did not. Changes by the system count only in `kept` fields, because
 * jobs write progress and measurements all the time.
 */
export function describeChange(
  { kind, id, name }: Pick<AuditChange, 'kind' | 'id' | 'name'>,
  { before, after, kept, bySystem }: { before?: Values; after?: Values; kept: readonly string[]; bySystem: boolean },
): AuditChange | undefined {
  const names = Object.keys({ ...before, ...after }).filter(
    (field) => !ignored.has(field) && !isEqual(before?.[field], after?.[field]),
  );
  const values = names.filter((field) => kept.includes(field));
  const action = !before ? 'CREATE' : after ? 'CHANGE' : 'DELETE';
  if (action === 'CHANGE' && (bySystem ? values : names).length === 0) return undefined;
  const fields = action === 'CHANGE' ? names.filter((field) => !kept.includes(field)) : [];
  return {
    kind,
    id,
    action,
    ...(name && { name }),
    ...(before && { before: pick(before, values) }),
    ...(after && { after: pick(after, values) }),
    ...(fields.length > 0 && { fields }),
  };
}

/**
 * Fields left out: bookkeeping of stores, missing image rights (the statements have their own entries), and a camera's
 * notes about its streams.
 */
const ignored = new Set(['id', 'version', 'pk', 'sk', 'putBy', 'lacks', 'lacksOf', 'cut', 'shown', 'closing']);

/** Absent and null mean the same. */
const isEqual = (a: unknown, b: unknown) => JSON.stringify(sortKeys(a ?? null)) === JSON.stringify(sortKeys(b ?? null));

const pick = (item: Values, fields: readonly string[]): Values =>
  Object.fromEntries(fields.map((field) => [field, item[field] ?? null]));

/** Removes undefined values at every depth, as DynamoDB does, so that a stored entry has the same hash. */
const dropUndefined = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** JSON with the same text for equal values. */
export const toCanonicalJson = (value: unknown) => JSON.stringify(sortKeys(value));

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, each]) => [key, sortKeys(each)]));
}

const dayMs = 86_400_000;
