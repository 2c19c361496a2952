/**
 * Conventions that no type can express. Each problem names the file to edit: `npm run check` reports them before any test
 * runs.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiFunctions } from '../../infra/functions.ts';
import { jobFunctions } from '../../infra/jobs.ts';
import { root } from '../../infra/local/config.ts';
import { tables } from '../../infra/tables.ts';
import { contract } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { PersonalData } from '../../shared/contract/personal-data.ts';
import { describeAuditField } from '../../shared/domain/audit-texts.ts';
import { isStaffPage, type Page, pages } from '../../shared/domain/pages.ts';
import { reservedSlugs } from '../../shared/domain/slug.ts';
import { listWrongErrors } from '../support/openapi/handlers.ts';
import { listDisagreements, shapes } from '../support/openapi/shapes.ts';
import { outdatedTexts, quotedTexts } from '../support/outdated-texts.ts';
import { findPersonalProblems, findUnstatedKeys } from './personal-items.ts';
import { findCrossings } from './static-imports.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const problems = [
  ...checkFunctions(),
  ...checkPermissions(),
  ...checkContract(),
  ...checkCaches(),
  ...checkReaders(),
  ...checkSlugs(),
  ...checkAuditTexts(),
  ...checkPages(),
  ...checkLinks(),
  ...checkTitles(),
  ...checkScreens(),
  ...checkViewers(),
  ...checkRows(),
  ...checkItems(),
  ...checkRules(),
  ...checkTexts(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function checkFunctions(): string[] {
  const served = new Set(apiFunctions.flatMap(({ endpoints }) => Object.keys(endpoints)));
  return Object.keys(contract)
    .filter((key) => !served.has(key))
    .map((key) => `infra/functions/<module>.ts: no function serves ${key}`);
}

function checkPermissions(): string[] {
  const table = 'tests/api/security/permissions.md';
  const rows = new Set(
    [...read(table).matchAll(/^\| ((?:GET|POST|PUT|PATCH|DELETE) \/\S*) \|/gm)].map(([, key]) => key),
  );
  return [
    ...Object.keys(contract)
      .filter((key) => !rows.has(key))
      .map((key) => `${table}: add a row for ${key}`),
    ...[...rows].filter((key) => key && !(key in contract)).map((key) => `${table}: remove the row of ${key}`),
  ];
}

function checkContract(): string[] {
  const disagreements = shapes.flatMap((shape) => listDisagreements(shape, 3));
  return [...listWrongErrors(), ...disagreements].map((problem) => {
    const [key] = /(GET|POST|PUT|PATCH|DELETE) \/[^\s:,]*/.exec(problem) ?? [];
    return `${findContractFile(key)}: ${problem}`;
  });
}

function checkCaches(): string[] {
  return Object.entries<Endpoint>(contract)
    .filter(
      ([key, { access, cache, produces }]) =>
        key.startsWith('GET ') && access === 'public' && !produces && cache === undefined,
    )
    .map(([key]) => `${findContractFile(key)}: add cache to ${key}: the seconds for which the edge may keep it, or 0`);
}

function checkReaders(): string[] {
  return Object.entries<Endpoint>(contract)
    .filter(
      ([, { cache = 0, produces, publiclyCacheable }]) => cache > 0 && !produces && publiclyCacheable === undefined,
    )
    .map(([key]) => `${findContractFile(key)}: state publiclyCacheable of ${key}: true if staff get the same response`);
}

