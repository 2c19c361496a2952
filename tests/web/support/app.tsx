/**
 * Renders the real app at an address with the test's API answers, and adds features that jsdom lacks. Records each call
 * for assertions.
 */
import { cleanup, configure, fireEvent, prettyDOM, render, screen } from '@testing-library/react';
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event';
import { afterEach, vi } from 'vitest';
import { type ContractKey, contract } from '../../../shared/contract/contract.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { User } from '../../../shared/contract/user.ts';
import { Providers } from '../../../web/app/providers.tsx';
import { Router } from '../../../web/app/router.tsx';
import { client } from '../../../web/lib/api.ts';
import { hideResults } from '../../../web/lib/results-visibility.ts';
import { getStoredClubs, removeStoredClub } from '../../../web/lib/stored-clubs.ts';
import { toast } from '../../../web/ui/toaster.tsx';
import { expectLimit } from '../../support/limits.ts';
import {
  type ErrorAnswer,
  findEndpointKey,
  findRoute,
  type RawAnswer,
  rawAnswer,
  type SuccessAnswer,
  toResponse,
} from './api-answers.ts';

export { admin, basic, id, person, staff, subscriber } from './builders.ts';

configure({ asyncUtilTimeout: expectLimit, getElementError });

/** Prints the document only for an error that is read, because a waiting query fails many times before it succeeds. */
function getElementError(message: string | null, container: Element): Error {
  const error = new Error();
  error.name = 'TestingLibraryElementError';
  Error.captureStackTrace(error, getElementError);
  const get = () => [message, prettyDOM(container)].filter(Boolean).join('\n\n');
  return Object.defineProperty(error, 'message', { get, configurable: true });
}

export interface Call {
  key: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
}

/** Answers by method and path; those of an endpoint without path parameters are typed by the contract. */
export type Replies = { [Key in FixedKey]?: Reply<Key> | ((call: Call) => Reply<Key> | Promise<Reply<Key>>) } & Record<
  string,
  object | Answer
>;
type FixedKey = Exclude<ContractKey, `${string}{${string}`>;
export type Reply<Key extends ContractKey> = SuccessAnswer<Key> | ErrorAnswer | RawAnswer;
type Answer = (call: Call) => object | Promise<object>;

export const calls: Call[] = [];
export const callsTo = (key: string) => calls.filter((call) => call.key === key);

export const emptyList = <Name extends string>(member: Name) => createList(member, [], 0);

/** A page of a list; `more` are further members of its `data`. */
export function createList<Name extends string, Item>(
  member: Name,
  items: Item[],
  totalPages?: number,
): List<Name, Item>;
export function createList<Name extends string, Item, More extends object>(
  member: Name,
  items: Item[],
  totalPages: number,
  more: More,
): List<Name, Item, More>;
export function createList(member: string, items: unknown[], totalPages = 1, more = {}): object {
  return { data: { [member]: items, limit: 12, page: 1, total: items.length, totalPages, ...more } };
}

interface List<Name extends string, Item, More = unknown> {
  data: Record<Name, Item[]> & { limit: number; page: number; total: number; totalPages: number } & More;
}

/** Answers of an API without any items. */
const defaults: { [Key in ContractKey]?: SuccessAnswer<Key> } = {
  'GET /liveusers': { data: { liveUsers: [] } },
  'GET /signals': { data: { signals: [] } },
  'GET /vods': emptyList('vods'),
  'GET /sportevents': emptyList('sportEvents'),
  'GET /public/content/videos': emptyList('contentVideos'),
  'GET /clubs': emptyList('clubs'),
  'GET /competitions': { data: { competitions: [] } },
  'GET /match-choices': { data: { competitions: [], categories: [], venues: [] } },
  'GET /search': {
    data: {
      sportEvents: { items: [], total: 0 },
      vods: { items: [], total: 0 },
      clips: { items: [], total: 0 },
      clubs: { items: [], total: 0 },
    },
  },
  'GET /live/vods': emptyList('vods'),
  'GET /clubStaff/vods': emptyList('vods'),
  'GET /live/sportevents': emptyList('sportEvents'),
  'GET /ad_videos': { data: { adVideos: [] } },
  'GET /users/me/alerts': {
    data: {
      settings: { kinds: ['STARTS', 'SIGNAL', 'GOALS', 'ENDS', 'VIDEO', 'CHANGES'], mail: true },
      events: [],
      clubs: [],
      devices: [],
      pushKey: 'key',
    },
  },
  'GET /clubs/{id}/lives': { data: { liveUsers: [] } },
  'GET /clubs/{id}/results': { data: { sportEvents: [] } },
  'GET /clubs/{id}/vods': emptyList('vods'),
  'GET /sportevents/{id}/lives': { data: { liveUsers: [] } },
  'GET /sportevents/{id}/vods': createList('vods', [], 0, { clips: 0 }),
  'GET /vods/{id}/clubs': { data: { clubs: [] } },
  'GET /vods/{id}/moments': { data: { moments: [] } },
  'GET /users/me/payments': { data: { payments: [] } },
  'GET /users/me/orders': { data: { orders: [] } },
  'GET /users/me/favorite-clubs': { data: { clubs: [] } },
  'GET /live/clubs': emptyList('clubs'),
  'GET /live/content': emptyList('contentVideos'),
  'GET /live/content/categories': { data: { categories: [] } },
  'GET /live/ad_videos': emptyList('adVideos'),
  'GET /live/publications': { data: { awaiting: 0 } },
  'GET /clubStaff/sportevents': emptyList('sportEvents'),
  'GET /matters': emptyList('matters'),
};

