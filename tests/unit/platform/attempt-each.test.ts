/** Failures of single items in a scheduled job. */
import { afterEach, expect, test, vi } from 'vitest';
import { attemptEach, attemptSteps } from '../../../functions/platform/observability/attempt-each.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('attempts the items after a failure, logs it, and fails at the end', async () => {
  vi.stubEnv('LOG_LEVEL', 'info');
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const done: string[] = [];
  const attempt = async (item: string) => {
    if (item === 'broken') throw new Error('throttled');
    done.push(item);
  };
  const run = attemptEach('not settled', ['first', 'broken', 'last'], attempt, (item) => ({ item }));
  await expect(run).rejects.toThrow('not settled (1)');
  expect(done).toEqual(['first', 'last']);
  expect(logged.mock.calls.map(([line]) => JSON.parse(line))).toEqual([
    { level: 'error', message: 'not settled', item: 'broken', error: 'Error: throttled' },
  ]);
});

test('runs the steps after a failed one, in order', async () => {
  vi.stubEnv('LOG_LEVEL', 'silent');
  const last = vi.fn(async () => undefined);
  const runFailingSteps = () => attemptSteps(() => Promise.reject(new Error('first')), last);
  await expect(runFailingSteps()).rejects.toThrow(AggregateError);
  expect(last).toHaveBeenCalledOnce();
});
