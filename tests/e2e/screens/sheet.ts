/** `npm run screens`: every screen in each state at both sizes, as pictures on one page. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../infra/local/config.ts';
import { readArguments } from '../../../infra/toolchain/arguments.ts';
import { toExitCode } from '../../../infra/toolchain/exit-status.ts';
import { prepareMachine } from '../../support/machine.ts';

const folder = process.env.SCREENS_FOLDER ?? join(root, '.local/screens');
const usage = `npm run screens [-- <part of a name>]

Takes a picture of every screen in each state at both sizes, or of those whose name fits ("calendar"), into
.local/screens (SCREENS_FOLDER), and lays them out on one page, index.html.

  --help  this text`;

const {
  words: [wanted = ''],
} = readArguments(usage, {}, 1);

await prepareMachine();
await mkdir(folder, { recursive: true });
const child = spawn(
  join(root, 'node_modules/.bin/playwright'),
  [
    'test',
    '--config',
    'tests/e2e/playwright.config.ts',
    '--no-deps',
    'screens.spec.ts',
    '--grep',
    `screen .*${wanted}`,
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, SCREENS_FOLDER: folder } },
);
const [code, signal] = await once(child, 'exit');
await writeFile(
  join(folder, 'index.html'),
  buildSheet((await readdir(folder)).filter((name) => name.endsWith('.png'))),
);
console.log(`\n${join(folder, 'index.html')}`);
process.exitCode = toExitCode(code, signal);

/** Builds one row for each screen and state, both sizes side by side. Names come from the tables: no escaping. */
function buildSheet(pictures: string[]): string {
  const rows = new Map<string, string[]>();
  for (const name of pictures.sort()) {
    const row = name.split('.').slice(0, 2).join(' · ');
    rows.set(row, [...(rows.get(row) ?? []), name]);
  }
  const body = [...rows].map(
    ([row, names]) =>
      `<h2>${row}</h2><p>${names.map((name) => `<a href="${name}"><img src="${name}" alt="${name}" loading="lazy"></a>`).join('')}</p>`,
  );
  return `<!doctype html><meta charset="utf-8"><title>Screens</title>
<style>body{font:16px system-ui;margin:24px;background:#888}img{height:480px;margin-right:16px;vertical-align:top}</style>
${body.join('\n')}
`;
}
