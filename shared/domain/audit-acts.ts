/**
 * Entries of the audit as acts: successive changes by the same person in the same way are one act, with what each item
 * was before the first and is after the last. Pure.
 */
import type { AuditView } from './audit-view.ts';

type Values = AuditView['before'];

/** Changes of one item within an act. */
export interface ActItem
  extends Pick<AuditView, 'kind' | 'itemId' | 'name' | 'exists' | 'before' | 'after' | 'fields'> {
  /** Number of entries. */
  count: number;
}

export interface Act extends Pick<AuditView, 'kind' | 'action' | 'person' | 'role' | 'via'> {
  /** Id of its last entry. */
  id: string;
  /** ISO 8601, of the first and the last entry. */
  from: string;
  until: string;
  count: number;
  items: ActItem[];
}

/** Longest time between two changes of an act: a scorer logs a goal now and then, an import writes line after line. */
const sameItemMs = 30 * 60_000;
const otherItemMs = 2 * 60_000;

/** Groups entries, given newest first, into acts by their last entry, newest first. */
export function groupActs(entries: readonly AuditView[]): Act[] {
  const acts: Act[] = [];
  const open = new Map<string, Act>();
  for (const entry of entries) {
    const key = toKey(entry);
    const act = open.get(key);
    if (act && belongsTo(act, entry)) addEntry(act, entry);
    else {
      const { id, kind, action, person, role, via, at } = entry;
      const started = { id, kind, action, person, role, via, from: at, until: at, count: 1, items: [toItem(entry)] };
      acts.push(started);
      open.set(key, started);
    }
  }
  return acts;
}

/** Two matches whose scores change at once are two acts. */
const toKey = ({ kind, action, person, role, via, itemId }: AuditView) =>
  [kind, action, person?.id ?? role, via, kind === 'scores' ? itemId : ''].join('\n');

function belongsTo(act: Act, { at, itemId }: AuditView): boolean {
  const isKnown = act.items.some((item) => item.itemId === itemId);
  return Date.parse(act.from) - Date.parse(at) <= (isKnown ? sameItemMs : otherItemMs);
}

function addEntry(act: Act, entry: AuditView): void {
  act.from = entry.at;
  act.count += 1;
  const item = act.items.find(({ itemId }) => itemId === entry.itemId);
  if (!item) return void act.items.push(toItem(entry));
  item.count += 1;
  // Entries come newest first: the oldest value before and the newest after count.
  item.before = { ...item.before, ...entry.before };
  item.after = { ...entry.after, ...item.after };
  item.fields = [...new Set([...item.fields, ...entry.fields])];
}

const toItem = ({ kind, itemId, name, exists, before, after, fields }: AuditView): ActItem => ({
  kind,
  itemId,
  name,
  exists,
  before,
  after,
  fields,
  count: 1,
});

/** Lists the fields that an act has changed in the end; a value that was set back is not one. */
export const listChangedFields = ({ before, after }: { before: Values; after: Values }): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  );
