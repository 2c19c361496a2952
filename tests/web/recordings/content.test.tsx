import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { address, basic, calls, callsTo, createList, emptyList, id, open, type Replies } from '../support/app.tsx';
import { contentCard, club as someClub } from '../support/builders.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));

const club = someClub();
const categories: Replies = {
  'GET /content/categories': {
    data: {
      categories: [
        { id: 1, title: 'Resúmenes' },
        { id: 2, title: 'Entrevistas' },
      ],
    },
  },
  'GET /content/categories/1/videos': emptyList('contentVideos'),
  'GET /content/categories/2/videos': createList('contentVideos', [contentCard(1), contentCard(2)]),
  'GET /clubs': createList('clubs', [club]),
};

describe('the list', () => {
  test.each(['/contenido', '/contenido/categoria'])(
    '[V-CONT-1] [V-CONT-2] [V-CONT-3] %s has one row per category',
    async (path) => {
      open(path, { replies: categories });
      const row = within(await screen.findByRole('region', { name: 'Entrevistas' }));
      const cards = await row.findAllByRole('link', { name: /Reportaje/ });
      expect(cards.map((card) => card.getAttribute('href'))).toEqual([
        `/content/2/videos/${id('report1')}`,
        `/content/2/videos/${id('report2')}`,
      ]);
      const empty = within(screen.getByRole('region', { name: 'Resúmenes' }));
      expect(await empty.findByText('No hay contenido disponible en esta categoría')).toBeDefined();
    },
  );

  test('[V-CONT-2] announces the total number of videos', async () => {
    open('/contenido', {
      replies: { ...categories, 'GET /content/categories/1/videos': createList('contentVideos', [contentCard(3)]) },
    });
    expect(await screen.findByText('3 videos')).toBeDefined();
  });

  test('[V-CONT-2] shows one category when the query names it, with its total and the way back', async () => {
    const videos = createList('contentVideos', [contentCard(1)], 2, { total: 13 });
    const replies = { ...categories, 'GET /content/categories/2/videos': videos };
    open('/contenido/categoria?categoryId=2', { replies });
    const section = within(await screen.findByRole('region', { name: 'Entrevistas' }));
    expect(await section.findByText('13 videos')).toBeDefined();
    expect(section.getByRole('link', { name: 'Todas las categorías' }).getAttribute('href')).toBe('/contenido');
    expect(screen.queryByRole('region', { name: 'Resúmenes' })).toBeNull();
  });

  test('[V-CONT-1] filters every row by title and clubs', async () => {
    const { user } = open('/contenido', { replies: categories });
    await user.type(await screen.findByRole('searchbox', { name: 'Buscar por título' }), 'final');
    await user.type(screen.getByRole('combobox', { name: 'Filtrar por clubes' }), 'sau');
    await user.click(await screen.findByRole('option', { name: 'CD Sauce' }));
    for (const category of [1, 2]) {
      await waitFor(() => {
        const query = callsTo(`GET /content/categories/${category}/videos`).at(-1)?.query;
        expect([query?.get('search'), query?.getAll('clubIds[]')]).toEqual(['final', [club.id]]);
      });
    }
  });

  test('[V-CONT-1] links a row with more than one page to all of them, keeping the filter', async () => {
    open('/contenido?search=reportaje', {
      replies: {
        ...categories,
        'GET /content/categories/2/videos': createList('contentVideos', [contentCard(1), contentCard(2)], 3),
      },
    });
    const all = await screen.findByRole('link', { name: 'Ver todo de Entrevistas' });
    expect(all.getAttribute('href')).toBe('/contenido/categoria?categoryId=2&search=reportaje');
    expect(screen.queryByRole('link', { name: 'Ver todo de Resúmenes' })).toBeNull();
  });

  test("[V-UI-9] has the category's colour on its row and on cards in mixed lists", async () => {
    open('/contenido', { replies: categories });
    const row = await screen.findByRole('region', { name: 'Entrevistas' });
    expect(row.querySelector('.text-chip-indigo')).not.toBeNull();
    cleanup();
    open('/home', { replies: { 'GET /public/content/videos': createList('contentVideos', [contentCard(1)]) } });
    const chip = await screen.findByText('Entrevistas');
    expect(chip.closest('.text-chip-indigo')).not.toBeNull();
  });

  test('[V-CONT-4] links an unknown category to all of them', async () => {
    open('/contenido/categoria?categoryId=77', { replies: categories });
    const all = await screen.findByRole('link', { name: 'Ver todo el contenido' });
    expect(all.getAttribute('href')).toBe('/contenido');
  });

  test('[V-CONT-4] shows a text without categories', async () => {
    open('/contenido', { replies: { 'GET /content/categories': { data: { categories: [] } } } });
    expect(await screen.findByText('No hay categorías disponibles.')).toBeDefined();
  });
});

