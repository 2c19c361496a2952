/** The documents in Markdown: their links lead somewhere, their commands exist, and the runbook stays short. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const documents = ['README.md', ...globSync(['infra/**/*.md', 'shared/*.md', 'tests/**/*.md', 'web/docs/*.md'])];
const read = (path: string) => readFileSync(path, 'utf8').replace(/```.*?```/gs, '');

/** The anchors that GitHub gives to headings. */
const listAnchors = (path: string) =>
  [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

test.each(documents)('%s links to files and headings that exist', (path) => {
  const links = [...read(path).matchAll(/\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  const broken = links.filter(([, file = '', anchor]) => {
    const target = file ? join(dirname(path), file) : path;
    return !existsSync(target) || (anchor !== undefined && !listAnchors(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

test.each(documents)('%s names commands that exist', (path) => {
  const named = [...read(path).matchAll(/\bnpm run ([\w:]+)/g)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('the runbook is read in ten minutes, without the table of alarms', () => {
  const runbook = readFileSync('infra/README.md', 'utf8');
  const [alarms = ''] = /^## Alarms$.*?(?=^## )/ms.exec(runbook) ?? [];
  const count = (text: string) => text.split(/\s+/).length;
  expect(count(alarms)).toBeGreaterThan(500);
  expect(count(runbook) - count(alarms)).toBeLessThan(2_200);
});

test.each(globSync('infra/decisions/*.md'))('%s says since when it holds, and whether it still does', (path) => {
  expect(read(path).split('\n')[2]).toMatch(/^\*\d{1,2} [A-Z][a-z]+ 20\d\d · (in force|replaced by \d+)\*$/);
});
