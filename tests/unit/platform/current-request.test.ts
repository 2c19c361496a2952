/** Memoisation within one request. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  forgetInRequest,
  runOncePerRequest,
  runWithinRequest,
} from '../../../functions/platform/observability/current-request.ts';

const counter = () => {
  const times = { begun: 0 };
  const work = async () => {
    times.begun += 1;
    await turn();
  };
  return { times, work };
};

test('[V-ENT-2] runs work once per request, also for concurrent callers', async () => {
  const { times, work } = counter();
  const what = {};
  const request = async () => {
    await Promise.all([runOncePerRequest(what, work), runOncePerRequest(what, work)]);
    await runOncePerRequest(what, work);
  };
  await runWithinRequest('first', request);
  expect(times.begun).toBe(1);
  await Promise.all([runWithinRequest('second', request), runWithinRequest('third', request)]);
  expect(times.begun).toBe(3);
  await runWithinRequest('fourth', () => Promise.all([runOncePerRequest(what, work), runOncePerRequest({}, work)]));
  expect(times.begun).toBe(5);
});

test('[V-ENT-2] runs work again outside of a request, after invalidation, and after the request has ended', async () => {
  const { times, work } = counter();
  const what = {};
  await runOncePerRequest(what, work);
  await runOncePerRequest(what, work);
  expect(times.begun).toBe(2);
  const later = await runWithinRequest('a request', async () => {
    await runOncePerRequest(what, work);
    forgetInRequest(what);
    await runOncePerRequest(what, work);
    // Work that a request has started may outlive it.
    return { left: turn().then(() => runOncePerRequest(what, work).then(() => runOncePerRequest(what, work))) };
  });
  expect(times.begun).toBe(4);
  await later.left;
  expect(times.begun).toBe(6);
});

test('[V-ENT-2] runs work again after a failure', async () => {
  const { times, work } = counter();
  const what = {};
  const failAfterWork = async () => {
    await work();
    throw new Error('too busy');
  };
  await runWithinRequest('a request', async () => {
    await expect(Promise.all([runOncePerRequest(what, failAfterWork), runOncePerRequest(what, work)])).rejects.toThrow(
      'too busy',
    );
    await runOncePerRequest(what, work);
  });
  expect(times.begun).toBe(2);
});
