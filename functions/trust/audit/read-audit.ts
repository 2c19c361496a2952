/** Reads entries of the audit by item, person or day, newest first. */
import * as z from 'zod';
import type { AuditFilter, AuditKind } from '../../../shared/contract/audit.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { findUser } from '../../people/accounts/store.ts';
import { type AuditEntry, itemKey, listChains } from '../../platform/audit/rules.ts';
import { queryLatest } from '../../platform/aws/dynamo-queries.ts';

/** Cursor of the next page, from the previous answer. */
export const Place = z.strictObject({
  day: z.iso.date().optional(),
  after: z
    .strictObject({ at: z.iso.datetime(), pk: z.enum(listChains()), sk: z.string().regex(/^\d{12}$/) })
    .optional(),
});
export type Place = z.output<typeof Place>;

interface Page {
  entries: AuditEntry[];
  next: Place | null;
}

/** Entries of a page, and the most queries for it: a rare kind over a year would take longer than the function has. */
export interface PageSize {
  entries: number;
  queries: number;
}

/** Page of the list. */
export const listPage: PageSize = { entries: 50, queries: 60 };
/** Page of the table: a megabyte of text at most. */
export const tablePage: PageSize = { entries: 2_000, queries: 80 };

const maxDays = 366;

/**
 * Reads a page, which may have fewer entries than its size although older ones follow.
 * @throws ApiError for a period of more than a year, and for a cursor outside of it.
 */
export async function readAudit(filter: AuditFilter, place: Place, size: PageSize, now: number): Promise<Page> {
  const to = filter.to ?? toDay(now);
  const from = filter.from ?? toDay(Date.parse(to) - 30 * dayMs);
  if (Date.parse(to) - Date.parse(from) > maxDays * dayMs) throw new ApiError('AUD4000');
  const range = { from: `${from}T00:00:00.000Z`, to: `${to}T23:59:59.999Z` };
  const { day: begun = to, after } = place;
  if (begun < from || begun > to || (after && (after.at < range.from || after.at > range.to)))
    throw new ApiError('AUD4001');
  const item = filter.kind && filter.item ? itemKey({ kind: filter.kind, id: filter.item }) : undefined;
  const matches = (entry: AuditEntry) => (!filter.kind || entry.kind === filter.kind) && (!item || entry.item === item);
  const person = filter.person && (await toPersonId(filter.person));
  if (person) return fillPage(matches, place, size, (at) => readPart(byPerson, person, at, range));
  if (item) return fillPage(matches, place, size, (at) => readPart(byItem, item, at, range));
  return fillPage(matches, place, size, async ({ day = to, after: last }) => {
    const page = await readPart(byDay, day, { after: last }, {});
    if (page.next) return { ...page, next: { day, ...page.next } };
    const earlier = toDay(Date.parse(day) - dayMs);
    return { ...page, next: earlier >= from ? { day: earlier } : null };
  });
}

async function readPart(
  index: typeof byItem,
  pk: string,
  { after }: Place,
  range: { from?: string; to?: string },
): Promise<Page> {
  const cursor = after && { ...after, [index.pk]: pk };
  const latest = await queryLatest<AuditEntry>('audit', { index, pk, ...range, cursor, limit: queryLimit });
  const last = latest.cursor && latest.items.at(-1);
  return { entries: latest.items, next: last ? { after: { at: last.at, pk: last.pk, sk: last.sk } } : null };
}

export async function readLastChange(kind: AuditKind, id: string): Promise<AuditEntry | undefined> {
  const { items } = await queryLatest<AuditEntry>('audit', { index: byItem, pk: itemKey({ kind, id }), limit: 1 });
  return items[0];
}

/** Reads the changes of an account's rights and their actors, for its data export. */
export async function exportChanges(userId: string) {
  const kinds = ['users', 'purchases', 'staff'] as const;
  const parts = await Promise.all(
    kinds.map((kind) =>
      queryLatest<AuditEntry>('audit', { index: byItem, pk: itemKey({ kind, id: userId }), limit: maxExported }),
    ),
  );
  return parts.flatMap(({ items }) => items);
}

const maxExported = 500;

/** Reads until a page is full of matching entries, because no index supports these filters. */
async function fillPage(
  matches: (entry: AuditEntry) => boolean,
  from: Place,
  size: PageSize,
  read: (place: Place) => Promise<Page>,
): Promise<Page> {
  const entries: AuditEntry[] = [];
  let place: Place | null = from;
  for (let query = 0; place && entries.length < size.entries && query < size.queries; query += 1) {
    const page: Page = await read(place);
    entries.push(...page.entries.filter(matches));
    place = page.next;
  }
  return { entries, next: place };
}

/** Accepts the email of an account; any other text is an id, or a role without an account. */
async function toPersonId(person: string): Promise<string> {
  return person.includes('@') ? ((await findUser(person))?.id ?? 'nobody') : person;
}

/** A query's entries; pages are of whole queries, so that each has one place to go on from. */
const queryLimit = 50;

const dayMs = 86_400_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

const byItem = { name: 'by-item', pk: 'item', sk: 'at' };
const byPerson = { name: 'by-person', pk: 'person', sk: 'at' };
const byDay = { name: 'by-day', pk: 'day', sk: 'at' };
