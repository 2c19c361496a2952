import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { SportEvent } from '../../../shared/contract/sport-event.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { address, callsTo, createList, emptyList, id, open, person, type Replies, stubMedia } from '../support/app.tsx';
import { managedEvent, club as someClub, sportEvent } from '../support/builders.ts';

const club = (n: number) => someClub({ id: id(`club${n}`), name: `Club ${n}` });
const event = (n: number, start: string, finish: string, clubs = 0, more: Partial<SportEvent> = {}) =>
  sportEvent({
    id: id(`event${n}`),
    title: `Partido ${n}`,
    scheduledStartDate: start,
    scheduledFinishDate: finish,
    isPublic: true,
    clubs: Array.from({ length: clubs }, (_, index) => club(index)),
    ...more,
  });
const onMarch5 = (count: number) =>
  Array.from({ length: count }, (_, n) => event(n, `2026-03-05T${10 + n}:00:00Z`, `2026-03-05T${12 + n}:00:00Z`));
const march = '/calendario?calendar-current-date=2026-03-15';
const openMonth = (events: SportEvent[]) =>
  open(march, { replies: { 'GET /sportevents': createList('sportEvents', events) } });
const getLastQuery = () => callsTo('GET /sportevents').at(-1)?.query;

describe('the month', () => {
  test('[A-GEN-2] [V-CAL-1] [V-CAL-11] has seven columns from Monday; the month in the URL changes by the arrows', async () => {
    const { user } = open(march);
    const grid = within(await screen.findByRole('region', { name: 'Mes' }));
    expect(grid.getByRole('heading', { name: 'marzo de 2026' })).toBeDefined();
    await waitFor(() => expect(getLastQuery()?.get('dateAround')).toBe('2026-03-15T11:00:00.000Z'));
    await user.click(grid.getByRole('button', { name: 'Mes siguiente' }));
    expect(grid.getByRole('heading', { name: 'abril de 2026' })).toBeDefined();
    expect(address()).toBe('/calendario?calendar-current-date=2026-04-01');
    await user.click(grid.getByRole('button', { name: 'Mes anterior' }));
    await user.click(grid.getByRole('button', { name: 'Mes anterior' }));
    expect(grid.getByRole('heading', { name: 'febrero de 2026' })).toBeDefined();
    expect(getLastQuery()?.has('page')).toBe(false);
  });

  test('[A-GEN-11] [V-CAL-3] starts with football and remembers the choice', async () => {
    const { user, unmount } = open(march);
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Fútbol' })).checked).toBe(true);
    await waitFor(() => expect(getLastQuery()?.get('sport')).toBe('SOCCER'));
    await user.click(screen.getByRole('radio', { name: 'Baloncesto' }));
    await waitFor(() => expect(getLastQuery()?.get('sport')).toBe('BASKET'));
    unmount();
    open(march);
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Baloncesto' })).checked).toBe(true);
  });

  test.each([
    [3, undefined],
    [4, '+2 más'],
    [9, '+7 más'],
  ])('[V-CAL-4] [V-CAL-5] [V-CAL-14] shows %i events of one day', async (count, more) => {
    const { user } = openMonth(onMarch5(count));
    const cell = await screen.findByRole('button', { name: `5 de marzo: ${count} partidos` });
    expect(screen.queryByRole('button', { name: /^\+\d+ más$/ })?.textContent).toBe(more);
    await user.click(more ? screen.getByRole('button', { name: more }) : cell);
    const dialog = within(await screen.findByRole('dialog', { name: 'Eventos del 5 de marzo' }));
    expect(dialog.getByText(`${count} partidos`)).toBeDefined();
    const rows = dialog.getAllByRole('listitem');
    expect(rows).toHaveLength(count);
    expect(rows[0]?.textContent).toContain('5 de marzo de 2026, de 11:00 a 13:00');
  });

  test('[V-CAL-5] opens nothing for a day without events; shows an event over midnight on both days', async () => {
    openMonth([event(1, '2026-03-05T22:00:00Z', '2026-03-06T01:00:00Z')]);
    expect(await screen.findByRole('button', { name: '5 de marzo: 1 partido' })).toBeDefined();
    expect(screen.getByRole('button', { name: '6 de marzo: 1 partido' })).toBeDefined();
    expect(screen.queryByRole('button', { name: /^7 de marzo/ })).toBeNull();
  });

  test("shows the chosen day's agenda below the grid on a phone", async () => {
    const { user } = openMonth([...onMarch5(1), event(7, '2026-03-20T10:00:00Z', '2026-03-20T12:00:00Z')]);
    const agenda = within(await screen.findByRole('region', { name: 'Agenda' }));
    expect(await agenda.findByRole('link', { name: /Partido 0/ })).toBeDefined();
    await user.click(screen.getByRole('button', { name: '20 de marzo: 1 partido' }));
    expect(agenda.getByRole('link', { name: /Partido 7/ })).toBeDefined();
  });

  test('[D-MATCH-2] [D-MATCH-3] shows both sides in a cell, and the time, result or state between them', async () => {
    const sides = { homeClubId: id('club0'), awayClubId: id('club1') };
    const clubs = ['Atlético Sauce', 'Norte CF'].map((name, n) => ({ ...club(n), name, thumbnail: `/${n}.png` }));
    const match = (n: number, more: Partial<SportEvent>) =>
      event(n, '2026-03-05T17:00:00Z', '2026-03-05T19:00:00Z', 0, { ...sides, clubs, state: 'SCHEDULED', ...more });
    const openCellWith = async (more: Partial<SportEvent>) => {
      const { unmount } = openMonth([match(1, more)]);
      await screen.findByRole('button', { name: '5 de marzo: 1 partido' });
      const cell = document.querySelector('[data-day="2026-03-05"]');
      const shown = cell?.querySelector('[title]');
      const words = [...(shown?.children ?? [])].slice(1).map(({ textContent }) => textContent);
      expect(shown?.querySelectorAll('img')).toHaveLength(2);
      unmount();
      return words;
    };
    const finished = { state: 'FINISHED', score: { home: 3, away: 1, phase: 'ENDED', period: 2 } } as const;
    expect(await openCellWith({})).toEqual(['SAU', '18:00', 'NOR']);
    expect(await openCellWith(finished)).toEqual(['SAU', '3 – 1', 'NOR']);
    expect(await openCellWith({ state: 'CANCELLED' })).toEqual(['SAU', 'Cancelado', 'NOR']);
    expect(await openCellWith({ state: 'POSTPONED' })).toEqual(['SAU', 'Aplazado', 'NOR']);
  });

  test('[E-TV-1] [V-CAL-1] has one tab stop; the standard grid keys move between days', async () => {
    const { user } = openMonth(onMarch5(1));
    const grid = await screen.findByRole('grid', { name: 'marzo de 2026' });
    await screen.findByRole('button', { name: '5 de marzo: 1 partido' });
    expect(within(grid).getAllByRole('gridcell')).toHaveLength(42);
    const stops = [...grid.querySelectorAll<HTMLElement>('*')].filter(({ tabIndex }) => tabIndex === 0);
    expect(stops.map((stop) => stop.dataset.day)).toEqual(['2026-03-05']);
    stops[0]?.focus();
    const day = () => (document.activeElement as HTMLElement).dataset.day;
    const walk = async (keys: [string, string][]) => {
      for (const [key, expected] of keys) {
        await user.keyboard(`{${key}}`);
        await waitFor(() => expect([key, day()]).toEqual([key, expected]));
      }
    };
    await walk([
      ['ArrowRight', '2026-03-06'],
      ['ArrowDown', '2026-03-13'],
      ['Home', '2026-03-09'],
      ['ArrowLeft', '2026-03-08'],
      ['ArrowUp', '2026-03-01'],
      ['End', '2026-03-01'],
      ['PageDown', '2026-04-01'],
      ['PageUp', '2026-03-01'],
      ['Home', '2026-02-23'],
    ]);
    expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
    await walk([['PageDown', '2026-03-23']]);
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('dialog')).toBeNull();
    document.querySelector<HTMLElement>('[data-day="2026-03-05"]')?.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Eventos del 5 de marzo' })).toBeDefined();
  });

  test('shows a phone the week and its agenda, and the month on request', async () => {
    stubMedia('48rem');
    const { user } = openMonth([...onMarch5(1), event(7, '2026-03-08T10:00:00Z', '2026-03-08T12:00:00Z')]);
    const week = within(await screen.findByRole('list', { name: 'Semana' }));
    const agenda = within(screen.getByRole('region', { name: 'Agenda' }));
    expect(await agenda.findByRole('heading', { name: 'Jueves, 5 de marzo' })).toBeDefined();
    const [, second] = agenda.getAllByRole('listitem');
    expect(second?.textContent).toContain('11:00Partido 7');
    await user.click(week.getByRole('button', { name: 'domingo, 8 de marzo: 1 partido' }));
    expect(agenda.queryByRole('link', { name: /Partido 0/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Semana anterior' }));
    expect(agenda.getByText('No hay partidos este día.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Semana anterior' }));
    expect(address()).toBe('/calendario?calendar-current-date=2026-02-22');
    expect(screen.queryByRole('grid')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Ver el mes entero' }));
    expect(screen.getByRole('grid', { name: 'febrero de 2026' })).toBeDefined();
  });

  test("shows only the time below the day's heading, and the full range for a match over midnight", async () => {
    openMonth([...onMarch5(1), event(7, '2026-03-05T22:30:00Z', '2026-03-06T00:30:00Z')]);
    const agenda = within(await screen.findByRole('region', { name: 'Agenda' }));
    expect((await agenda.findByRole('link', { name: /Partido 0/ })).textContent).toBe('11:00Partido 0');
    expect(agenda.getAllByRole('link', { name: /Partido 7/ })[0]?.textContent).toContain(
      '5 de marzo de 2026, de 23:30 a 01:30 del día siguiente',
    );
  });

  test('[V-CAL-6] lets only admins create an event from a cell; they also see hidden events', async () => {
    const managed = onMarch5(1).map((one) => managedEvent(1, one));
    const replies = { 'GET /live/sportevents': createList('sportEvents', managed) };
    const { unmount } = open(march, { user: person('ADMIN'), replies });
    const plus = await screen.findByRole('link', { name: 'Crear un evento el 5 de marzo' });
    expect(plus.getAttribute('href')).toBe('/sportevents/create?date=2026-03-05');
    expect(screen.getAllByRole('link', { name: /^Crear un evento el/ })).toHaveLength(42);
    unmount();
    open(march, { user: person('CLUB_STAFF', { clubId: id('club') }) });
    await screen.findByRole('region', { name: 'Mes' });
    expect(screen.queryByRole('link', { name: /^Crear un evento/ })).toBeNull();
  });

  test('[V-CAL-15] shows a load error with a retry', async () => {
    let fails = true;
    const { user } = open(march, {
      replies: {
        'GET /sportevents': () => (fails ? errorAnswer('REQ4000', 'Fecha imposible') : emptyList('sportEvents')),
      },
    });
    expect(await screen.findByText('Error: Fecha imposible')).toBeDefined();
    expect(screen.queryByText('No hay partidos este día.')).toBeNull();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('No hay partidos este día.')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('filters', () => {
  const replyWithPage = (total: number, page: number): Replies => ({
    'GET /sportevents': {
      data: {
        sportEvents: [event(1, '2026-03-05T17:00:00Z', '2026-03-05T19:00:00Z', 5)],
        limit: 12,
        page,
        total,
        totalPages: 3,
      },
    },
    'GET /clubs': createList('clubs', [club(1), club(2)]),
    [`GET /clubs/${id('club1')}`]: { data: { club: club(1) } },
  });

  test('[V-CAL-2] [V-CAL-7] [V-CAL-11] [V-CAL-12] shows the pages of matching events for a search', async () => {
    const { user } = open(march, { replies: replyWithPage(25, 1) });
    await user.type(await screen.findByRole('searchbox', { name: 'Buscar partidos por título' }), 'copa');
    expect(await screen.findByRole('heading', { name: 'Eventos encontrados' })).toBeDefined();
    expect(await screen.findByText('Mostrando 1 - 1 de 25 eventos')).toBeDefined();
    const query = getLastQuery();
    expect([query?.get('search'), query?.get('page'), query?.has('dateAround')]).toEqual(['copa', '1', false]);
    expect(new URLSearchParams(location.search).get('calendar-search-query')).toBe('copa');
    const row = screen.getByRole('link', { name: /Partido 1/ });
    expect(row.getAttribute('href')).toBe(`/evento/${id('event1')}`);
    expect(row.textContent).toContain('5 de marzo de 2026, de 18:00 a 20:00');
    expect(row.querySelectorAll('img[class*=rounded-full]')).toHaveLength(3);
    expect(row.textContent).toMatch(/\+25 clubes$/);
    expect(screen.queryByRole('region', { name: 'Mes' })).toBeNull();
  });

  test('[V-CAL-2] [V-CAL-9] [V-CAL-11] reads clubs from the URL; adding one returns to the first page', async () => {
    const { user } = open(`/calendario?calendar-selected-clubs=${id('club1')}`, { replies: replyWithPage(25, 1) });
    expect(await screen.findByRole('button', { name: 'Quitar Club 1' })).toBeDefined();
    await user.click(await screen.findByRole('button', { name: /siguiente/i }));
    await waitFor(() => expect(getLastQuery()?.get('page')).toBe('2'));
    await user.type(screen.getByRole('combobox', { name: 'Filtrar por clubes' }), 'clu');
    await user.click(await screen.findByRole('option', { name: 'Club 2' }));
    await waitFor(() =>
      expect([getLastQuery()?.getAll('clubIds[]'), getLastQuery()?.get('page')]).toEqual([
        [id('club1'), id('club2')],
        '1',
      ]),
    );
    expect(new URLSearchParams(location.search).get('calendar-selected-clubs')).toBe(`${id('club1')},${id('club2')}`);
    await user.click(await screen.findByRole('button', { name: /siguiente/i }));
    await waitFor(() => expect(getLastQuery()?.get('page')).toBe('2'));
    await user.click(screen.getByRole('radio', { name: 'Baloncesto' }));
    await waitFor(() => expect([getLastQuery()?.get('sport'), getLastQuery()?.get('page')]).toEqual(['BASKET', '1']));
  });

  test('[V-CAL-8] shows an empty result with the way back to the month', async () => {
    const { user } = open('/calendario?calendar-search-query=zzz', {
      replies: { 'GET /sportevents': emptyList('sportEvents') },
    });
    expect(await screen.findByText('No hay eventos disponibles')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Quitar filtros' }));
    expect(await screen.findByRole('region', { name: 'Mes' })).toBeDefined();
    expect(address()).toBe('/calendario');
  });

  test('[V-CAL-10] folds the filters on a phone and counts the active ones', async () => {
    const { user } = open(`/calendario?calendar-search-query=copa&calendar-selected-clubs=${id('club1')}`, {
      replies: replyWithPage(1, 1),
    });
    const toggle = await screen.findByRole('button', { name: /^Filtros/ });
    expect([toggle.textContent, toggle.getAttribute('aria-expanded')]).toEqual(['Filtros2 activos', 'false']);
    await user.click(toggle);
    expect(toggle.getAttribute('aria-expanded')).toBe('true');
  });

  test('[V-CAL-13] shows five skeleton rows while loading', async () => {
    const { container } = open('/calendario?calendar-search-query=copa', {
      replies: { 'GET /sportevents': () => new Promise(() => undefined) },
    });
    await screen.findByRole('heading', { name: 'Eventos encontrados' });
    expect(container.querySelectorAll('ul[aria-hidden] > li')).toHaveLength(5);
  });
});
