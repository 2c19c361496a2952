/**
 * Conventions that no type can express. Each problem names the file to edit: `npm run check` reports them before any test
 * runs.
 */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiFunctions } from '../../infra/functions.ts';
import { root } from '../../infra/local/config.ts';
import { contract } from '../../shared/contract/contract.ts';
import { type Page, pages } from '../../shared/domain/pages.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

const problems = [...checkFunctions(), ...checkPermissions(), ...checkPages(), ...checkRows()];
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

function checkPages(): string[] {
  const modules = new Set(Object.values<Page>(pages).map(({ module }) => module));
  const files = globSync('**/*.tsx', { cwd: join(root, 'web/routes') }).map((file) => file.replace(/\.tsx$/, ''));
  return [
    ...[...modules]
      .filter((module) => !existsSync(join(root, `web/routes/${module}.tsx`)))
      .map((module) => `web/routes/${module}.tsx: missing, though shared/domain/pages.ts names it`),
    ...files
      // Shown where no other page is.
      .filter((file) => file !== 'not-found' && !modules.has(file))
      .map((file) => `shared/domain/pages.ts: add a row for web/routes/${file}.tsx`),
  ];
}

function checkRows(): string[] {
  const known = new Set([...read('tests/ROWS.md').matchAll(/^\| ([A-Z]+(?:-[A-Z]+)+-\d+) \|/gm)].map(([, row]) => row));
  return globSync('tests/**/*.{test,spec}.{ts,tsx}', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/\[([A-Z]+(?:-[A-Z]+)+-\d+)\]/g)]
      .filter(([, row]) => !known.has(row))
      .map(([, row]) => `tests/ROWS.md: add the requirement ${row}, which ${file} proves`),
  );
}
