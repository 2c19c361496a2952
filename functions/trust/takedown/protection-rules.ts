/**
 * Protections of children since a time, as the audit recorded them, and their application to older versions of the
 * items: after a restore, what was closed meanwhile must be closed again. Pure.
 */
import type { AuditEntry } from '../../platform/audit/rules.ts';
import { type Closing, type Closings, platformOwner } from '../../platform/withholding/closings.ts';
import { hideUntilPublished, listMatterHolds, type Withheld, withhold } from '../../platform/withholding/rules.ts';
import type { WithdrawnRange } from '../../recordings/media/withdrawn-ranges.ts';

const kinds = ['events', 'vods', 'clips', 'contentvideos', 'cameras'] as const;
type ProtectedKind = (typeof kinds)[number];

export interface Protection {
  kind: ProtectedKind;
  id: string;
  /** Holds by matters and removed seconds; those by image rights and families follow from other facts. */
  holds: string[];
  /** A camera's are those of its lives, in milliseconds since the Unix epoch. */
  withdrawn: WithdrawnRange[];
  /** Owner of a restored audience: the audit does not name the club, so only an admin may open it again. */
  families: Closing | null;
  isDeleted: boolean;
}

/**
 * ISO 8601. The time from which entries count for tables of `at` (milliseconds since the Unix epoch): an entry is dated
 * by its writer's clock, before it is stored.
 */
export const findEntriesStart = (at: number): string => new Date(at - 60_000).toISOString();

/** Collects the protections that stand after these entries, given in any order. */
export function collectProtections(entries: readonly AuditEntry[]): Protection[] {
  const protections = new Map<string, Protection>();
  for (const entry of entries.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.sk < b.sk ? -1 : 1))) {
    const kind = kinds.find((one) => one === entry.kind);
    if (!kind) continue;
    const before = protections.get(entry.item) ?? { kind, id: entry.id, ...unprotected };
    protections.set(entry.item, followEntry(before, entry));
  }
  return [...protections.values()].filter(
    ({ holds, withdrawn, families, isDeleted }) =>
      holds.length + withdrawn.length > 0 || families !== null || isDeleted,
  );
}

const unprotected = { holds: [], withdrawn: [], families: null, isDeleted: false };

function followEntry(protection: Protection, entry: AuditEntry): Protection {
  const { action, before = {}, after = {}, userId, role, at } = entry;
  const next = { ...protection, isDeleted: action === 'DELETE' };
  if ('withheld' in after)
    next.holds = listMatterHolds({ withheld: (after.withheld ?? undefined) as Withheld | undefined });
  if ('audience' in after)
    next.families = after.audience === 'FAMILIES' ? { owner: platformOwner, by: userId ?? role, at } : null;
  // A camera's entries are about one of its lives each, so only the difference counts.
  const [old, current] = [before, after].map(({ withdrawn }) => (withdrawn ?? []) as WithdrawnRange[]);
  if ('withdrawn' in after)
    next.withdrawn = [
      ...protection.withdrawn.filter(({ id }) => !includes(old, id) && !includes(current, id)),
      ...(current ?? []),
    ];
  return next;
}

const includes = (ranges: readonly WithdrawnRange[] | undefined, id: string) =>
  ranges?.some((range) => range.id === id) === true;

export interface Protectable {
  visible: boolean;
  withheld?: Withheld;
  audience?: 'EVERYBODY' | 'FAMILIES';
  closings?: Closings;
  withdrawn?: WithdrawnRange[];
}

/** Applies a protection to an item that may know it already; undefined if it does. Nothing is ever loosened. */
export function protect<Item extends Protectable>(
  item: Item,
  { kind, holds, withdrawn, families, isDeleted }: Protection,
): Item | undefined {
  let next = item;
  const hasAudience = kind === 'vods' || kind === 'events';
  if (hasAudience && families && next.audience !== 'FAMILIES')
    next = { ...next, audience: 'FAMILIES', closings: { ...next.closings, families } };
  for (const hold of holds) next = withhold(next, hold) ?? next;
  const missing = withdrawn.filter(({ id }) => !includes(next.withdrawn, id));
  if (missing.length > 0) next = { ...next, withdrawn: sortRanges([...(next.withdrawn ?? []), ...missing]) };
  // Its deletion can be repeated by hand; until then nobody may see it.
  if (isDeleted && (next.visible || next.withheld?.wasVisible)) next = hideUntilPublished(next);
  return next === item ? undefined : next;
}

export const sortRanges = (ranges: readonly WithdrawnRange[]) => ranges.toSorted((a, b) => a.from - b.from);

/** Names the protections of an item that another version of it lacks. */
export function findLost(current: Partial<Protectable>, other: Partial<Protectable>): string[] {
  const holds = listMatterHolds(other);
  return [
    ...listMatterHolds(current).flatMap((id) => (holds.includes(id) ? [] : [`the hold ${id}`])),
    ...(current.withdrawn ?? []).flatMap(({ id }) =>
      includes(other.withdrawn, id) ? [] : [`the removed range ${id}`],
    ),
    ...(current.audience === 'FAMILIES' && other.audience !== 'FAMILIES' ? ['the audience of families'] : []),
  ];
}
