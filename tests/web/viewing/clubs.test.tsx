/** The list of clubs, the page of a club, and favourite clubs. */
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Club, ListedClub } from '../../../shared/contract/clubs.ts';
import { getStoredClubs } from '../../../web/lib/stored-clubs.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { callsTo, createList, forgetLogin, id, open, type Replies, subscriber } from '../support/app.tsx';
import { club as someClub } from '../support/builders.ts';
import { createCard, createLive, listTitles } from './event-cards.ts';

describe('clubs', () => {
  test('[V-CLUBS-1] [V-CLUBS-3] [V-CLUBS-4] have a search and empty texts', async () => {
    const { user } = open('/clubes');
    expect(await screen.findByText('No hay clubes disponibles')).toBeDefined();
    expect(screen.getByText('Aún no hay clubes registrados en la plataforma')).toBeDefined();
    await user.type(screen.getByPlaceholderText('Buscar clubes...'), 'zzz{Enter}');
    expect(await screen.findByText('No se encontraron clubes')).toBeDefined();
    expect(screen.getByText('Intenta con otros términos de búsqueda')).toBeDefined();
  });

  test('[V-CLUBS-1][E-HOME-1] show sports and next match of each, and are followed at a touch', async () => {
    const listed: ListedClub = {
      ...someClub(),
      sports: ['SOCCER', 'BASKET'],
      next: { eventId: id('next'), start: '2027-03-07T17:00:00.000Z', rival: 'Pinar UD' },
    };
    const { user } = open('/clubes', { replies: { 'GET /clubs': createList('clubs', [listed]) } });
    const link = await screen.findByRole('link', { name: /CD Sauce/ });
    expect(link.getAttribute('href')).toBe(`/club/${listed.id}`);
    expect(link.textContent).toBe('CD SauceFútbol y BaloncestoDom, 7 mar · 18:00 · Pinar UD');
    expect(callsTo('GET /clubs')[0]?.query.get('details')).toBe('true');
    const follow = screen.getByRole('button', { name: 'Seguir a CD Sauce', pressed: false });
    await user.click(follow);
    expect(getStoredClubs()).toEqual([listed.id]);
    await user.click(screen.getByRole('button', { name: 'Seguir a CD Sauce', pressed: true }));
    expect(getStoredClubs()).toEqual([]);
  });

  test('announce the number of results', async () => {
    const clubs = [someClub()];
    const createClubPage = (total: number) => ({
      data: { clubs: clubs.slice(0, total), limit: 12, page: 1, total, totalPages: 1 },
    });
    const { user } = open('/clubes', {
      replies: { 'GET /clubs': ({ query }) => createClubPage(query.get('search') ? 0 : 1) },
    });
    await waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('1 club'));
    await user.type(screen.getByPlaceholderText('Buscar clubes...'), 'zzz{Enter}');
    await waitFor(() => expect(screen.getAllByRole('status').map((one) => one.textContent)).toContain('0 clubes'));
  });

  test('[V-CLUBS-2] scroll smoothly to the top of another page', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    const clubs = Array.from({ length: 12 }, (_, n) => someClub({ id: id(`c${n}`), name: `Club ${n}` }));
    const { user } = open('/clubes', {
      replies: { 'GET /clubs': { data: { clubs, limit: 12, page: 1, total: 30, totalPages: 3 } } },
    });
    await user.click(await screen.findByRole('button', { name: 'Página 2' }));
    expect(scrollTo).toHaveBeenLastCalledWith({ top: 0, behavior: 'smooth' });
    expect(callsTo('GET /clubs').at(-1)?.query.get('page')).toBe('2');
  });

  const club = someClub();
  const page = (lives: unknown[]): Replies => ({
    [`GET /clubs/${club.id}`]: { data: { club } },
    [`GET /clubs/${club.id}/lives`]: { data: { liveUsers: lives } },
    [`GET /clubs/${club.id}/vods`]: createList('vods', [createCard(1)]),
  });

  test('[A-GEN-2] [V-CLUB-1] [V-CLUB-2] [V-CLUB-3] show a club with a live', async () => {
    open(`/club/${club.id}`, { replies: page([createLive('campo')]) });
    expect(await screen.findByText('EN DIRECTO')).toBeDefined();
    expect(screen.getByText('Club Oficial')).toBeDefined();
    await waitFor(() => expect(listTitles()).toEqual(['Directo campo', 'Partido 1']));
  });

  test('[V-CLUB-2] show no live badge without a live', async () => {
    open(`/club/${club.id}`, { replies: page([]) });
    await waitFor(() => expect(listTitles()).toEqual(['Partido 1']));
    expect(screen.queryByText('EN DIRECTO')).toBeNull();
  });

  test('show a recordings load error with a retry instead of an empty list', async () => {
    let fails = true;
    const vods = `GET /clubs/${club.id}/vods`;
    const { user } = open(`/club/${club.id}`, {
      replies: {
        ...page([]),
        [vods]: () => (fails ? errorAnswer('REQ4000', 'No va') : createList('vods', [createCard(1)])),
      },
    });
    expect(await screen.findByText('No va')).toBeDefined();
    expect(screen.queryByText('No hay resultados disponibles')).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(listTitles()).toEqual(['Partido 1']));
  });

  test("'Reintentar' refetches every failed query", async () => {
    let fails = true;
    const failWhileBroken = ([key, reply]: [string, object]) => [
      key,
      () => (fails ? rawAnswer(403, { message: 'No va' }) : reply),
    ];
    const { user } = open(`/club/${club.id}`, {
      replies: Object.fromEntries(
        Object.entries(page([createLive('campo')]) as Record<string, object>).map(failWhileBroken),
      ),
    });
    expect(await screen.findByText('No va')).toBeDefined();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(listTitles()).toEqual(['Directo campo', 'Partido 1']));
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  });

  test('show a lives load error', async () => {
    open(`/club/${club.id}`, {
      replies: { ...page([]), [`GET /clubs/${club.id}/lives`]: errorAnswer('REQ4000', 'Directos no') },
    });
    expect(await screen.findByText('Directos no')).toBeDefined();
    expect(listTitles()).toEqual(['Partido 1']);
  });

  test('[V-CLUB-4] report a missing club', async () => {
    open(`/club/${id('none')}`);
    expect(await screen.findByText('Club no encontrado')).toBeDefined();
    expect(screen.getByText('No se pudo cargar la información del club')).toBeDefined();
  });
});