/** Everything about a person goes out with the export and ends with the account, or says why it does not. */
function checkItems(): string[] {
  const accounts = apiFunctions.find(({ endpoints }) => 'GET /users/me/data' in endpoints)?.grants ?? {};
  const sources = globSync('functions/**/*.ts', { cwd: root }).filter((file) => /\b[ps]k: [`']/.test(read(file)));
  return [
    ...findPersonalProblems({ tables, fields: Object.keys(PersonalData.shape), jobs: jobFunctions, accounts }),
    ...sources.flatMap((file) => findUnstatedKeys(file, read(file), tables)),
  ];
}

/** A rule is proven where it stands, with a table: over HTTP, a changed line is not run by the tests beside it. */
function checkRules(): string[] {
  const tables = globSync('tests/unit/**/*.ts', { cwd: root }).map(read).join('\n');
  return globSync('functions/**/rules.ts', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/^export (?:function (\w+)|const (\w+) = (?:<[^(]*>)?\()/gm)]
      .map(([, declared, arrow]) => declared ?? arrow ?? '')
      .filter((name) => !new RegExp(`\\b${name}\\b`).test(tables))
      .map((name) => `${file}: prove ${name} in tests/unit`),
  );
}

/** Comments are English: what looks like an outdated Spanish text is one. */
function checkTexts(): string[] {
  return globSync('{web,shared,functions}/**/*.{ts,tsx,html}', { cwd: root }).flatMap((file) => {
    const text = quotedTexts.reduce((rest, quoted) => rest.replaceAll(quoted, ''), read(file));
    return outdatedTexts.flatMap(([outdated, now]) => {
      const [found] = outdated.exec(text) ?? [];
      return found ? [`${file}: say '${now}' instead of '${found}'`] : [];
    });
  });
}

/** Finds the file that contains the entry, by its key. */
function findContractFile(key = ''): string {
  const files = globSync('shared/contract/*.ts', { cwd: root });
  return files.find((file) => read(file).includes(`'${key}': {`)) ?? 'shared/contract';
}

/** Sources and the API share the path /live/. */
function checkSlugs(): string[] {
  const segments = new Set(Object.keys(contract).flatMap((key) => /^\w+ \/live\/([\w-]+)/.exec(key)?.[1] ?? []));
  const file = 'shared/domain/slug.ts';
  return [
    ...[...segments]
      .filter((segment) => !reservedSlugs.includes(segment))
      .map((segment) => `${file}: add '${segment}' to reservedSlugs, because the API answers /live/${segment}`),
    ...reservedSlugs
      .filter((slug) => !segments.has(slug))
      .map((slug) => `${file}: remove '${slug}' from reservedSlugs; the API has no /live/${slug}`),
  ];
}

/** The audit shows a changed field only if it has a text. */
function checkAuditTexts(): string[] {
  const unaudited = new Set(['version', 'oldPassword', 'newPassword', 'hideVods']);
  const edited = shapes.filter(({ key, part }) => {
    const { access } = contract[key as keyof typeof contract] as Endpoint;
    return (
      part === 'body' &&
      /^(PATCH|PUT) /.test(key) &&
      ['admin', 'clubStaff', 'staff', 'scorer', 'phone'].includes(access)
    );
  });
  return edited.flatMap(({ key, schema }) =>
    Object.keys(schema.properties ?? {})
      .filter((field) => !unaudited.has(field) && !describeAuditField(field))
      .map((field) => `shared/domain/audit-texts.ts: add a text for the field ${field} of ${key}`),
  );
}

function checkPages(): string[] {
  const modules = new Set(Object.values<Page>(pages).map(({ module }) => module));
  const files = globSync('**/*.tsx', { cwd: join(root, 'web/routes') }).map((file) => file.replace(/\.tsx$/, ''));
  return [
    ...[...modules]
      .filter((module) => !existsSync(join(root, `web/routes/${module}.tsx`)))
      .map((module) => `web/routes/${module}.tsx: missing, though shared/domain/pages.ts names it`),
    ...files
      // The page for unknown addresses has no row.
      .filter((file) => file !== 'not-found' && !modules.has(file))
      .map((file) => `shared/domain/pages.ts: add a row for web/routes/${file}.tsx`),
  ];
}

/** A page that nothing links to cannot be found, and a link that is written by hand breaks with its page's path. */
function checkLinks(): string[] {
  const sources = globSync('{functions,web}/**/*.{ts,tsx}', { cwd: root }).map((file) => [file, read(file)] as const);
  const linked = new Set(
    sources.flatMap(([, text]) => [...text.matchAll(/\b(?:paths|all)\.(\w+)/g)].map(([, name]) => name)),
  );
  return [
    ...Object.entries<Page>(pages)
      // `buy` serves older links.
      .filter(([name]) => name !== 'buy' && !linked.has(name))
      .map(([name, page]) => {
        const file = isStaffPage(page) ? 'web/app/back-office-pages.ts' : 'shared/domain/pages.ts';
        return `${file}: nothing links to the page ${name}, by paths.${name}`;
      }),
    ...sources
      .filter(([, text]) => /\benvironment\('WEB_ORIGIN'\)\}\/(?!api\/|sitemap)/.test(text))
      .map(([file]) => `${file}: write links to pages with pageUrl(paths.…)`),
  ];
}

/** Separate pages are documents of their own, with their titles in their HTML. */
function checkTitles(): string[] {
  const untitled = Object.values<Page>(pages).filter(({ title }) => title === undefined);
  return [...new Set(untitled.map(({ module }) => `web/routes/${module}.tsx`))]
    .filter((file) => file !== 'web/routes/separate-page.tsx' && existsSync(join(root, file)))
    .filter((file) => findCrossings(file, /^web\/lib\/use-title\.ts$/).length === 0)
    .map((file) => `shared/domain/pages.ts: state the title of ${file}, or set it there by useTitle`);
}

/** Rows write their address as a string or template that begins and ends with it. */
function checkScreens(): string[] {
  const names = ['accounts', 'back-office', 'browsing', 'viewer', 'watching'];
  const tables = names.map((name) => read(`tests/e2e/screens/${name}.ts`)).join('\n');
  return Object.values<Page>(pages)
    .filter(({ path }) => {
      const segments = path
        .split('/')
        .map((segment) => (segment.startsWith(':') ? String.raw`(\$\{[^}]*\}|[\w-]+)` : RegExp.escape(segment)));
      return !new RegExp(`['\`]${segments.join('/')}['\`?#]`).test(tables);
    })
    .map(({ path, need }) => {
      const table = need === 'manage' || need === 'admin' ? 'back-office' : 'viewer';
      return `tests/e2e/screens/${table}.ts: add the screen of ${path}, with its states`;
    });
}

/** Viewers must not load the code of the back office. */
function checkViewers(): string[] {
  const backOffice =
    /^web\/(app\/back-office-|routes\/staff\/|features\/\w+\/(ads|back-office|cameras|profile|staff|uploads|(\w+\/)?manage)\/)/;
  const files = Object.values<Page>(pages)
    .filter((page) => !isStaffPage(page))
    .map(({ module }) => `web/routes/${module}.tsx`)
    .filter((file) => existsSync(join(root, file)));
  const problems = files.flatMap((page) =>
    findCrossings(page, backOffice).map(
      ([importer, part]) =>
        `${importer}: viewers would load ${part}, which is for staff; load it by lazy(() => import('…'))`,
    ),
  );
  return [...new Set(problems)];
}

function checkRows(): string[] {
  const known = new Set([...read('tests/ROWS.md').matchAll(/^\| ([A-Z]+(?:-[A-Z]+)+-\d+) \|/gm)].map(([, row]) => row));
  return globSync('tests/**/*.{test,spec}.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/\[([A-Z]+(?:-[A-Z]+)+-\d+)\]/g)]
      .filter(([, row]) => !known.has(row))
      .map(([, row]) => `tests/ROWS.md: add the requirement ${row}, which ${file} proves`),
  );
}
