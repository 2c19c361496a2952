/** Positions, 'Mi lista' and the shelves of a viewer. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { basic, callsTo, createList, forgetLogin, id, open } from '../support/app.tsx';
import { contentCard, club as someClub, vodCard } from '../support/builders.ts';
import { clubs, createReplies, findPlayer, path, subscriber } from './recording-page.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));
vi.mock(import('../../../web/player/attach-hls.ts'), () => ({ attachHls: () => () => undefined }));

const card = (n: number) => vodCard(n, { clubs });

describe("the user's shelves", () => {
  const progress = (position: number, watched = false) => ({
    [`GET /users/me/progress/vods/${id('vod1')}`]: {
      data: { progress: { position, watched, updatedAt: '' }, saved: true },
    },
  });

  test.each([
    ['where it was left', path, progress(754), '754'],
    ['from the beginning what was watched', path, progress(5390, true), undefined],
    ['at a shared time', `${path}?t=90`, progress(754), '90'],
  ])('[A-SIGNUP-2] resume a video %s', async (_name, address, more, seconds) => {
    open(address, { user: subscriber, replies: createReplies(true, more) });
    expect((await findPlayer()).dataset.startAt).toBe(seconds);
  });

  test('mark a video that was watched to the end', async () => {
    open(path, { user: subscriber, replies: createReplies(true, progress(5390, true)) });
    expect(await screen.findByText(/· Visto$/)).toBeDefined();
  });

  test("[A-SIGNUP-2] save a video in 'Mi lista' and remove it", async () => {
    const key = `/users/me/list/vods/${id('vod1')}`;
    const { user } = open(path, {
      user: subscriber,
      replies: createReplies(true, { [`PUT ${key}`]: {}, [`DELETE ${key}`]: {} }),
    });
    const button = await screen.findByRole('button', { name: 'Mi lista' });
    await user.click(button);
    await waitFor(() => expect(button.textContent).toBe('En mi lista'));
    await waitFor(() => expect(callsTo(`PUT ${key}`)).toHaveLength(1));
    await user.click(button);
    await waitFor(() => expect(callsTo(`DELETE ${key}`)).toHaveLength(1));
  });

  test("[A-SIGNUP-2] remove a video from 'Mi lista' that is still being saved", async () => {
    const key = `/users/me/list/vods/${id('vod1')}`;
    const { promise, resolve } = Promise.withResolvers<object>();
    const { user } = open(path, {
      user: subscriber,
      replies: createReplies(true, { [`PUT ${key}`]: () => promise, [`DELETE ${key}`]: {} }),
    });
    const button = await screen.findByRole('button', { name: 'Mi lista' });
    await user.dblClick(button);
    expect(button.textContent).toBe('Mi lista');
    resolve({});
    await waitFor(() => expect(callsTo(`DELETE ${key}`)).toHaveLength(1));
  });

  const recording = <More extends object>(n: number, more = {} as More) => ({
    ...card(n),
    kind: 'vods' as const,
    ...more,
  });
  const report = <More extends object>(n: number, more = {} as More) => ({
    ...contentCard(n),
    kind: 'contentvideos' as const,
    ...more,
  });
  const shelves = {
    continueWatching: [recording(1, { position: 2700 }), report(5, { position: 30 })],
    myList: [report(6), recording(2)],
    lives: [],
    fromMyClubs: [card(3)],
    recommended: [card(4)],
    hasFavouriteClubs: true,
  };
  const titles = (name: string) =>
    within(screen.getByRole('region', { name }))
      .getAllByRole('heading', { level: 3 })
      .map((title) => title.textContent);

  test("[A-SIGNUP-2] fill a viewer's home page", async () => {
    open('/home', { user: subscriber, replies: { 'GET /users/me/home': { data: shelves } } });
    expect(await screen.findByText('Visto al 50 %')).toBeDefined();
    expect(['Sigue viendo', 'Mi lista', 'De tus clubes', 'Recomendado para ti'].map(titles)).toEqual([
      ['Partido 1', 'Reportaje 5'],
      ['Reportaje 6', 'Partido 2'],
      ['Partido 3'],
      ['Partido 4'],
    ]);
    const content = within(screen.getByRole('region', { name: 'Sigue viendo' })).getByRole('link', {
      name: /Reportaje/,
    });
    expect(content.getAttribute('href')).toBe(`/content/2/videos/${id('report5')}`);
    expect(content.textContent).toContain('Visto al 33 %');
    expect(content.textContent).toContain('Entrevistas · 5 de marzo de 2025');
  });

  test("[A-SIGNUP-2] 'Mi lista' has a page where a video can be removed and restored", async () => {
    const list = { videos: shelves.myList, limit: 12, page: 1, total: 2, totalPages: 1 };
    const key = `/users/me/list/contentvideos/${id('report6')}`;
    const { user } = open('/mi-lista', {
      user: subscriber,
      replies: { 'GET /users/me/list': { data: list }, [`DELETE ${key}`]: {}, [`PUT ${key}`]: {} },
    });
    const button = await screen.findByRole('button', { name: 'En mi lista: Reportaje 6' });
    await user.click(button);
    await waitFor(() => expect(callsTo(`DELETE ${key}`)).toHaveLength(1));
    expect(screen.getByRole('link', { name: /Reportaje 6/ })).toBeDefined();
    await user.click(await screen.findByRole('button', { name: 'Mi lista: Reportaje 6' }));
    await waitFor(() => expect(callsTo(`PUT ${key}`)).toHaveLength(1));
  });

  test("[A-SIGNUP-2] an empty 'Mi lista' explains itself", async () => {
    open('/mi-lista', {
      user: subscriber,
      replies: { 'GET /users/me/list': { data: { videos: [], limit: 12, page: 1, total: 0, totalPages: 0 } } },
    });
    expect(await screen.findByText('Todavía no has guardado nada')).toBeDefined();
  });

  test('[A-SIGNUP-2] lead a new user to their club; visitors see none', async () => {
    const none = { continueWatching: [], myList: [], lives: [], fromMyClubs: [], recommended: [] };
    const { unmount } = open('/home', {
      user: basic,
      replies: {
        'GET /users/me/home': { data: { ...none, hasFavouriteClubs: false } },
        'GET /clubs': createList('clubs', [someClub()]),
      },
    });
    const crests = await screen.findAllByRole('button', { pressed: false });
    expect(crests.map((crest) => crest.textContent)).toEqual(['CD Sauce']);
    expect(screen.queryByRole('region', { name: 'Mi lista' })).toBeNull();
    unmount();
    forgetLogin();
    open('/home');
    await screen.findByRole('region', { name: 'Fútbol' });
    expect(callsTo('GET /users/me/home')).toHaveLength(1);
  });
});
