/** Failures of single items in a scheduled job. */
import { afterEach, expect, test, vi } from 'vitest';
import { attemptEach, attemptSteps, attemptTogether } from '../../../functions/platform/observability/attempt-each.ts';

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

test('attempts all items, as many at a time as the limit allows', async () => {
  let [running, most] = [0, 0];
  const done: number[] = [];
  const attempt = async (item: number) => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, item % 3));
    running -= 1;
    done.push(item);
  };
  const items = Array.from({ length: 23 }, (_, at) => at);
  await attemptEach('not done', items, attempt, undefined, 5);
  expect([most, done.toSorted((a, b) => a - b)]).toEqual([5, items]);
});

test('waits for steps that run together, even if one fails', async () => {
  vi.stubEnv('LOG_LEVEL', 'silent');
  let isDone = false;
  const slow = async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    isDone = true;
  };
  await expect(attemptTogether(() => Promise.reject(new Error('first')), slow)).rejects.toThrow(AggregateError);
  expect(isDone).toBe(true);
});
