/** The error state of pages, with automatic retries. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../web/lib/api.ts';
import { isNotFound, isTransient } from '../../../web/lib/load-errors.ts';
import { getRetryDelay } from '../../../web/lib/use-repair.ts';
import { errorAnswer, networkFailure, rawAnswer } from '../support/api-answers.ts';
import { address, calls, callsTo, createList, id, open } from '../support/app.tsx';

const busy = errorAnswer('REQ5030');
/** The answer of a proxy, or of a gateway whose route is missing. */
const foreign = rawAnswer(404, { message: 'Not Found' });

const pages = [
  ['a recording', `/vods/${id('v')}`, `GET /vods/${id('v')}`],
  ['an event', `/evento/${id('e')}`, `GET /sportevents/${id('e')}`],
  ['a live', '/live/campo-1', 'GET /liveusers/campo-1'],
  ['a content video', `/content/3/videos/${id('n')}`, `GET /content/categories/3/videos/${id('n')}`],
  ['a club', `/club/${id('c')}`, `GET /clubs/${id('c')}`],
] as const;

/** Moves the clock past all attempts of a query. */
const passAttempts = () => vi.advanceTimersByTimeAsync(1_600);
const findFailure = () => screen.findByRole('heading', { name: 'No se ha podido cargar' });

const whys = [
  ['without a network', networkFailure],
  ['when the API is at fault', () => busy],
  ['when somebody on the way answers 404', () => foreign],
] as const;
const cases = pages.flatMap(([what, path, key], index) =>
  // Each page for one reason, and the first page for every reason.
  whys.filter((_, why) => index === 0 || why === index % whys.length).map((why) => [what, ...why, path, key] as const),
);

test.each(cases)(
  '[E-PLAYER-6] %s %s is not reported as missing, and loads when the network returns',
  async (_what, _why, answer, path, key) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let works = false;
    const gone = errorAnswer('REQ4040');
    open(path, { replies: { [key]: () => (works ? gone : answer()) } });
    await waitFor(() => expect(callsTo(key).length).toBeGreaterThan(0));
    await passAttempts();
    await findFailure();
    expect(screen.getByRole('button', { name: 'Reintentar' })).toBeDefined();
    expect(address()).toBe(path);
    expect(screen.queryByText(/ya no existe|no encontrado/i)).toBeNull();
    // From here on the API answers correctly, and the page notices it automatically.
    works = true;
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'No se ha podido cargar' })).toBeNull());
  },
);

test('[E-PLAYER-6] retries silently after a server outage', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const key = `GET /vods/${id('v')}`;
  open(`/vods/${id('v')}`, { replies: { [key]: busy } });
  await waitFor(() => expect(callsTo(key).length).toBeGreaterThan(0));
  await passAttempts();
  await findFailure();
  const button = screen.getByRole('button', { name: 'Reintentar' });
  const before = callsTo(key).length;
  await vi.advanceTimersByTimeAsync(7_000);
  expect(callsTo(key).length).toBeGreaterThan(before);
  // The message stays meanwhile, and the button keeps the focus.
  expect(button.isConnected).toBe(true);
});

describe('[E-PLAYER-6] the classification of load errors', () => {
  const createError = (status: number, code = `HTTP${status}`) => new ApiError(status, code, '');
  test('counts only the API’s own 404 as missing', () => {
    expect(isNotFound(createError(404, 'VOD4040'))).toBe(true);
    for (const error of [
      createError(404),
      createError(0, 'NETWORK'),
      createError(500),
      createError(503),
      createError(403),
      new Error('x'),
    ])
      expect(isNotFound(error)).toBe(false);
  });
  test('recognises transient errors', () => {
    for (const error of [
      createError(0),
      createError(404),
      createError(408),
      createError(429),
      createError(500),
      createError(502),
      createError(504),
    ])
      expect(isTransient(error)).toBe(true);
    for (const error of [createError(400), createError(403), createError(404, 'VOD4040'), new Error('x')])
      expect(isTransient(error)).toBe(false);
  });
  test('retries with growing delays up to a minute', () => {
    const delays = [1, 2, 3, 4, 5, 20].map(getRetryDelay);
    expect(delays.toSorted((a, b) => a - b)).toEqual(delays);
    expect(delays[0]).toBeGreaterThanOrEqual(3_700);
    expect(delays.at(-1)).toBeLessThanOrEqual(75_000);
  });
});

describe('[E-PLAYER-6] parts of a page that failed to load', () => {
  const isRepaired = () => screen.queryByText('No se ha podido cargar') === null;

  /** Opens the home page while the API is down; the returned function starts it. */
  async function openWhileDown() {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    let works = false;
    const replies = {
      'GET /vods': () => (works ? createList('vods', []) : busy),
      'GET /sportevents': () => (works ? createList('sportEvents', []) : busy),
      'GET /public/content/videos': () => (works ? createList('contentVideos', []) : busy),
    };
    const { user } = open('/home', { replies });
    await passAttempts();
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Reintentar' }).length).toBeGreaterThan(2));
    return { user, start: () => (works = true) };
  }

  test('load by themselves once the API answers, and stay as they are until then', async () => {
    const { start } = await openWhileDown();
    const buttons = screen.getAllByRole('button', { name: 'Reintentar' });
    const before = calls.length;
    await vi.advanceTimersByTimeAsync(7_000);
    expect(calls.length).toBeGreaterThan(before);
    expect(buttons.every((button) => button.isConnected)).toBe(true);
    start();
    await vi.advanceTimersByTimeAsync(15_000);
    await waitFor(() => expect(isRepaired()).toBe(true));
  });

  test('are all repaired by one press', async () => {
    const { user, start } = await openWhileDown();
    start();
    const [first] = screen.getAllByRole('button', { name: 'Reintentar' });
    await user.click(first as HTMLElement);
    await waitFor(() => expect(isRepaired()).toBe(true));
  });
});
