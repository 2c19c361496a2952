/** Reads entries of the audit by item, person or day, newest first, and as a table. */
import * as z from 'zod';
import type { AuditKind, AuditView } from '../../../shared/contract/audit.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { writeCsv } from '../../../shared/domain/csv.ts';
import { clubs } from '../../league/clubs/store.ts';
import { findUser } from '../../people/accounts/store.ts';
import { type AuditEntry, itemKey, listChains, type Values } from '../../platform/audit/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { getItems } from '../../platform/aws/dynamo.ts';
import { queryLatest } from '../../platform/aws/dynamo-queries.ts';

export interface AuditFilter {
  /** Email or id. */
  person?: string | undefined;
  kind?: AuditKind | undefined;
  item?: string | undefined;
  /** Days, both included. */
  from?: string | undefined;
  to?: string | undefined;
}

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

const pageSize = 50;
const maxDays = 366;
/** Limit of lines in the CSV file, which must fit into Lambda's answer of 6 MB. */
const maxLines = 5_000;

/** @throws ApiError for a period of more than a year, and for a cursor outside of it. */
export async function readAudit(filter: AuditFilter, place: Place, now: number): Promise<Page> {
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
  if (person) return fillPage(matches, place, (at) => readPart(byPerson, person, at, range));
  if (item) return fillPage(matches, place, (at) => readPart(byItem, item, at, range));
  return fillPage(matches, place, async ({ day = to, after: last }) => {
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
  const found = await queryLatest<AuditEntry>('audit', { index, pk, ...range, cursor, limit: pageSize });
  const last = found.cursor && found.items.at(-1);
  return { entries: found.items, next: last ? { after: { at: last.at, pk: last.pk, sk: last.sk } } : null };
}

export async function readLastChange(kind: AuditKind, id: string): Promise<AuditEntry | undefined> {
  const { items } = await queryLatest<AuditEntry>('audit', { index: byItem, pk: itemKey({ kind, id }), limit: 1 });
  return items[0];
}

/** Reads the changes of an account's rights and their actors, for its data export. */
export async function exportChanges(userId: string) {
  const kinds = ['users', 'purchases', 'staff'] as const;
  const found = await Promise.all(
    kinds.map((kind) =>
      queryLatest<AuditEntry>('audit', { index: byItem, pk: itemKey({ kind, id: userId }), limit: maxExported }),
    ),
  );
  return found.flatMap(({ items }) =>
    items.map(({ at, kind, action, role, before, after }) => ({ at, kind, action, role, before, after })),
  );
}

const maxExported = 500;

/** Replaces user and club ids of entries by names. */
export async function toAuditViews(entries: readonly AuditEntry[]): Promise<AuditView[]> {
  const ids = [...new Set(entries.flatMap(({ userId }) => userId ?? []))];
  const users = ids.length > 0 ? await getItems(ids.map((id) => ({ table: 'users', key: userKey(id) }))) : [];
  const names = new Map(
    users.flatMap((user) => (user ? [[user.id, [user.name, user.surname].filter(Boolean).join(' ')]] : [])),
  ) as Map<unknown, string>;
  const named = await nameClubs(entries);
  return entries.map(({ pk, sk, at, kind, id, name, action, userId, role, via, before, after, fields }) => ({
    ...{ id: `${pk}/${sk}`, at, kind, itemId: id, name: name ?? null, action, role, via },
    person: userId ? { id: userId, name: names.get(userId) ?? null } : null,
    ...{ before: named(before), after: named(after), fields: fields ?? [] },
  }));
}

const clubFields = ['clubId', 'clubIds', 'homeClubId', 'awayClubId'];

/** Returns a function that replaces club ids by names; ids of deleted clubs stay. */
async function nameClubs(entries: readonly AuditEntry[]): Promise<(values: Values | undefined) => Values> {
  const ids = entries.flatMap(({ before, after }) => clubFields.flatMap((field) => [before?.[field], after?.[field]]));
  const known = new Map<unknown, string>();
  for (const id of new Set(ids.flat())) {
    const club = typeof id === 'string' ? await clubs.get(id) : undefined;
    if (club) known.set(id, club.name);
  }
  const toName = (id: unknown): unknown => (Array.isArray(id) ? id.map(toName) : (known.get(id) ?? id));
  return (values = {}) =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [field, clubFields.includes(field) ? toName(value) : value]),
    );
}

export async function toCsv(filter: AuditFilter, now: number): Promise<string> {
  const lines = [['fecha', 'quién', 'cargo', 'qué', 'elemento', 'id', 'antes', 'después', 'otros campos', 'por']];
  let place: Place | null = {};
  while (place && lines.length <= maxLines) {
    const page: Page = await readAudit(filter, place, now);
    for (const view of await toAuditViews(page.entries)) lines.push(toLine(view));
    place = page.next;
  }
  return writeCsv(lines);
}

const toLine = ({ at, person, role, action, kind, name, itemId, before, after, fields, via }: AuditView) => [
  ...[at, person?.name ?? person?.id ?? '', role, action, name ? `${kind}: ${name}` : kind, itemId],
  ...[JSON.stringify(before), JSON.stringify(after), fields.join(' '), via],
];

/** Reads until a page is full of matching entries, because no index supports these filters. */
async function fillPage(
  matches: (entry: AuditEntry) => boolean,
  from: Place,
  read: (place: Place) => Promise<Page>,
): Promise<Page> {
  const entries: AuditEntry[] = [];
  let place: Place | null = from;
  while (place && entries.length < pageSize) {
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

const dayMs = 86_400_000;
const toDay = (time: number) => new Date(time).toISOString().slice(0, 10);

const byItem = { name: 'by-item', pk: 'item', sk: 'at' };
const byPerson = { name: 'by-person', pk: 'person', sk: 'at' };
const byDay = { name: 'by-day', pk: 'day', sk: 'at' };
