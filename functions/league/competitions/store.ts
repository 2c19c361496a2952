/**
 * Competitions and their rules. A competition exists because visible events name it; only its rules are stored, once an
 * admin has chosen them, in the table `events`: COMPETITION#{key} / SETTINGS, and the rulings about one of its tables:
 * COMPETITION#{key} / RULINGS#{slug}.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { noRulings, type Rulings, type TableRules, usualRules } from '../../../shared/domain/standings.ts';
import { type AuditSpec, describeItem, transactAudited } from '../../platform/audit/trail.ts';
import { atVersion, getItem, isNew, type Key, putWrite } from '../../platform/aws/dynamo.ts';
import { refuseFailedCondition } from '../../platform/aws/dynamo-errors.ts';
import { type EventRow, events } from '../events/store.ts';
import { type CompetitionTable, groupByCompetition } from './rules.ts';

export type StoredRules = TableRules & { version: number };

/** Returns all tables by slug. */
export async function listTables(): Promise<ReadonlyMap<string, CompetitionTable>> {
  const rows = await events.find({}, createNamedFilter);
  const groups = grouped.get(rows) ?? groupByCompetition(rows);
  grouped.set(rows, groups);
  return groups;
}

/** Tables, cached by the array of rows they were built from; a changed list is another array. */
const grouped = new WeakMap<readonly EventRow[], ReadonlyMap<string, CompetitionTable>>();

/** Results of hidden matches and of those for families do not count, because the table would reveal them. */
const createNamedFilter = () => (row: EventRow) => row.visible && row.competition !== undefined;

/** @throws ApiError if no visible match belongs to it. */
export async function requireTable(slug: string): Promise<CompetitionTable> {
  const table = (await listTables()).get(slug);
  if (!table) throw new ApiError('COM4040');
  return table;
}

/** Reads the chosen rules, or those of the sport's federation with version 0. */
export async function readRules({ key, sport }: { key: string; sport: Sport }): Promise<StoredRules> {
  const stored = await getItem<StoredRules>('events', settingsKey(key));
  const { win, draw, loss, ties, promoted, relegated, version }: StoredRules = stored ?? {
    ...usualRules[sport],
    version: 0,
  };
  return { win, draw, loss, ties, promoted, relegated, version };
}

/** @throws ApiError REQ4090 if the rules have changed since the given version. */
export const saveRules = (key: string, { version, ...rules }: StoredRules): Promise<void> =>
  save(settingsKey(key), version, { ...rules, id: key }, rulesAudit);

export type StoredRulings = Rulings & { version: number };

/** Reads the rulings about a table; none with version 0 before the first. */
export async function readRulings({ key, slug }: { key: string; slug: string }): Promise<StoredRulings> {
  const stored = await getItem<StoredRulings>('events', rulingsKey(key, slug));
  const { penalties, forfeits, version } = stored ?? { ...noRulings, version: 0 };
  return { penalties, forfeits, version };
}

/** @throws ApiError REQ4090 if the rulings have changed since the given version. */
export const saveRulings = (
  { key, slug }: { key: string; slug: string },
  { version, ...rulings }: StoredRulings,
): Promise<void> =>
  save(rulingsKey(key, slug), version, { ...rulings, id: slug }, rulingsAudit, { ...noRulings, id: slug });

/** `initial`: the item as it counts before it is stored. */
async function save<Item extends { id: string }>(
  key: Key,
  version: number,
  item: Item,
  audit: AuditSpec<Item>,
  initial?: Item,
): Promise<void> {
  const condition = version === 0 ? isNew : atVersion(version);
  const stored = await getItem<Omit<Item, 'id'>>('events', key);
  const changes = describeItem(audit, stored ? ({ ...stored, id: item.id } as Item) : initial, item);
  const { id: _, ...saved } = item;
  const write = putWrite('events', { ...key, ...saved, version: version + 1 }, condition);
  await transactAudited([write], changes).catch(refuseFailedCondition('REQ4090'));
}

const rulesAudit: AuditSpec<TableRules & { id: string }> = {
  kind: 'competitions',
  kept: ['win', 'draw', 'loss', 'ties', 'promoted', 'relegated'],
};

const rulingsAudit: AuditSpec<Rulings & { id: string }> = {
  kind: 'competitions',
  name: ({ id }) => id,
  kept: ['penalties', 'forfeits'],
};

const settingsKey = (key: string): Key => ({ pk: `COMPETITION#${key}`, sk: 'SETTINGS' });
const rulingsKey = (key: string, slug: string): Key => ({ pk: `COMPETITION#${key}`, sk: `RULINGS#${slug}` });
