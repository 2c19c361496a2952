import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Club } from '../../../shared/contract/clubs.ts';
import type { SportEvent } from '../../../shared/contract/sport-event.ts';
import { address, callsTo, createList, id, open, person, type Replies } from '../support/app.tsx';
import { club, sportEvent, vodCard } from '../support/builders.ts';

const none = { items: [], total: 0 };
const found = {
  sportEvents: { items: [sportEvent({ id: id('e1'), title: 'CD Pinar – UD Rivera' })], total: 2 },
  vods: none,
  clips: { items: [], total: 1 },
  clubs: { items: [] as Club[], total: 0 },
};
const search = (data: Partial<typeof found> = {}): Replies => ({ 'GET /search': { data: { ...found, ...data } } });

describe('[H-FIND-1] the search page', () => {
  test('shows what was found by group; the address keeps text and group', async () => {
    const { user } = open('/buscar', { replies: search() });
    await user.type(await screen.findByRole('searchbox'), 'pinar ud{Enter}');
    const group = within(await screen.findByRole('region', { name: 'Partidos' }));
    expect(group.getByRole('link', { name: /CD Pinar – UD Rivera/ })).toBeDefined();
    expect(callsTo('GET /search').at(-1)?.query.get('search')).toBe('pinar ud');
    expect(address()).toBe('/buscar?texto=pinar+ud');
    await user.click(group.getByRole('button', { name: 'Ver los 2' }));
    await waitFor(() => expect(callsTo('GET /search').at(-1)?.query.get('group')).toBe('sportEvents'));
    expect(address()).toBe('/buscar?texto=pinar+ud&ver=partidos');
  });

  test('shows clubs first, then the matches of today, the last and the next ones', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const match = (name: string, days: number, more: Partial<SportEvent> = {}) =>
      sportEvent({
        id: id(name),
        title: name,
        scheduledStartDate: inDays(days),
        scheduledFinishDate: inDays(days),
        ...more,
      });
    const items = [
      match('De hoy', 0),
      match('Anterior', -3, { competition: 'Liga', category: 'alevin', hasVideo: true }),
      match('Siguiente', 3),
    ];
    const clubs = { items: [club()], total: 1 };
    open('/buscar?texto=sauce', { replies: search({ sportEvents: { items, total: 9 }, clubs }) });
    const matches = within(await screen.findByRole('region', { name: 'Partidos' }));
    expect(screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)).toEqual([
      'Clubes',
      'Partidos',
      'Clips',
    ]);
    expect(matches.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
      'Hoy',
      'Últimos',
      'Próximos',
    ]);
    const [, last] = matches.getAllByRole('listitem');
    expect(last?.textContent).toMatch(/^(Lun|Mar|Mié|Jue|Vie|Sáb|Dom), \d+ [a-z]{3,4}AnteriorLiga · AlevínCon video$/);
  });

  test('offers the latest searches of this browser, which can be cleared, and the clubs that play today', async () => {
    const today = sportEvent({ clubs: [club({ id: id('c1'), name: 'Pinar UD' }), club({ id: id('c2') })] });
    const replies: Replies = {
      ...search(),
      'GET /sportevents': ({ query }) => createList('sportEvents', query.get('time') === 'today' ? [today] : []),
    };
    const { user, unmount } = open('/buscar?texto=pinar', { replies });
    await user.click(await screen.findByRole('link', { name: /CD Pinar/ }));
    unmount();
    const again = open('/buscar', { replies });
    const recent = within(await screen.findByRole('region', { name: 'Búsquedas recientes' }));
    expect(recent.getByRole('link').getAttribute('href')).toBe('/buscar?texto=pinar');
    const playing = within(await screen.findByRole('region', { name: 'Juegan hoy' }));
    expect(playing.getAllByRole('link').map((link) => link.textContent)).toEqual(['Pinar UD', 'CD Sauce']);
    await again.user.click(recent.getByRole('button', { name: 'Borrar' }));
    expect(screen.queryByRole('region', { name: 'Búsquedas recientes' })).toBeNull();
    expect(localStorage.getItem('cantera:recent-searches')).toBe('[]');
  });

  test('offers the clubs of the next matches on a day without any, and keeps a text once', async () => {
    localStorage.setItem('cantera:recent-searches', JSON.stringify(['PINAR', 'sauce']));
    const replies: Replies = {
      ...search(),
      'GET /sportevents': ({ query }) =>
        createList('sportEvents', query.get('time') === 'upcoming' ? [sportEvent({ clubs: [club()] })] : []),
    };
    const { unmount } = open('/buscar', { replies });
    await screen.findByRole('region', { name: 'Juegan pronto' });
    unmount();
    const { user } = open('/buscar?texto=pinar', { replies });
    await user.click(await screen.findByRole('link', { name: /CD Pinar/ }));
    expect(JSON.parse(localStorage.getItem('cantera:recent-searches') ?? '')).toEqual(['pinar', 'sauce']);
  });

  test('shows the results of other groups when a group is empty', async () => {
    open('/buscar?texto=pinar&ver=videos', { replies: search() });
    expect(await screen.findByText('Pero sí hay 2 partidos y 1 clip.')).toBeDefined();
  });

  test('shows a message when nothing is found', async () => {
    open('/buscar?texto=nada', { replies: search({ sportEvents: none, clips: none }) });
    expect(await screen.findByText('No hay nada con «nada»')).toBeDefined();
  });
});

