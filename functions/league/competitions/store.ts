/**
 * Competitions and their rules. A competition exists because visible events name it; only its rules are stored, once an
 * admin has chosen them, in the table `events`: COMPETITION#{key} / SETTINGS.
 */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import { type TableRules, usualRules } from '../../../shared/domain/standings.ts';
import { type AuditSpec, describeItem, transactAudited } from '../../platform/audit/trail.ts';
import { atVersion, getItem, isNew, type Key, putWrite } from '../../platform/aws/dynamo.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import { type EventRow, events } from '../events/store.ts';
import { type CompetitionTable, groupByCompetition } from './rules.ts';

export type StoredRules = TableRules & { version: number };

/** Returns all tables by slug. */
export async function listTables(): Promise<ReadonlyMap<string, CompetitionTable>> {
  const rows = await events.find({}, createNamedFilter);
  const known = grouped.get(rows) ?? groupByCompetition(rows);
  grouped.set(rows, known);
  return known;
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
  const { win, draw, loss, ties, version } = stored ?? { ...usualRules[sport], version: 0 };
  return { win, draw, loss, ties, version };
}

/** @throws ApiError REQ4090 if the rules have changed since the given version. */
export async function saveRules(key: string, { version, ...rules }: StoredRules): Promise<void> {
  const condition = version === 0 ? isNew : atVersion(version);
  const stored = await getItem<StoredRules>('events', settingsKey(key));
  const changes = describeItem(audit, stored && { ...stored, id: key }, { ...rules, version: version + 1, id: key });
  try {
    const saved = { ...settingsKey(key), ...rules, version: version + 1 };
    await transactAudited([putWrite('events', saved, condition)], changes);
  } catch (error) {
    if (error instanceof ConditionFailed) throw new ApiError('REQ4090');
    throw error;
  }
}

const audit = {
  kind: 'competitions',
  kept: ['win', 'draw', 'loss', 'ties'],
} satisfies AuditSpec<StoredRules & { id: string }>;

const settingsKey = (key: string): Key => ({ pk: `COMPETITION#${key}`, sk: 'SETTINGS' });
