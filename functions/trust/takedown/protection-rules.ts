/**
 * Protections of children since a time, as the audit recorded them, and their application to older versions of the
 * items: after a restore, what was closed meanwhile must be closed again. Pure.
 */
import { isDeepStrictEqual } from 'node:util';
import type { AirtimeDecision } from '../../../shared/domain/airtime.ts';
import type { AuditEntry } from '../../platform/audit/rules.ts';
import { type Closing, type Closings, platformOwner } from '../../platform/withholding/closings.ts';
import {
  hideUntilPublished,
  isChosenVisible,
  listMatterHolds,
  type Withheld,
  withhold,
} from '../../platform/withholding/rules.ts';
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
  /** The same for an item that was hidden. */
  hidden: Closing | null;
  /** A camera that admins use for a test. */
  isTest: boolean;
  /** The airtime of a camera, ended by hand. */
  ended: EndedAirtime | null;
  isDeleted: boolean;
}

type EndedAirtime = Extract<AirtimeDecision, { kind: 'OFF' }>;

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
    const before = protections.get(entry.item) ?? { kind, id: entry.id, ...open };
    protections.set(entry.item, followEntry(before, entry));
  }
  return [...protections.values()].filter(
    ({ holds, withdrawn, families, hidden, isTest, ended, isDeleted }) =>
      holds.length + withdrawn.length > 0 || families || hidden || isTest || ended || isDeleted,
  );
}

const open = { holds: [], withdrawn: [], families: null, hidden: null, isTest: false, ended: null, isDeleted: false };

function followEntry(protection: Protection, entry: AuditEntry): Protection {
  const { action, before = {}, after = {}, userId, role, at } = entry;
  const next = { ...protection, isDeleted: action === 'DELETE' };
  const closing = { owner: platformOwner, by: userId ?? role, at };
  const withheld = (after.withheld ?? undefined) as Withheld | undefined;
  if ('withheld' in after) next.holds = listMatterHolds({ withheld });
  if ('audience' in after) next.families = after.audience === 'FAMILIES' ? closing : null;
  // Restored tables have a new item as it was created, or not at all; a recovered one may be older.
  if (action !== 'CREATE' || protection.isDeleted) {
    // A hold that ends without showing the item leaves it hidden.
    if ('withheld' in after || 'visible' in after)
      next.hidden = (withheld ? withheld.wasVisible : after.visible) ? null : closing;
    if ('isTest' in after) next.isTest = after.isTest === true;
    if ('decision' in after) next.ended = toEnded(after.decision as AirtimeDecision | null);
  }
  // A camera's entries are about one of its lives each, so only the difference counts.
  const [old, current] = [before, after].map(({ withdrawn }) => (withdrawn ?? []) as WithdrawnRange[]);
  if ('withdrawn' in after)
    next.withdrawn = [
      ...protection.withdrawn.filter(({ id }) => !includes(old, id) && !includes(current, id)),
      ...(current ?? []),
    ];
  return next;
}

const toEnded = (decision: AirtimeDecision | null) => (decision?.kind === 'OFF' ? decision : null);

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
  { kind, holds, withdrawn, families, hidden, isDeleted }: Protection,
): Item | undefined {
  let next = item;
  const hasAudience = kind === 'vods' || kind === 'events';
  if (hasAudience && families && next.audience !== 'FAMILIES')
    next = { ...next, audience: 'FAMILIES', closings: { ...next.closings, families } };
  for (const hold of holds) next = withhold(next, hold) ?? next;
  const missing = withdrawn.filter(({ id }) => !includes(next.withdrawn, id));
  if (missing.length > 0) next = { ...next, withdrawn: sortRanges([...(next.withdrawn ?? []), ...missing]) };
  // A deletion can be repeated by hand; until then nobody may see the item.
  if ((hidden || isDeleted) && (next.visible || next.withheld?.wasVisible)) {
    const closings = kind === 'events' && hidden && { closings: { ...next.closings, hidden } };
    next = { ...hideUntilPublished(next), ...closings };
  }
  return next === item ? undefined : next;
}

/** The edit that closes a camera again; undefined if it is closed already. */
export function closeCamera(
  camera: { isTest: boolean; decision?: AirtimeDecision | null },
  { isTest, ended }: Pick<Protection, 'isTest' | 'ended'>,
) {
  const edit = {
    ...(isTest && !camera.isTest && { isTest }),
    ...(ended && !isDeepStrictEqual(camera.decision, ended) && { decision: ended, overrunsUntil: null }),
  };
  return Object.keys(edit).length > 0 ? edit : undefined;
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
    ...(isHidden(current) && isChosenVisible({ visible: false, ...other }) ? ['its hiding by staff'] : []),
  ];
}

const isHidden = ({ visible, withheld }: Partial<Protectable>) => visible === false && !withheld?.wasVisible;