test('[H-FIND-1] an empty list shows the results of the other tabs', async () => {
  open('/futbol?search=pinar', { replies: search() });
  const link = await screen.findByRole('link', { name: '2 partidos y 1 clip en otras pestañas' });
  expect(link.getAttribute('href')).toBe('/buscar?texto=pinar');
});

test('[H-FIND-1] the club filter of a sport asks for clubs of that sport; the calendar for the nearest events', async () => {
  const { user, unmount } = open('/baloncesto', { replies: { 'GET /clubs': createList('clubs', [club()]) } });
  await user.type(await screen.findByRole('combobox', { name: 'Filtrar por clubes' }), 'sauce');
  await waitFor(() => expect(callsTo('GET /clubs').at(-1)?.query.get('sport')).toBe('BASKET'));
  unmount();
  open('/calendario?calendar-search-query=pinar');
  await waitFor(() => expect(callsTo('GET /sportevents').at(-1)?.query.get('time')).toBe('nearest'));
});

test('[H-FIND-1] the menu of a viewer has the search and the own list', async () => {
  const { user } = open('/calendario', { user: person('REGULAR_SUBSCRIBER') });
  await user.click(await screen.findByRole('button', { name: 'Abrir menú' }));
  const menu = within(screen.getByRole('navigation', { name: 'Menú' }));
  expect(menu.getByRole('link', { name: 'Mi lista' }).getAttribute('href')).toBe('/mi-lista');
  expect(menu.getByRole('link', { name: 'Buscar' }).getAttribute('href')).toBe('/buscar');
});

describe('[H-FIND-2] filters', () => {
  const choices: Replies = {
    'GET /match-choices': {
      data: { competitions: ['Copa', 'Liga'], categories: ['alevin', 'cadete'], venues: ['La Vega'] },
    },
  };

  test('are kept in the address of /futbol, offer existing values and are removed with one tap', async () => {
    const { user } = open('/futbol', { replies: { ...choices, 'GET /vods': createList('vods', [vodCard(1)]) } });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Competición' }), 'Liga');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Categoría' }), 'Alevín');
    await waitFor(() => expect(callsTo('GET /vods').at(-1)?.query.get('category')).toBe('alevin'));
    expect(callsTo('GET /vods').at(-1)?.query.get('competition')).toBe('Liga');
    expect(address()).toBe('/futbol?competicion=Liga&categoria=alevin');
    // A single ground offers no choice.
    expect(screen.queryByRole('combobox', { name: 'Campo' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Quitar filtros' }));
    expect(address()).toBe('/futbol');
  });

  test('are restored from an address, and can be removed where nothing is found', async () => {
    const { user } = open('/futbol?cuando=resultados&categoria=cadete&fecha=2026-03-07', { replies: choices });
    await waitFor(() =>
      expect(callsTo('GET /sportevents').some(({ query }) => query.get('time') === 'results')).toBe(true),
    );
    const asked = callsTo('GET /sportevents').find(({ query }) => query.get('time') === 'results')?.query;
    expect([asked?.get('category'), asked?.get('date')]).toEqual(['cadete', '2026-03-07']);
    expect(await screen.findByText('Con estos filtros no hay ninguno.')).toBeDefined();
    await user.click(screen.getAllByRole('button', { name: 'Quitar filtros' }).at(-1) as HTMLElement);
    expect(address()).toBe('/futbol?cuando=resultados');
  });

  test('turn the month of the calendar into a list', async () => {
    open('/calendario?competicion=Liga', { replies: choices });
    expect(await screen.findByRole('heading', { name: 'Eventos encontrados' })).toBeDefined();
    expect(callsTo('GET /sportevents').at(-1)?.query.get('competition')).toBe('Liga');
  });

  test('apply to a club’s own matches on its page', async () => {
    const clubId = id('club');
    open(`/club/${clubId}?categoria=alevin`, {
      replies: { ...choices, [`GET /clubs/${clubId}`]: { data: { club: club({ id: clubId }) } } },
    });
    expect(await screen.findByText('Con estos filtros no hay ninguno.')).toBeDefined();
    expect(callsTo(`GET /clubs/${clubId}/vods`).at(-1)?.query.get('category')).toBe('alevin');
    expect(callsTo('GET /match-choices').at(-1)?.query.getAll('clubIds[]')).toEqual([clubId]);
  });
});
