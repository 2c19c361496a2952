/** The lists of football and basketball. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { SportEvent } from '../../../shared/contract/sport-event.ts';
import type { ListedVod } from '../../../shared/contract/vod.ts';
import { callsTo, createList, id, open } from '../support/app.tsx';
import { club as someClub, sportEvent } from '../support/builders.ts';
import { createCard, createLive, listTitles } from './event-cards.ts';

describe('sport lists', () => {
  test("[V-LIST-1] show the sport's lives first, then recordings", async () => {
    open('/baloncesto', {
      replies: {
        'GET /liveusers': {
          data: {
            liveUsers: [createLive('campo'), createLive('pabellon', { sport: 'BASKET', sportEventId: id('other') })],
          },
        },
        'GET /vods': createList('vods', [createCard(1), createCard(2)], 3),
      },
    });
    await waitFor(() => expect(listTitles()).toEqual(['Directo pabellon', 'Partido 1', 'Partido 2']));
    expect(callsTo('GET /vods')[0]?.query.get('sport')).toBe('BASKET');
    expect(screen.getByRole('navigation', { name: 'Páginas' })).toBeDefined();
  });

  describe('[V-LIST-1] show each match once', () => {
    const [home, away] = [someClub({ id: id('h'), name: 'CD Sauce' }), someClub({ id: id('a'), name: 'Pinar UD' })];
    const match = (name: string, start: string, more: Partial<SportEvent> = {}) =>
      sportEvent({
        id: id(name),
        title: 'CD Sauce – Pinar UD',
        clubs: [home, away],
        homeClubId: home.id,
        awayClubId: away.id,
        scheduledStartDate: start,
        scheduledFinishDate: start,
        state: 'FINISHED',
        competition: 'Liga de la Vega',
        category: 'alevin',
        matchday: '3',
        score: { home: 2, away: 1, phase: 'ENDED', period: 2 },
        ...more,
      });
    const filmed = (n: number, sportEvent: SportEvent, more: Partial<ListedVod> = {}) =>
      createCard(n, { title: sportEvent.title, sportEventId: sportEvent.id, sportEvent, ...more });

    test('as a row: time, sides with their scores, other videos, film', async () => {
      const one = filmed(1, match('one', '2026-03-07T17:00:00.000Z'), {
        also: [{ id: id('vod9'), isSummary: true }],
        hasClips: true,
      });
      open('/futbol', { replies: { 'GET /vods': createList('vods', [one]) } });
      const row = await screen.findByRole('link', { name: /CD Sauce/ });
      expect(row.getAttribute('href')).toBe(`/vods/${one.id}`);
      expect(row.textContent).toBe('18:00FinalCD Sauce – Pinar UD, 2 – 1CD Sauce2Pinar UD1–Resumen · Clips1:30:00');
      expect(callsTo('GET /vods')[0]?.query.get('each')).toBe('match');
      // The card of a match has no links that repeat it.
      const list = screen.getByRole('region', { name: 'Sábado, 7 de marzo' });
      expect(within(list).getAllByRole('link')).toHaveLength(2);
    });

    test('by day and competition, whose heading leads to the table', async () => {
      const rows = [
        filmed(1, match('sunday', '2026-03-08T10:00:00.000Z')),
        // Uploaded before the others, played after them.
        filmed(2, match('cadets', '2026-03-07T18:00:00.000Z', { category: 'cadete', matchday: null })),
        filmed(3, match('late', '2026-03-08T12:00:00.000Z')),
      ].map((vod, index) => ({ ...vod, dateCreated: `2026-03-1${5 - index}T10:00:00.000Z` }));
      open('/futbol', { replies: { 'GET /vods': createList('vods', rows) } });
      const sunday = within(await screen.findByRole('region', { name: 'Domingo, 8 de marzo' }));
      expect(sunday.getByRole('heading', { level: 3 }).textContent).toBe('Liga de la Vega · Alevín · Jornada 3');
      expect(sunday.getAllByRole('listitem').map((row) => row.textContent?.slice(0, 5))).toEqual(['13:00', '11:00']);
      expect(sunday.getByRole('link', { name: /^Clasificación/ }).getAttribute('href')).toBe(
        '/competiciones/futbol-liga-de-la-vega-alevin-2025-26',
      );
      const saturday = within(screen.getByRole('region', { name: 'Sábado, 7 de marzo' }));
      expect(saturday.getByRole('heading', { level: 3 }).textContent).toBe('Liga de la Vega · Cadete');
    });

    test('[V-GEN-4] those that staff placed before newer ones first', async () => {
      const dates = ['2025-10-04T10:00:00.000Z', '2026-03-07T10:00:00.000Z', '2026-02-28T10:00:00.000Z'];
      const vods = dates.map((dateCreated, n) => createCard(n, { dateCreated, sportEventId: null }));
      open('/futbol', { replies: { 'GET /vods': createList('vods', vods) } });
      const pinned = within(await screen.findByRole('region', { name: 'Destacados' }));
      expect(pinned.getByRole('listitem').textContent).toContain('Sáb, 4 octPartido 0');
      expect(listTitles()).toEqual(['Partido 0', 'Partido 1', 'Partido 2']);
    });

    test('while it is live, without its recording', async () => {
      const sportEvent = match('running', '2026-03-07T17:00:00.000Z', { state: 'LIVE', score: null });
      open('/futbol', {
        replies: {
          'GET /liveusers': {
            data: {
              liveUsers: [
                { ...createLive('campo', { title: sportEvent.title, sportEventId: sportEvent.id }), sportEvent },
              ],
            },
          },
          'GET /vods': createList('vods', [filmed(2, sportEvent), createCard(3, { sportEventId: null })]),
        },
      });
      const now = within(await screen.findByRole('region', { name: 'Ahora en directo' }));
      expect(now.getByRole('link').textContent).toMatch(/CD Sauce – Pinar UD.*DIRECTO/);
      expect(screen.getAllByRole('link', { name: /CD Sauce/ })).toHaveLength(1);
    });
  });

  test('[V-LIST-2] [V-API-9] filter by title and clubs (repeated parameters)', async () => {
    const club = someClub();
    const { user } = open('/futbol', {
      replies: { 'GET /clubs': createList('clubs', [club]), 'GET /vods': createList('vods', [createCard(1)]) },
    });
    await user.type(await screen.findByRole('searchbox', { name: 'Buscar por título' }), 'final');
    await user.type(screen.getByRole('combobox', { name: 'Filtrar por clubes' }), 'sau');
    await user.click(await screen.findByRole('option', { name: 'CD Sauce' }));
    await waitFor(() => {
      const last = callsTo('GET /vods').at(-1)?.query;
      expect([last?.get('search'), last?.getAll('clubIds[]')]).toEqual(['final', [club.id]]);
    });
  });

  test('[V-LIST-3] remember the search per page', async () => {
    const { user, unmount } = open('/futbol');
    await user.type(await screen.findByRole('searchbox'), 'final{Enter}');
    await waitFor(() => expect(callsTo('GET /vods').at(-1)?.query.get('search')).toBe('final'));
    unmount();
    open('/futbol').unmount();
    open('/futbol');
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('final');
  });

  test('[V-LIST-4] [A-PROF-2] prefill the search from a link, up to the longest title', async () => {
    const title = 'Final '.repeat(33).trim();
    open(`/futbol?search=${encodeURIComponent(title)}`);
    await waitFor(() => expect(callsTo('GET /vods')[0]?.query.get('search')).toBe(title));
    const box = await screen.findByRole<HTMLInputElement>('searchbox');
    expect(box.value).toBe(title);
    expect(box.maxLength).toBeGreaterThanOrEqual(200);
  });

  describe('[A-PROF-2] lead from a purchase to what was bought', () => {
    const title = 'Partido final';
    const bought = sportEvent({ id: id('bought'), title });
    const other = sportEvent({ id: id('other'), title: 'Partido final, vuelta' });
    const none = { items: [], total: 0 };
    const searchWith = (...items: SportEvent[]) => ({
      'GET /search': { data: { sportEvents: { items, total: items.length }, vods: none, clips: none, clubs: none } },
    });
    const address = `/futbol?search=${encodeURIComponent(title)}`;

    test('a match that has no video yet', async () => {
      open(address, { replies: searchWith(bought) });
      const link = await screen.findByRole('link', { name: /Partido final/ });
      expect(link.getAttribute('href')).toBe(`/evento/${id('bought')}`);
      expect(screen.queryByText('No hay resultados disponibles')).toBeNull();
      expect(screen.queryByText(/en otras pestañas/)).toBeNull();
    });

    test('beside the recordings of others', async () => {
      open(address, {
        replies: {
          ...searchWith(bought, other),
          'GET /vods': createList('vods', [createCard(1, { title: 'Partido final de 2024', sportEventId: null })]),
        },
      });
      await waitFor(() => expect(listTitles()).toEqual([title, 'Partido final de 2024']));
    });

    test('once, if its recording is listed', async () => {
      open(address, {
        replies: {
          ...searchWith(bought),
          'GET /vods': createList('vods', [createCard(1, { title: 'Partido grabado', sportEventId: id('bought') })]),
        },
      });
      await waitFor(() => expect(callsTo('GET /search')).toHaveLength(1));
      await waitFor(() => expect(listTitles()).toEqual(['Partido grabado']));
    });

    test('whatever clubs were chosen before', async () => {
      localStorage.setItem('cantera:list:SOCCER:clubs', JSON.stringify([{ id: id('club'), name: 'Sauce' }]));
      open(address, { replies: searchWith(bought) });
      await screen.findByRole('link', { name: /Partido final/ });
      for (const { query } of [...callsTo('GET /vods'), ...callsTo('GET /search')])
        expect(query.getAll('clubIds[]')).toEqual([]);
    });
  });

  test('link to both sports', async () => {
    open('/baloncesto');
    const sports = within(await screen.findByRole('navigation', { name: 'Deportes' }));
    expect(sports.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/futbol', '/baloncesto']);
    expect(sports.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/baloncesto');
  });

  test('show no football pitch for basketball without a picture', async () => {
    open('/baloncesto', { replies: { 'GET /vods': createList('vods', [createCard(1, { sport: 'BASKET' })]) } });
    const link = await screen.findByRole('link', { name: /Partido 1/ });
    expect(link.querySelector('img')?.getAttribute('src')).toBe('/court.svg');
  });

  test('[V-LIST-5] show a text when empty', async () => {
    open('/futbol');
    expect(await screen.findByText('No hay resultados disponibles')).toBeDefined();
  });
});
