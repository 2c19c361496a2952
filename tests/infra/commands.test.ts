/** Every command of package.json has `--help` and answers unknown options with its usage. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/local/config.ts';
import { pickSome } from '../support/test-profile.ts';

const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const [, script] = /^node infra\/toolchain\/run\.mjs (\S+)$/.exec(line) ?? [];
  return script ? [[name, script] as const] : [];
});

/** A sample, because all commands share the argument parser. */
const sampledCommands = pickSome(commands, 6).map(([name]) => name);

describe.concurrent.each(commands)('npm run %s', (name, script) => {
  const run = (option: string) =>
    new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, [script, option], { cwd: root }, (error, stdout, stderr) =>
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });

  test('prints its usage for --help', async () => {
    const { status, stdout, stderr } = await run('--help');
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/Error/)]);
    expect(stdout).toMatch(new RegExp(`^npm (run )?${name}\\b`));
  });

  test.runIf(sampledCommands.includes(name))('prints the unknown option and its usage, and exits with 1', async () => {
    const { status, stdout, stderr } = await run('--nonsense');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/Unknown option '--nonsense'\n\nnpm/);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});
