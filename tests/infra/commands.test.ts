/** Every command of package.json says how it is used, and answers a mistake with that instead of a stack trace. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/local/config.ts';
import { someOf } from '../support/effort.ts';

const { scripts } = JSON.parse(readFileSync(`${root}/package.json`, 'utf8')) as { scripts: Record<string, string> };
const commands = Object.entries(scripts).flatMap(([name, line]) => {
  const [, script] = /^node infra\/toolchain\/run\.mjs (\S+)$/.exec(line) ?? [];
  return script ? [[name, script] as const] : [];
});

/** Who reads the words of one command reads those of all. */
const asked = someOf(commands, 6).map(([name]) => name);

describe.concurrent.each(commands)('npm run %s', (name, script) => {
  const run = (option: string) =>
    new Promise<{ status: number; stdout: string; stderr: string }>((resolve) => {
      execFile(process.execPath, [script, option], { cwd: root }, (error, stdout, stderr) =>
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
      );
    });

  test('--help prints how it is used', async () => {
    const { status, stdout, stderr } = await run('--help');
    expect([status, stderr]).toEqual([0, expect.not.stringMatching(/Error/)]);
    expect(stdout).toMatch(new RegExp(`^npm (run )?${name}\\b`));
  });

  test.runIf(asked.includes(name))('an option that is not there is named', async () => {
    const { status, stdout, stderr } = await run('--nonsense');
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/Unknown option '--nonsense'\n\nnpm/);
    expect(stderr).not.toMatch(/^ +at /m);
  });
});
