/** `npm start` installs missing packages before it runs; a script stands in for npm. */
import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { root } from '../../infra/local/config.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const folders = createTemporaryFolder();
let folder = '';
let output = '';

const write = (path: string, content: string, mode = 0o644) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content, { mode });
};

const lock = (version: string) =>
  JSON.stringify({
    packages: {
      '': { optionalDependencies: { tool: version, 'tool-elsewhere': version } },
      'node_modules/tool': { version },
      'node_modules/tool-elsewhere': { version, os: ['plan9'] },
    },
  });

/** Runs a script; returns the number of npm calls so far. */
function start(): number {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env.PATH}` };
  const { stdout } = spawnSync(process.execPath, [join(folder, 'infra/toolchain/run.mjs'), 'script.ts'], { env });
  output = String(stdout);
  expect(output).toContain('it runs');
  return readFileSync(join(folder, 'calls'), 'utf8').length;
}

beforeEach(() => {
  folder = join(folders, randomUUID());
  mkdirSync(join(folder, 'infra/toolchain'), { recursive: true });
  cpSync(join(root, 'infra/toolchain/run.mjs'), join(folder, 'infra/toolchain/run.mjs'));
  write('package-lock.json', lock('1.0.0'));
  write('node_modules/.installed', createHash('sha256').update(lock('1.0.0')).digest('hex'));
  write('script.ts', "console.log('it runs');\n");
  write('calls', '');
  write(
    'bin/npm',
    '#!/bin/sh\nprintf x >> calls\nmkdir -p node_modules/tool\necho {} > node_modules/tool/package.json\n',
    0o755,
  );
});

test('counts the packages that have arrived while npm works', () => {
  rmSync(join(folder, 'node_modules/.installed'));
  write(
    'bin/npm',
    '#!/bin/sh\nprintf x >> calls\nmkdir -p node_modules/tool\necho {} > node_modules/tool/package.json\nsleep 1\n',
    0o755,
  );
  expect(start()).toBe(1);
  expect(output).toContain('Installing packages (once): 1 of 1\n');
});

test('reinstalls a removed optional package, once', () => {
  expect([start(), start()]).toEqual([1, 1]);
  rmSync(join(folder, 'node_modules/tool'), { recursive: true });
  expect([start(), start()]).toEqual([2, 2]);
});

test('does not retry packages that npm cannot get, until the lock file changes', () => {
  write('bin/npm', '#!/bin/sh\nprintf x >> calls\n', 0o755);
  expect([start(), start()]).toEqual([1, 1]);
  write('package-lock.json', lock('1.0.1'));
  expect([start(), start()]).toEqual([2, 2]);
});
