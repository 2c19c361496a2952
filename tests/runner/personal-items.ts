/** Compares the statements about stored items (infra/tables.ts) with the data export, the jobs and the code's keys. */
import { parseSync } from 'vite';
import type { JobFunction } from '../../infra/function-spec.ts';
import type { Grants } from '../../infra/grants.ts';
import { splitItemKey, toKeyPattern } from '../../infra/item-kinds.ts';
import type { OfClubs, Personal, TableSpec } from '../../infra/tables.ts';

interface Stated {
  tables: readonly TableSpec[];
  /** Fields of the export. */
  fields: readonly string[];
  jobs: readonly JobFunction[];
  /** Grants of the function that exports and deletes accounts. */
  accounts: Grants;
}

export function findPersonalProblems({ tables, fields, jobs, accounts }: Stated): string[] {
  const kinds = tables.flatMap((table) =>
    Object.entries(table.items).flatMap(([key, personal]) => (personal === 'none' ? [] : { table, key, ...personal })),
  );
  const carried = new Set(kinds.flatMap((kind) => (typeof kind.export === 'string' ? [] : kind.export)) as string[]);
  const erasing = new Set(kinds.flatMap(({ erase }) => (typeof erase === 'object' && 'job' in erase ? erase.job : [])));
  return [
    ...fields
      .filter((field) => !carried.has(field))
      .map((field) => `infra/tables.ts: no item states the field ${field} of the export`),
    ...tables.flatMap(({ name, ofClubs }) => findClubProblems(name, ofClubs, jobs)),
    ...jobs
      .filter((job) => handles('ClubDeleted', job) && !tables.some(({ ofClubs }) => namesJob(ofClubs, job.name)))
      .map(({ name }) => `infra/tables.ts: no table states that ${name} ends items of a deleted club`),
    ...jobs
      .filter((job) => handles('AccountDeleted', job) && writes(job.grants) && !erasing.has(job.name))
      .map(({ name }) => `infra/tables.ts: no item states that ${name} erases it, though it handles AccountDeleted`),
    ...kinds.flatMap(({ table, key, ...personal }) =>
      findProblems(table, personal, { jobs, accounts }).map(
        (problem) => `infra/tables.ts: ${table.name} ${key}: ${problem}`,
      ),
    ),
  ];
}

function findProblems(
  { name, ttl }: TableSpec,
  { export: exported, erase }: Personal,
  { jobs, accounts }: Pick<Stated, 'jobs' | 'accounts'>,
): string[] {
  const mayRead = readActions.some((action) => accounts.tables?.[name]?.includes(action));
  const unread = typeof exported !== 'string' && !mayRead ? ['people/accounts may not read it for the export'] : [];
  return [...unread, ...findErasureProblems()];

  function findErasureProblems(): string[] {
    if (erase === 'expires') return ttl ? [] : ['the table has no ttl'];
    if (erase === 'account')
      return accounts.tables?.[name]?.includes('DeleteItem') ? [] : ['people/accounts may not delete it'];
    if (!('job' in erase)) return [];
    const job = jobs.find((one) => one.name === erase.job);
    if (!job || !handles('AccountDeleted', job)) return [`no job ${erase.job} handles AccountDeleted`];
    const action = erase.kept ? 'PutItem' : 'DeleteItem';
    return job.grants.tables?.[name]?.includes(action) ? [] : [`${erase.job} has no grant ${action} on it`];
  }
}

const readActions = ['Query', 'GetItem', 'BatchGetItem'] as const;

const namesJob = (ofClubs: 'none' | OfClubs, name: string) =>
  typeof ofClubs === 'object' && 'job' in ofClubs && ofClubs.job === name;

function findClubProblems(name: TableSpec['name'], ofClubs: 'none' | OfClubs, jobs: readonly JobFunction[]): string[] {
  if (ofClubs === 'none' || !('job' in ofClubs)) return [];
  const job = jobs.find((one) => one.name === ofClubs.job && handles('ClubDeleted', one));
  if (!job) return [`infra/tables.ts: ${name}: no job ${ofClubs.job} handles ClubDeleted`];
  const actions = job.grants.tables?.[name] ?? [];
  return actions.some((action) => /^(Delete|Put|Update)Item$/.test(action))
    ? []
    : [`infra/tables.ts: ${name}: ${job.name} may not change it`];
}

const handles = (event: 'AccountDeleted' | 'ClubDeleted', { on }: JobFunction) =>
  'domainEvents' in on && on.domainEvents.includes(event);

const writes = ({ tables = {} }: Grants) =>
  Object.values(tables).some((actions) => actions.some((action) => action === 'DeleteItem' || action === 'PutItem'));

/** Finds keys in a source file whose beginning no item states: `sk: \`NOTE#${id}\``. */
export function findUnstatedKeys(file: string, source: string, tables: readonly TableSpec[]): string[] {
  const keys = tables.flatMap(({ items }) => Object.keys(items).map(splitItemKey));
  const indexed = tables.flatMap(({ indexes = [] }) => indexes.flatMap(({ pk, sk = '' }) => [pk, sk]));
  const isStatedBy = (part: string, { text, isWhole }: KeyText) => {
    const [beginning = ''] = part.split('{');
    // A part that is only a placeholder states no beginning.
    if (beginning === '') return false;
    return isWhole ? toKeyPattern(part).test(text) : part.startsWith(text) || text.startsWith(beginning);
  };
  return listKeyTexts(parseSync(file, source).program).flatMap((found) => {
    const { name, text, isWhole } = found;
    const isStated = keys.some(([pk, sk]) => isStatedBy(name === 'pk' ? pk : sk, found));
    return isStated || text === '' || indexed.includes(text)
      ? []
      : `infra/tables.ts: no item states the ${name} '${text}${isWhole ? '' : '…'}' of ${file}: say who it is about`;
  });
}

interface KeyText {
  name: 'pk' | 'sk';
  text: string;
  /** False for the beginning of a template. */
  isWhole: boolean;
}

/** Lists the literals of properties `pk` and `sk`; a template up to its first expression. */
function listKeyTexts(node: unknown): KeyText[] {
  if (Array.isArray(node)) return node.flatMap(listKeyTexts);
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap(listKeyTexts);
  const { type, key, value } = node as { type?: string; key?: { name?: string }; value?: KeyValue };
  const name = key?.name;
  if (type !== 'Property' || (name !== 'pk' && name !== 'sk')) return inside;
  if (value?.type === 'Literal' && typeof value.value === 'string')
    return [...inside, { name, text: value.value, isWhole: true }];
  if (value?.type !== 'TemplateLiteral') return inside;
  const [first] = value.quasis ?? [];
  return [...inside, { name, text: first?.value.cooked ?? '', isWhole: value.quasis?.length === 1 }];
}

interface KeyValue {
  type: string;
  value?: unknown;
  quasis?: { value: { cooked: string } }[];
}
