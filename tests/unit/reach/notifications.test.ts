/** The service worker's handling of push messages, run in a scope that the test provides. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

type Handler = (event: object) => void;
const handlers = new Map<string, Handler>();
const shown = vi.fn((..._: unknown[]) => Promise.resolve());
const openWindow = vi.fn((_: string) => Promise.resolve());
let pages: { focus: () => Promise<void>; navigate: (path: string) => Promise<void> }[] = [];

beforeAll(async () => {
  vi.stubGlobal('addEventListener', (name: string, handler: Handler) => handlers.set(name, handler));
  vi.stubGlobal('registration', { showNotification: shown });
  vi.stubGlobal('clients', { matchAll: () => Promise.resolve(pages), openWindow });
  // A computed name keeps the worker's types out of this project.
  await import(['../../../web/service-worker', 'push.ts'].join('/'));
});
afterAll(() => void vi.unstubAllGlobals());

beforeEach(() => {
  shown.mockClear();
  openWindow.mockClear();
  pages = [];
});

async function raise(name: string, event: object): Promise<void> {
  const waits: Promise<unknown>[] = [];
  handlers.get(name)?.({ ...event, waitUntil: (work: Promise<unknown>) => waits.push(work) });
  await Promise.all(waits);
}

const push = (data: unknown) => raise('push', { data: { json: () => data } });
const click = (path: string) => raise('notificationclick', { notification: { close: () => {}, data: path } });
const goal = { title: 'Gol de CD Sauce', body: '1 – 0', path: '/evento/x', tag: 'x#GOALS#1' };
const general = ['Cantera TV', expect.objectContaining({ data: '/mi-equipo', tag: 'cantera' })];

describe('[D-ALERT-2] a notification', () => {
  test('shows the message once for each tag and links to its page', async () => {
    await push(goal);
    expect(shown.mock.calls).toEqual([
      ['Gol de CD Sauce', { body: '1 – 0', tag: goal.tag, lang: 'es', icon: '/icon-192.png', data: '/evento/x' }],
    ]);
  });

  test.each([
    ['no message', undefined],
    ['half of one', { title: 'Gol' }],
    ['a page of another site', { ...goal, path: '//evil.test/x' }],
    ['an address', { ...goal, path: 'https://evil.test' }],
    ['a backslash', { ...goal, path: '/\\evil.test' }],
  ])('is shown in general words if it has %s', async (_, data) => {
    await push(data);
    expect(shown.mock.calls).toEqual([general]);
  });

  test('is shown for empty or malformed data too', async () => {
    await raise('push', { data: { json: () => JSON.parse('<html>') } });
    await raise('push', { data: null });
    expect(shown.mock.calls).toEqual([general, general]);
  });

  test('opens its page in the existing window', async () => {
    await click('/evento/x');
    expect(openWindow.mock.calls).toEqual([['/evento/x']]);
    const seen: string[] = [];
    pages = [{ focus: async () => void seen.push('focus'), navigate: async (path) => void seen.push(path) }];
    await click('/evento/y');
    expect([seen, openWindow.mock.calls.length]).toEqual([['focus', '/evento/y'], 1]);
    // A page that the worker cannot navigate.
    pages = [{ focus: async () => {}, navigate: () => Promise.reject(new TypeError('not controlled')) }];
    await click('/evento/z');
    expect(openWindow.mock.calls.at(-1)).toEqual(['/evento/z']);
  });
});
