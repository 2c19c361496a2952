/** A child process that dies is said so, and never passes for a success. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../infra/local/config.ts';
import { describeExit, toExitCode } from '../../infra/toolchain/exit-status.ts';

const folder = mkdtempSync(join(tmpdir(), 'cantera-children-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([
  [0, null, 'ended with 0', 0],
  [3, null, 'ended with 3', 3],
  [null, 'SIGSEGV', 'was killed by SIGSEGV', 139],
  [137, null, 'was killed by SIGKILL', 137],
  [255, null, 'ended with 255', 255],
] as const)('code %s, signal %s', (code, signal, words, answer) => {
  expect([describeExit(code, signal), toExitCode(code, signal)]).toEqual([words, answer]);
});

function command(text: string) {
  const script = join(folder, 'command.ts');
  writeFileSync(script, text);
  const options = { cwd: root, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, ['infra/toolchain/run.mjs', script], options);
  return { status, stderr };
}

test('a command that crashes ends with an error and says what killed it', () => {
  const { status, stderr } = command("process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000);");
  expect(status).toBe(139);
  expect(stderr).toContain('was killed by SIGSEGV');
});

test('a command that is told to stop says nothing of it', () => {
  const stopped = command("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);");
  expect(stopped).toEqual({ status: 143, stderr: '' });
});

test('a command passes its own code on', () => {
  expect(command('process.exit(7)').status).toBe(7);
});
