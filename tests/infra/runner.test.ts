/** `npm test` itself: the selection of tests by words, and the last lines about failed tests. */
import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../infra/local/config.ts';
import { emptyOutcome, summary } from '../runner/outcome.ts';
import { isUnchanged, parts } from '../runner/parts.ts';
import { findTitleWords, formatCommand, toPattern, toTitlePattern } from '../runner/words.ts';
import { nodeEnvironment } from '../support/node-environment.ts';
import { isNightly } from '../support/test-profile.ts';

describe('words that select tests', () => {
  test('may be in the path, and the others in the title, in any order and case', () => {
    const left = findTitleWords('tests/api/money/payment-links.test.ts', ['Money', 'receipt', 'A-PAY-1']) ?? [];
    expect(left).toEqual(['receipt', 'A-PAY-1']);
    expect(toPattern(left).test('paying > [A-PAY-1] there is a Receipt')).toBe(true);
    expect(toPattern(left).test('paying > [A-PAY-2] there is a receipt')).toBe(false);
  });

  test('mean any of the files that they name', () => {
    const words = ['season.test', 'tests/api', 'madrid'];
    expect(findTitleWords('tests/unit/money/season.test.ts', words)).toEqual(['madrid']);
    expect(findTitleWords('tests/api/money/payment-links.test.ts', words)).toEqual(['madrid']);
    expect(findTitleWords('tests/unit/platform/madrid-time.test.ts', words)).toBeUndefined();
  });

  test('are matched literally, not as patterns', () => {
    expect(toPattern(['a.b(c']).test('a.b(c)')).toBe(true);
    expect(toPattern(['a.b']).test('aXb')).toBe(false);
  });

  test('choose a spec by its name or one of its titles', () => {
    const wanted = toTitlePattern(['login.spec.ts', 'live.spec.ts'], 'tests/e2e', ['e2e/login', 'drop']);
    expect(wanted.test('screens login.spec.ts a drop')).toBe(true);
    expect(wanted.test('screens login.spec.ts a rise')).toBe(false);
    expect(wanted.test('measured live.spec.ts a drop of e2e/login')).toBe(true);
    expect(wanted.test('measured live.spec.ts a drop')).toBe(false);
  });
});

describe('tests of one part', () => {
  const isSkipped = (change: string) => isUnchanged('tests/e2e/player.spec.ts', [change]);

  test('run when the test file, a file of its part or a file that every part uses has changed', () => {
    for (const change of ['web/player/controls.tsx', 'infra/functions/viewing.ts', 'tests/e2e/player.spec.ts'])
      expect(isSkipped(change), change).toBe(false);
    for (const change of ['shared/domain/score.ts', 'tests/e2e/support/live.ts', 'package-lock.json'])
      expect(isSkipped(change), change).toBe(false);
  });

  test('are skipped when other files have changed', () => {
    for (const change of ['web/routes/staff/clubs.tsx', 'functions/money/payments/rules.ts', 'README.md'])
      expect(isSkipped(change), change).toBe(true);
    expect(isUnchanged('tests/api/security/permissions.test.ts', ['web/ui/button.tsx'])).toBe(true);
  });

  test('of the API run when their module, one below it, or what all of them use has changed', () => {
    const runs = (module: string, change: string) => !isUnchanged(`tests/api/${module}/a.test.ts`, [change]);
    expect(['league', 'viewing', 'trust'].map((module) => runs(module, 'functions/viewing/a.ts'))).toEqual([
      false,
      true,
      true,
    ]);
    for (const change of ['functions/api/vods.ts', 'infra/local/s3/s3.ts', 'tests/support/api.ts'])
      expect(runs('platform', change), change).toBe(true);
  });

  test('belong to a part that the list names, and each named part has tests', () => {
    const files = globSync('tests/**/*.{test,spec}.ts', { cwd: root }).filter(
      (file) => /^tests\/(api|system)\//.test(file) || / @ci['`]/.test(readFileSync(join(root, file), 'utf8')),
    );
    expect(files.length).toBeGreaterThan(0);
    const starts = Object.keys(parts).map((start) => `tests/${start}`);
    expect(files.filter((file) => !starts.some((start) => file.startsWith(start)))).toEqual([]);
    expect(starts.filter((start) => !files.some((file) => file.startsWith(start)))).toEqual([]);
  });
});

test('the summary ends with each failed test and the command that runs it alone', () => {
  const failed = [
    { path: 'tests/api/a.test.ts', title: "it's > [A-1] so", why: 'Error: no\n at a.test.ts:3' },
    { path: '', title: 'imports', why: 'a knows b', again: 'node imports.ts' },
  ];
  const flaky = [{ path: 'tests/e2e/b.spec.ts', title: 'late', why: 'Error: not yet' }];
  const lines = summary(
    { ...emptyOutcome(), passed: 7, failed, flaky, notRun: 2 },
    'npm test -- --at 2028-02-29T22:30Z',
  ).split('\n');
  expect(lines.slice(-8)).toEqual([
    "✗ tests/api/a.test.ts › it's > [A-1] so",
    `    npm test -- --at 2028-02-29T22:30Z tests/api/a.test.ts 'it'\\''s > [A-1] so'`,
    '✗ imports',
    '    node imports.ts',
    '',
    '2 not run, because of a failure before them',
    '',
    '7 passed, 2 failed',
  ]);
  expect(lines).toContain('    Error: no');
  expect(lines).toContain('~ tests/e2e/b.spec.ts › late');
  expect(summary({ ...emptyOutcome(), passed: 3 })).toBe('\n3 passed, 0 failed');
  const times = Array.from({ length: 81 }, (_, index) => ({ path: `tests/${index}.ts`, ms: 1_000 * index }));
  const [, heading, first, ...others] = summary({ ...emptyOutcome(), passed: 3, times }).split('\n');
  expect([heading, first, others.length]).toEqual(['Slowest files, in seconds', '   80  tests/80.ts', 21]);
});

test('one test of one file runs alone, by the command that would be printed for it', () => {
  const words = ['tests/unit/money/season.test.ts', '[A-CONST-4] a season > ends each year at midnight'];
  expect(formatCommand(words)).toBe(`npm test -- ${words[0]} '${words[1]}'`);
  const { status, stdout } = spawnSync(process.execPath, ['tests/run.ts', ...words], { cwd: root, encoding: 'utf8' });
  expect([status, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, '1 passed, 0 failed']);
});

test.runIf(isNightly)('fails and names the words that match no test', () => {
  const { status, stdout } = spawnSync(process.execPath, ['tests/run.ts', 'nothing of this'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(status).toBe(1);
  expect(stdout).toMatch(/No test has nothing of this in its path or title\n\n0 passed, 0 failed\n$/);
});

test('--at moves the clock of every process, and of workers', () => {
  const environment = { ...process.env, ...nodeEnvironment(String(Date.parse('2028-02-29T22:30Z') - Date.now())) };
  const say =
    'console.log(new Date().toISOString(), new Date() instanceof Date, new Date(5).getTime(), Date().length > 20)';
  const module = JSON.stringify(`data:text/javascript,${encodeURIComponent(say)}`);
  const worker = `new (require('worker_threads').Worker)(new URL(${module}))`;
  for (const script of [say, `require('child_process').fork('-e', [${JSON.stringify(say)}])`, worker]) {
    const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8', env: environment });
    expect(stdout, script).toMatch(/^2028-02-29T22:30:\S+ true 5 true\n$/);
  }
});
