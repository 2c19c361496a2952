/** The lists of football and basketball. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { CardResult, SportEvent } from '../../../shared/contract/sport-event.ts';
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

  test('[V-LIST-1] show each match once, with links to its videos', async () => {
    const result: CardResult = { home: null, away: null, score: { home: 2, away: 1, phase: 'ENDED', period: 2 } };
    const one = createCard(1, { result, also: [{ id: id('vod9'), isSummary: true }] });
    const other = createCard(2, { sportEventId: id('running') });
    open('/futbol', {
      replies: {
        'GET /liveusers': { data: { liveUsers: [createLive('campo', { sportEventId: id('running') })] } },
        'GET /vods': createList('vods', [one, other, createCard(3, { sportEventId: null })]),
      },
    });
    await waitFor(() => expect(listTitles()).toEqual(['Directo campo', 'Partido 1', 'Partido 3']));
    expect(callsTo('GET /vods')[0]?.query.get('each')).toBe('match');
    const chips = (name: string) =>
      within(screen.getByRole('list', { name }))
        .getAllByRole('link')
        .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
    expect(chips('De Directo campo')).toEqual(['Directo /live/campo', `Video /vods/${id('vod2')}`]);
    expect(chips('De Partido 1')).toEqual([
      `Video /vods/${id('vod1')}`,
      `Resumen /vods/${id('vod9')}`,
      `Resultado /evento/${id('event')}`,
    ]);
    // A single video has only its card.
    expect(screen.queryByRole('list', { name: 'De Partido 3' })).toBeNull();
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

  test('[A-PROF-2] find a match by its longest title in a link', async () => {
    const title = 'Final '.repeat(33).trim();
    open(`/futbol?search=${encodeURIComponent(title)}`);
    await waitFor(() => expect(callsTo('GET /vods')[0]?.query.get('search')).toBe(title));
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).maxLength).toBeGreaterThanOrEqual(200);
  });

  describe('[A-PROF-2] lead from a purchase to what was bought', () => {
    const title = 'Partido final';
    const bought = sportEvent({ id: id('bought'), title });
    const other = sportEvent({ id: id('other'), title: 'Partido final, vuelta' });
    const searchWith = (...items: SportEvent[]) => ({
      'GET /search': {
        data: {
          sportEvents: { items, total: items.length },
          ...{ vods: { items: [], total: 0 }, clips: { items: [], total: 0 }, clubs: { items: [], total: 0 } },
        },
      },
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

  test('[V-LIST-4] prefill the search from the query', async () => {
    open('/futbol?search=Copa');
    expect((await screen.findByRole<HTMLInputElement>('searchbox')).value).toBe('Copa');
    await waitFor(() => expect(callsTo('GET /vods')[0]?.query.get('search')).toBe('Copa'));
  });

  test('[V-LIST-5] show a text when empty', async () => {
    open('/futbol');
    expect(await screen.findByText('No hay resultados disponibles')).toBeDefined();
  });
});
