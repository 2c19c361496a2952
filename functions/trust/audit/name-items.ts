/** Entries of the audit as admins read them: with the names of items, clubs and people, and whether items still exist. */
import type { AuditKind, AuditView } from '../../../shared/contract/audit.ts';
import type { AuditEntry, Values } from '../../platform/audit/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { getItems, type Item } from '../../platform/aws/dynamo.ts';
import type { TableName } from '../../platform/aws/dynamo-client.ts';
import { itemKey } from '../../platform/lists/item-cache.ts';

/** Tables of the items that have a page in the back office. */
const tables = {
  clubs: 'clubs',
  events: 'events',
  scores: 'events',
  vods: 'vods',
  clips: 'clips',
  contentvideos: 'content',
  advideos: 'ads',
  cameras: 'broadcasts',
  matters: 'matters',
  rights: 'rights',
  staff: 'users',
  users: 'users',
  purchases: 'users',
} as const satisfies Partial<Record<AuditKind, TableName>>;

/** Fields that contain ids. */
const fieldKinds: Partial<Record<string, keyof typeof tables>> = {
  clubId: 'clubs',
  clubIds: 'clubs',
  homeClubId: 'clubs',
  awayClubId: 'clubs',
  sportEventId: 'events',
  vodId: 'vods',
};

interface Reference {
  kind: AuditKind;
  id: string;
}

export async function toAuditViews(entries: readonly AuditEntry[]): Promise<AuditView[]> {
  const names = await readNames(entries.flatMap(listReferences));
  const find = (kind: AuditKind, id: string) => names.get(toName(kind, id));
  return entries.map((entry) => {
    const { pk, sk, at, kind, id, name, action, userId, role, via, before, after, fields } = entry;
    const subject = findSubject(entry);
    return {
      id: `${pk}/${sk}`,
      at,
      kind,
      itemId: id,
      action,
      role,
      via,
      fields: fields ?? [],
      name: name ?? (subject && find(subject.kind, subject.id)) ?? null,
      exists: find(kind, id) !== undefined,
      person: userId ? { id: userId, name: find('users', userId) || null } : null,
      before: nameValues(before, find),
      after: nameValues(after, find),
    };
  });
}

/** The item that an entry without a name is about: the match of a score, the video of a moment. */
function findSubject({ kind, id, before, after }: AuditEntry): Reference | undefined {
  if (kind !== 'moments') return { kind, id };
  const vodId = after?.vodId ?? before?.vodId;
  return typeof vodId === 'string' ? { kind: 'vods', id: vodId } : undefined;
}

function listReferences(entry: AuditEntry): Reference[] {
  const { kind, id, userId, before, after } = entry;
  const inValues = [before, after].flatMap((values = {}) =>
    Object.entries(values).flatMap(([field, value]) => {
      const named = fieldKinds[field];
      return named ? [value].flat().flatMap((one) => (typeof one === 'string' ? { kind: named, id: one } : [])) : [];
    }),
  );
  return [
    { kind, id },
    findSubject(entry) ?? [],
    userId ? { kind: 'users' as const, id: userId } : [],
    inValues,
  ].flat();
}

const toName = (kind: AuditKind, id: string) => `${tables[kind as keyof typeof tables]}\n${id}`;

/** Reads the names of existing items, by table and id. */
async function readNames(references: readonly Reference[]): Promise<Map<string, string>> {
  const distinct = new Map(references.map((reference) => [toName(reference.kind, reference.id), reference]));
  const wanted = [...distinct].flatMap(([name, { kind, id }]) => {
    const table = tables[kind as keyof typeof tables];
    return table ? [{ name, table, key: table === 'users' ? userKey(id) : itemKey(id) }] : [];
  });
  const items = wanted.length > 0 ? await getItems(wanted) : [];
  return new Map(wanted.flatMap(({ name }, index) => (items[index] ? [[name, describeItemName(items[index])]] : [])));
}

/** A person by name and surname, a camera by title or address, a matter by its number. */
const describeItemName = ({ name, surname, title, slug, number }: Item): string =>
  [name, surname].filter(Boolean).join(' ') || String(title || slug || number || '');

function nameValues(values: Values | undefined, find: (kind: AuditKind, id: string) => string | undefined): Values {
  const toText = (kind: AuditKind, value: unknown): unknown =>
    Array.isArray(value) ? value.map((one) => toText(kind, one)) : (find(kind, String(value)) ?? value);
  return Object.fromEntries(
    Object.entries(values ?? {}).map(([field, value]) => {
      const kind = fieldKinds[field];
      return [field, kind && value !== null ? toText(kind, value) : value];
    }),
  );
}
