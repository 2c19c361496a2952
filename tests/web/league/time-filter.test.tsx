/** The time filter in lists of matches, on every page that has it. */
import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { callsTo, createList, id, open, person, type Replies } from '../support/app.tsx';
import { event, sauce } from './cup-final.ts';

describe('the time filter of matches', () => {
  const list = (time: string | null) =>
    time === null
      ? createList('sportEvents', [])
      : createList('sportEvents', [event({ id: id(time), title: `De ${time}` })]);
  const replies: Replies = {
    'GET /sportevents': ({ query }) => list(query.get('time')),
    'GET /live/sportevents': ({ query }) => list(query.get('time')),
    [`GET /clubs/${sauce.id}`]: { data: { club: sauce } },
  };
  const choose = (user: ReturnType<typeof open>['user'], name: string) =>
    screen.findByRole('radio', { name }).then((choice) => user.click(choice));
  const getLastQuery = () => callsTo('GET /sportevents').at(-1)?.query;

  test('[D-MATCH-4] is a row on the home page', async () => {
    const { user } = open('/home', { replies });
    expect(await screen.findByText('De today')).toBeDefined();
    // A day with few matches leaves room for those after it.
    expect(await screen.findByRole('heading', { name: 'Próximos partidos' })).toBeDefined();
    const rows = screen.getAllByText(/^De /, { selector: 'li *' }).map(({ textContent }) => textContent);
    expect(rows).toEqual(['De today', 'De upcoming']);
    await choose(user, 'Próximos');
    expect(await screen.findByRole('heading', { name: 'De upcoming', level: 3 })).toBeDefined();
    await choose(user, 'Este fin de semana');
    expect(await screen.findByText('De weekend')).toBeDefined();
  });

  test("[D-MATCH-4] shows today's matches on the 404 page, else upcoming ones", async () => {
    const { unmount } = open('/no-existe', { replies });
    expect(await screen.findByText('De today')).toBeDefined();
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Hoy' }).checked).toBe(true);
    unmount();
    const answerExceptToday = ({ query }: { query: URLSearchParams }) =>
      list(query.get('time') === 'today' ? null : query.get('time'));
    const { user } = open('/no-existe', { replies: { ...replies, 'GET /sportevents': answerExceptToday } });
    expect(await screen.findByRole('heading', { name: 'De upcoming', level: 3 })).toBeDefined();
    // A filter chosen by the user shows an empty list.
    await choose(user, 'Hoy');
    expect(await screen.findByText('Hoy no hay partidos.')).toBeDefined();
    await choose(user, 'Resultados');
    expect(await screen.findByText('De results')).toBeDefined();
  });

  test('[D-MATCH-4] filters sport lists together with their other filters, kept in the URL', async () => {
    const { user } = open('/baloncesto?search=copa', { replies });
    await choose(user, 'Resultados');
    expect(await screen.findByText('De results')).toBeDefined();
    expect([getLastQuery()?.get('sport'), getLastQuery()?.get('search')]).toEqual(['BASKET', 'copa']);
    expect(location.search).toContain('cuando=resultados');
  });

  test("[D-MATCH-4] starts a club's page with its next match and a countdown", async () => {
    const { user } = open(`/club/${sauce.id}`, { replies });
    const next = await screen.findByRole('region', { name: 'Próximo partido' });
    expect(within(next).getByRole('link').getAttribute('href')).toBe(`/evento/${id('upcoming')}`);
    expect(within(next).getByRole('timer')).toBeDefined();
    await choose(user, 'Resultados');
    expect(await screen.findByText('De results')).toBeDefined();
    expect(getLastQuery()?.getAll('clubIds[]')).toEqual([sauce.id]);
  });

  test('[D-MATCH-4] shows started matches as running, and finished ones not at all', async () => {
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const begun = { scheduledStartDate: inHours(-1), scheduledFinishDate: inHours(1) };
    const long = { scheduledStartDate: inHours(-6), scheduledFinishDate: inHours(-4) };
    const events = [
      event({ id: id('forgotten'), title: 'Nadie pitó el final', state: 'LIVE', ...long }),
      event({ id: id('over'), title: 'Ya acabó', state: 'FINISHED', ...begun }),
      event({ id: id('begun'), title: 'Ya empezó', ...begun }),
      event({ id: id('early'), title: 'Empezó antes de hora', state: 'LIVE' }),
      event({ id: id('called-off'), title: 'Ya no', state: 'CANCELLED' }),
      event({ id: id('later'), title: 'El siguiente' }),
    ];
    open(`/club/${sauce.id}`, {
      replies: {
        ...replies,
        'GET /sportevents': ({ query }) =>
          query.get('time') === 'upcoming' ? createList('sportEvents', events) : createList('sportEvents', []),
      },
    });
    const running = within(await screen.findByRole('region', { name: 'En juego' })).getAllByRole('link');
    expect(running.map((link) => link.getAttribute('href'))).toEqual([
      `/evento/${id('begun')}`,
      `/evento/${id('early')}`,
    ]);
    const next = within(screen.getByRole('region', { name: 'Próximo partido' })).getAllByRole('link');
    expect(next.map((link) => link.getAttribute('href'))).toEqual([`/evento/${id('later')}`]);
  });

  test('[D-MATCH-4] filters the calendar, and returns to the month', async () => {
    const { user } = open('/calendario?cuando=hoy', { replies });
    expect(await screen.findByText('De today')).toBeDefined();
    await choose(user, 'Mes');
    expect(await screen.findByRole('button', { name: 'Mes siguiente' })).toBeDefined();
  });

  test("[D-MATCH-4] starts the back office's list with today", async () => {
    open('/sportevents/manage', { user: person('ADMIN'), replies });
    expect(await screen.findByText('De fromToday')).toBeDefined();
  });

  test('[D-MATCH-4] shows a text for a time without matches', async () => {
    open('/futbol?cuando=fin-de-semana');
    expect(await screen.findByText('Este fin de semana no hay partidos')).toBeDefined();
  });
});
