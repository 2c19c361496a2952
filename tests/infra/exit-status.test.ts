/** Descriptions and exit codes of child processes, also of those killed by a signal. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../infra/local/config.ts';
import { describeExit, toExitCode } from '../../infra/toolchain/exit-status.ts';
import { createTemporaryFolder } from '../support/temporary-folder.ts';

const folder = createTemporaryFolder();

test.each([
  [0, null, 'ended with 0', 0],
  [3, null, 'ended with 3', 3],
  [null, 'SIGSEGV', 'was killed by SIGSEGV', 139],
  [137, null, 'was killed by SIGKILL', 137],
  [255, null, 'ended with 255', 255],
] as const)('describes the exit code %s with the signal %s, and passes it on', (code, signal, words, answer) => {
  expect([describeExit(code, signal), toExitCode(code, signal)]).toEqual([words, answer]);
});

function command(text: string) {
  const script = join(folder, 'command.ts');
  writeFileSync(script, text);
  const options = { cwd: root, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync(process.execPath, ['infra/toolchain/run.mjs', script], options);
  return { status, stderr };
}

test('run.mjs reports the signal and exits with an error when the script crashes', () => {
  const { status, stderr } = command("process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 1000);");
  expect(status).toBe(139);
  expect(stderr).toContain('was killed by SIGSEGV');
});

test('run.mjs prints nothing when the script is terminated by SIGTERM', () => {
  const stopped = command("process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000);");
  expect(stopped).toEqual({ status: 143, stderr: '' });
});

test('run.mjs passes on the exit code', () => {
  expect(command('process.exit(7)').status).toBe(7);
});
