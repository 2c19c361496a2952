/** Memoisation within one request. */
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  forgetInRequest,
  oncePerRequest,
  withinRequest,
} from '../../../functions/platform/observability/current-request.ts';

const counter = () => {
  const times = { begun: 0 };
  const work = async () => {
    times.begun += 1;
    await turn();
  };
  return { times, work };
};

test('[V-ENT-2] runs once per request, also for concurrent callers', async () => {
  const { times, work } = counter();
  const what = {};
  const request = async () => {
    await Promise.all([oncePerRequest(what, work), oncePerRequest(what, work)]);
    await oncePerRequest(what, work);
  };
  await withinRequest('first', request);
  expect(times.begun).toBe(1);
  await Promise.all([withinRequest('second', request), withinRequest('third', request)]);
  expect(times.begun).toBe(3);
  await withinRequest('fourth', () => Promise.all([oncePerRequest(what, work), oncePerRequest({}, work)]));
  expect(times.begun).toBe(5);
});

test('[V-ENT-2] runs again outside of a request, after invalidation, and after the request has ended', async () => {
  const { times, work } = counter();
  const what = {};
  await oncePerRequest(what, work);
  await oncePerRequest(what, work);
  expect(times.begun).toBe(2);
  const later = await withinRequest('a request', async () => {
    await oncePerRequest(what, work);
    forgetInRequest(what);
    await oncePerRequest(what, work);
    // Work that a request has started may outlive it.
    return { left: turn().then(() => oncePerRequest(what, work).then(() => oncePerRequest(what, work))) };
  });
  expect(times.begun).toBe(4);
  await later.left;
  expect(times.begun).toBe(6);
});

test('[V-ENT-2] runs again after a failure', async () => {
  const { times, work } = counter();
  const what = {};
  const failing = async () => {
    await work();
    throw new Error('too busy');
  };
  await withinRequest('a request', async () => {
    await expect(Promise.all([oncePerRequest(what, failing), oncePerRequest(what, work)])).rejects.toThrow('too busy');
    await oncePerRequest(what, work);
  });
  expect(times.begun).toBe(2);
});
