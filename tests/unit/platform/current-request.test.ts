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

test('[V-ENT-2] is done once, for all that ask at once and later, and for each request anew', async () => {
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

test('[V-ENT-2] is done anew where no request is worked on, where it counts no longer, and after one has ended', async () => {
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

test('[V-ENT-2] what has failed is done again', async () => {
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