describe('favourite clubs', () => {
  const club = someClub();
  const key = `/users/me/favorite-clubs/${club.id}`;
  const clubPage: Replies = { [`GET /clubs/${club.id}`]: { data: { club } } };

  test('[V-FAV-1] toggles a club on its page', async () => {
    let marked: Club[] = [];
    const { user } = open(`/club/${club.id}`, {
      user: subscriber,
      replies: {
        ...clubPage,
        'GET /users/me/favorite-clubs': () => ({ data: { clubs: marked } }),
        [`PUT ${key}`]: () => {
          marked = [club];
          return {};
        },
        [`DELETE ${key}`]: () => {
          marked = [];
          return {};
        },
      },
    });
    const button = await screen.findByRole('button', { name: 'Añadir a favoritos' });
    expect(button.getAttribute('aria-pressed')).toBe('false');
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'));
    expect(callsTo(`PUT ${key}`)).toHaveLength(1);
    await waitFor(() => expect(callsTo('GET /users/me/favorite-clubs').length).toBeGreaterThan(1));
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'));
    expect(callsTo(`DELETE ${key}`)).toHaveLength(1);
  });

  test('[V-FAV-1] rolls back a failure with a message; visitors see no button', async () => {
    const { user, unmount } = open(`/club/${club.id}`, {
      user: subscriber,
      replies: { ...clubPage, [`PUT ${key}`]: rawAnswer(500) },
    });
    const button = await screen.findByRole('button', { name: 'Añadir a favoritos' });
    await user.click(button);
    expect(await screen.findByText('Algo salió mal. Intenta de nuevo en un rato')).toBeDefined();
    expect(button.getAttribute('aria-pressed')).toBe('false');
    unmount();
    forgetLogin();
    open(`/club/${club.id}`, { replies: clubPage });
    await screen.findByRole('heading', { level: 1, name: 'CD Sauce' });
    expect(screen.queryByRole('button', { name: 'Añadir a favoritos' })).toBeNull();
  });
});
