import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../../shared/contract/user.ts';
import { address, admin, basic, type Call, callsTo, emptyList, id, open, type Replies } from '../support/app.tsx';
import {
  adVideo,
  camera,
  club,
  contentCard,
  managedClub,
  managedContent,
  managedEvent,
  managedVod,
  sportEvent,
  staffUser,
  vodCard,
} from '../support/builders.ts';

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined;
});

const clubs = [club({ id: id('c1') })];
const event = sportEvent({
  scheduledStartDate: '2026-03-05T22:00:00.000Z',
  scheduledFinishDate: '2026-03-06T00:00:00.000Z',
  isPublic: true,
});

/** Every paged list: its address, its requests, its items and its empty text. */
interface List {
  path: string;
  key: string;
  member: string;
  items: object[];
  more?: object;
  shows: string;
  user?: User;
  replies?: Replies;
}
const staffLists = [
  ['/vods/manage', 'GET /live/vods', 'vods', managedVod(1), 'Partido 1'],
  ['/sportevents/manage', 'GET /live/sportevents', 'sportEvents', managedEvent(1), 'Evento 1'],
  ['/clubs/manage', 'GET /live/clubs', 'clubs', managedClub(), 'CD Sauce'],
  ['/content/manage', 'GET /live/content', 'contentVideos', managedContent(1), 'Reportaje 1'],
  ['/ad-videos/manage', 'GET /live/ad_videos', 'adVideos', adVideo(1), 'Anuncio 1'],
  ['/club-staff-users/manage', 'GET /live/club-staff-users', 'clubStaffUsers', staffUser(1), 'ana@cantera.test'],
] as const;
const lists: List[] = [
  { path: '/futbol', key: 'GET /vods', member: 'vods', items: [vodCard(1)], shows: 'Partido 1' },
  { path: '/baloncesto', key: 'GET /vods', member: 'vods', items: [vodCard(1)], shows: 'Partido 1' },
  { path: '/clubes', key: 'GET /clubs', member: 'clubs', items: clubs, shows: 'CD Sauce' },
  {
    path: `/club/${id('c1')}`,
    key: `GET /clubs/${id('c1')}/vods`,
    member: 'vods',
    items: [vodCard(1)],
    shows: 'Partido 1',
    replies: { [`GET /clubs/${id('c1')}`]: { data: { club: clubs[0] } } },
  },
  {
    path: `/evento/${event.id}`,
    key: `GET /sportevents/${event.id}/vods`,
    member: 'vods',
    items: [vodCard(1)],
    shows: 'Partido 1',
    more: { clips: 0 },
    replies: { [`GET /sportevents/${event.id}`]: { data: { sportEvent: event } } },
  },
  {
    path: '/calendario?calendar-search-query=derbi',
    key: 'GET /sportevents',
    member: 'sportEvents',
    items: [event],
    shows: 'Derbi',
  },
  {
    path: '/mi-lista',
    key: 'GET /users/me/list',
    member: 'videos',
    items: [{ ...vodCard(1), kind: 'vods' }],
    shows: 'Partido 1',
    user: basic,
  },
  {
    path: '/contenido/categoria?categoryId=2',
    key: 'GET /content/categories/2/videos',
    member: 'contentVideos',
    items: [contentCard(1)],
    shows: 'Reportaje 1',
    replies: { 'GET /content/categories': { data: { categories: [{ id: 2, title: 'Entrevistas' }] } } },
  },
  {
    path: '/cameras/manage',
    key: 'GET /live/cameras',
    member: 'cameras',
    items: [camera(1, { title: 'Campo' })],
    more: { streamServer: 'rtmp://127.0.0.1:1935/live' },
    shows: 'Campo',
    user: admin,
  },
  ...staffLists.map(([path, key, member, item, shows]) => ({ path, key, member, items: [item], shows, user: admin })),
];

const pages =
  ({ member, items, more }: List) =>
  ({ query }: Call) => {
    const page = Number(query.get('page') ?? 1);
    const numbers = { limit: 12, page, total: 30, totalPages: 3 };
    const place = member === 'clubStaffUsers' ? { pagination: numbers } : numbers;
    return { data: { [member]: page > 3 ? [] : items, ...place, ...more } };
  };
const openPage = (list: List, page: number) =>
  open(`${list.path}${list.path.includes('?') ? '&' : '?'}page=${page}`, {
    user: list.user,
    replies: { ...list.replies, [list.key]: pages(list) },
  });
const getLastPage = (list: List) => callsTo(list.key).at(-1)?.query.get('page');

test.each(lists)('$path shows its last page for one past the end, and keeps the page in the URL', async (list) => {
  const { user } = openPage(list, 999);
  const isCurrent = (page: number) =>
    screen.getByRole('button', { name: `Página ${page}` }).getAttribute('aria-current') === 'page';
  expect((await screen.findAllByText(list.shows)).length).toBeGreaterThan(0);
  expect(isCurrent(3)).toBe(true);
  expect(screen.queryByText(/^(No hay|No se encontr|Todavía no|Este club)/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Página 2' }));
  await waitFor(() => expect(getLastPage(list)).toBe('2'));
  expect(new URLSearchParams(location.search).get('page')).toBe('2');
  act(() => history.back());
  await waitFor(() => expect(isCurrent(3)).toBe(true));
});

test('shows the first page for an invalid page in the URL', async () => {
  for (const page of ['0', '-3', 'dos', '1e99']) {
    const { unmount } = open(`/clubes?page=${page}`, { replies: { 'GET /clubs': emptyList('clubs') } });
    await screen.findByText('No hay clubes disponibles');
    expect(Number(callsTo('GET /clubs').at(-1)?.query.get('page'))).toBeLessThanOrEqual(1_000_000);
    unmount();
  }
});

test('keeps the club search in the URL and starts at the first page', async () => {
  const list = lists.find(({ path }) => path === '/clubes') as List;
  const { user } = openPage(list, 2);
  await user.type(await screen.findByRole('searchbox'), 'sauce{Enter}');
  await waitFor(() => expect(address()).toBe('/clubes?search=sauce'));
  await waitFor(() => expect(callsTo('GET /clubs').at(-1)?.query.get('search')).toBe('sauce'));
});

test('scrolls to an inner list instead of the page', async () => {
  const scroll = vi.fn();
  Element.prototype.scrollIntoView = scroll;
  const list = lists.find(({ path }) => path.startsWith('/evento')) as List;
  const { user } = openPage(list, 1);
  await user.click(await screen.findByRole('button', { name: 'Página 2' }));
  expect(scroll).toHaveBeenCalledOnce();
});