/** The answer to a call for which the test has declared none; a request without a result succeeds. */
function getDefault(key: string): object | undefined {
  const route = findRoute(key);
  if (!route) return;
  const { data, extra, produces }: Endpoint = contract[route.key];
  return defaults[route.key] ?? (data || extra || produces ? undefined : {});
}

/** Opens an address as a visitor, or as a user with a session. */
export function open(path: string, { user, replies = {} }: { user?: User; replies?: Replies } = {}) {
  if (user) logInBefore(user);
  answer({
    ...(user ? { 'GET /users/me': { data: { user } }, 'GET /live/users/me': { data: { user } } } : {}),
    ...replies,
  });
  history.replaceState(null, '', path);
  // Without the app's styles the check finds nothing, and takes a tenth of the tests' CPU time.
  const keyboard = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
  const view = render(
    <Providers>
      <Router />
    </Providers>,
  );
  return { ...view, user: keyboard };
}

export const problems = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .filter(Boolean);

/** Makes the browser match media queries that contain this part. */
export const stubMedia = (part: string) =>
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes(part),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));

/** Enters a whole text at once; `user.type` renders the page for each letter. */
export const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

export function logInBefore(user: User) {
  const cookie = { token: `${user.id}.secret`, isLiveUser: user.role === 'ADMIN' };
  // biome-ignore lint/suspicious/noDocumentCookie: what the app itself does
  document.cookie = `cantera-session=${encodeURIComponent(JSON.stringify(cookie))}; Path=/`;
  localStorage.setItem('cantera:user', JSON.stringify(user));
}

/**
 * Answers the app's calls. Fixed answers are checked against the contract at once, computed ones when they are given: a
 * violation fails the test at its end, because the app treats an exception as a network failure.
 */
export function answer(replies: Replies) {
  for (const [key, reply] of Object.entries(replies)) {
    if (typeof reply === 'function') findEndpointKey(key);
    else toResponse(key, reply);
  }
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const url = new URL(input, location.origin);
    if (url.pathname === '/config.json') return Response.json(site.config);
    const key = `${init.method ?? 'GET'} ${url.pathname.replace(/^\/api/, '')}`;
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const call = { key, query: url.searchParams, body, headers: new Headers(init.headers) };
    calls.push(call);
    const declared = replies[key] ?? getDefault(key);
    const reply = (typeof declared === 'function' ? await (declared as Answer)(call) : declared) ?? unknownCall;
    try {
      return toResponse(key, reply);
    } catch (error) {
      impossibleAnswers.add((error as Error).message);
      throw error;
    }
  });
}

/** Answers given by the current test that the contract does not allow. */
const impossibleAnswers = new Set<string>();

export function forgetLogin() {
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: leaves none to the next test
    document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`;
  }
}

/** The answer to calls for which the test has declared none. */
const unknownCall = rawAnswer(404, { code: 'REQ4040', message: 'No encontrado' });

/** Sets /config.json, which the app reads once; call at the top of a test file. */
export const site = { config: {} };
export const captchaConfig = { captchaUrl: 'http://captcha.test', captchaSiteKey: 'site-key' };

/** Installs a fake captcha; `token` may change between attempts. Returns the requested actions. */
export function stubCaptcha(captcha: { token: string } = { token: 'verified' }, actions: string[] = []) {
  vi.stubGlobal('grecaptcha', {
    ready: (done: () => void) => done(),
    execute: async (_key: string, { action }: { action: string }) => {
      actions.push(action);
      return captcha.token;
    },
  });
  return actions;
}

export const address = () => location.pathname + location.search;

afterEach(() => {
  cleanup();
  // Toasts, announcements and the title live outside React and would leak into the next test.
  toast.removeAll();
  for (const region of document.querySelectorAll('body > [aria-live]')) region.textContent = '';
  document.title = '';
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  calls.length = 0;
  client.token = undefined;
  hideResults(false);
  for (const club of getStoredClubs()) removeStoredClub(club);
  forgetLogin();
  const problems = [...impossibleAnswers];
  impossibleAnswers.clear();
  if (problems.length > 0) throw new Error(problems.join('\n'));
});

Performance.prototype.getEntriesByType ??= () => [];
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  this.setAttribute('open', '');
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
};
window.scrollTo = () => undefined;
// jsdom lacks `CSS.escape`; keyboard tests find radio buttons by name.
(globalThis as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };
