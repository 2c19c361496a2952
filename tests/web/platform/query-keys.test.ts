import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root } from '../../../infra/local/config.ts';

const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');

test('names only resources that the app still reads', () => {
  const declared = read('web/lib/query-keys.ts').split('export type Resource')[1]?.split(';')[0] ?? '';
  const names = declared.match(/(?<=')[a-z-]+(?=')/g) ?? [];
  const others = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('query-keys.ts'));
  const code = others.map(read).join('\n');
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name) => !new RegExp(`['"]${name}['"]`).test(code))).toEqual([]);
});