describe('one video', () => {
  const path = `/content/2/videos/${id('report1')}`;
  const url = `https://media.test/contentvideos/${id('report1')}/hls/index.m3u8`;
  const replies = (more = {}, playback: object = { granted: true, reason: 'PUBLIC', url }): Replies => ({
    [`GET /content/categories/2/videos/${id('report1')}`]: {
      data: { contentVideo: { ...contentCard(1, more), playback } },
    },
    [`GET /content/categories/2/videos/${id('report1')}/clubs`]: { data: { clubs: [club] } },
  });

  const player = () => screen.findByRole('region', { name: 'Reproductor: Reportaje 1' });

  test('[A-GEN-2] [V-VIDEO-1] [V-VIDEO-2] has player, title, description and long date, but no clubs for a visitor', async () => {
    open(path, { replies: replies() });
    expect((await player()).dataset.url).toBe(url);
    expect(screen.getByRole('heading', { level: 1, name: 'Reportaje 1' })).toBeDefined();
    expect(screen.getByText('Un día con el equipo.')).toBeDefined();
    expect(screen.getByText('Entrevistas · 5 de marzo de 2025')).toBeDefined();
    expect(callsTo(`GET /content/categories/2/videos/${id('report1')}/clubs`)).toEqual([]);
  });

  test('[V-UI-9] links to more of its category, in its colour', async () => {
    open(path, { replies: replies() });
    const more = await screen.findByRole('link', { name: 'Más de Entrevistas' });
    expect(more.getAttribute('href')).toBe('/contenido/categoria?categoryId=2');
    expect(more.className).toContain('text-chip-indigo');
  });

  test('[V-VIDEO-2] shows clubs to a logged-in user', async () => {
    open(path, { user: basic, replies: replies() });
    const clubs = within(await screen.findByRole('region', { name: 'Clubes participantes' }));
    expect(clubs.getByRole('link', { name: 'CD Sauce' }).getAttribute('href')).toBe(`/club/${club.id}`);
  });

  test('[V-VIDEO-3] leads to the list if it is missing', async () => {
    open(path, { replies: categories });
    await waitFor(() => expect(address()).toBe('/contenido'));
  });

  test('[V-VIDEO-4] shows a spinner while it is processing', async () => {
    open(path, { replies: replies({ status: 'STARTED' }, { granted: false, reason: 'NOT_READY' }) });
    expect(await screen.findByText('Estamos preparando este video')).toBeDefined();
    expect(screen.queryByRole('region', { name: /Reproductor/ })).toBeNull();
  });

  describe("on the user's shelf", () => {
    const shelfKey = (what: 'list' | 'progress') => `/users/me/${what}/contentvideos/${id('report1')}`;
    const answerWithProgress = (position: number, watched = false, saved = false): Replies => ({
      ...replies(),
      [`GET ${shelfKey('progress')}`]: { data: { progress: { position, watched, updatedAt: '' }, saved } },
    });
    const viewer = basic;
    const listShelfCalls = () => calls.filter(({ key }) => /\/users\/me\/(list|progress)/.test(key));

    test('[A-SIGNUP-2] resumes where it was left', async () => {
      open(path, { user: viewer, replies: answerWithProgress(754) });
      expect((await player()).dataset.startAt).toBe('754');
    });

    test('[A-SIGNUP-2] is marked after it was watched to the end', async () => {
      open(path, { user: viewer, replies: answerWithProgress(89, true) });
      expect(await screen.findByText('Entrevistas · 5 de marzo de 2025 · Visto')).toBeDefined();
    });

    test("[A-SIGNUP-2] stores the position during playback, without the audience's parts", async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      open(path, { user: viewer, replies: answerWithProgress(0) });
      const video = (await player()).querySelector('video')!;
      Object.defineProperty(video, 'paused', { value: false });
      Object.defineProperty(video, 'duration', { value: 90 });
      video.currentTime = 42.7;
      await act(() => vi.advanceTimersByTimeAsync(10_500));
      expect(callsTo(`PUT ${shelfKey('progress')}`).map(({ body }) => body)).toEqual([{ position: 42, watched: [] }]);
    });

    test("[A-SIGNUP-2] can be saved in 'Mi lista' and removed", async () => {
      const { user } = open(path, { user: viewer, replies: answerWithProgress(0, false, true) });
      const button = await screen.findByRole('button', { name: 'En mi lista' });
      await user.click(button);
      await waitFor(() => expect(callsTo(`DELETE ${shelfKey('list')}`)).toHaveLength(1));
      expect(button.textContent).toBe('Mi lista');
      await user.click(button);
      await waitFor(() => expect(callsTo(`PUT ${shelfKey('list')}`)).toHaveLength(1));
      expect(button.textContent).toBe('En mi lista');
    });

    test('requests and stores nothing for a visitor', async () => {
      vi.useFakeTimers({ shouldAdvanceTime: true });
      open(`${path}?t=30`, { replies: replies() });
      const stage = await player();
      expect(stage.dataset.startAt).toBe('30');
      const video = stage.querySelector('video')!;
      Object.defineProperty(video, 'paused', { value: false });
      video.currentTime = 42.7;
      await act(() => vi.advanceTimersByTimeAsync(10_500));
      expect(screen.queryByRole('button', { name: /mi lista/i })).toBeNull();
      expect(listShelfCalls()).toEqual([]);
    });
  });
});
