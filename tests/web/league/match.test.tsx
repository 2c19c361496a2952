/** Matches on the pages: teams, competition, and postponed or cancelled ones. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ManagedEvent } from '../../../shared/contract/sport-event.ts';
import { callsTo, createList, id, open, person, type Replies } from '../support/app.tsx';
import { managedClub } from '../support/builders.ts';
import { event, norte, pinar, sauce } from './cup-final.ts';

const page = (more: Partial<ManagedEvent> = {}): Replies => ({
  [`GET /sportevents/${id('ev')}`]: { data: { sportEvent: event(more) } },
});
const eventPage = (more: Partial<ManagedEvent> = {}) => open(`/evento/${id('ev')}`, { replies: page(more) });

describe('the page of an event', () => {
  test("[D-MATCH-1] shows home and away in order with links, and the match's competition", async () => {
    eventPage({ clubs: [sauce, norte, pinar] });
    const sides = await screen.findByRole('heading', { level: 1 });
    const links = within(sides).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([`/club/${norte.id}`, `/club/${sauce.id}`]);
    expect(screen.getByText('Cadete · Copa de la Huerta · Semifinal · Campo de la Rambla')).toBeDefined();
    // Other clubs stay in the list of clubs.
    expect(within(screen.getByRole('list', { name: 'Clubes' })).getByText('Pinar UD')).toBeDefined();
  });

  test('[D-MATCH-1] shows the clubs if it has no sides', async () => {
    eventPage({ awayClubId: null, matchday: '12' });
    expect(within(await screen.findByRole('list', { name: 'Clubes' })).getAllByRole('link')).toHaveLength(2);
    expect(within(screen.getByRole('heading', { level: 1 })).queryByRole('link')).toBeNull();
    expect(screen.getByText(/Jornada 12/)).toBeDefined();
  });

  test('[D-MATCH-2] shows a postponed match without a date: no countdown, still on sale', async () => {
    eventPage({ state: 'POSTPONED', postponedFrom: '2099-03-05T17:00:00.000Z' });
    expect(await screen.findByText('Aplazado')).toBeDefined();
    expect(screen.getByText('Fecha por confirmar')).toBeDefined();
    expect(screen.queryByRole('timer')).toBeNull();
    expect(await screen.findAllByRole('link', { name: /^Reservar por 1,99/ })).toHaveLength(2);
  });

  test('[D-MATCH-2] shows the new date of a postponed match', async () => {
    eventPage({ state: 'POSTPONED', postponedFrom: '2099-02-01T17:00:00.000Z' });
    expect(await screen.findByText('Aplazado')).toBeDefined();
    expect(screen.getByText(/5 de marzo de 2099, de 18:00/)).toBeDefined();
    expect(screen.getByRole('timer')).toBeDefined();
  });

  test('[D-MATCH-2] shows a cancelled match, which is not for sale', async () => {
    eventPage({ state: 'CANCELLED' });
    expect(await screen.findByText('Cancelado')).toBeDefined();
    expect(await screen.findByText('Este partido se ha cancelado')).toBeDefined();
    expect(screen.queryByText('Elige una de las siguientes opciones')).toBeNull();
    expect(screen.queryByRole('timer')).toBeNull();
  });
});

describe('lists of events', () => {
  test('[D-MATCH-1] [D-MATCH-2] show the sides and the state in the calendar', async () => {
    const listed = [event({ state: 'CANCELLED' }), event({ id: id('ev2'), title: 'Atlético Norte – CD Sauce' })];
    open('/calendario?calendar-search-query=copa', {
      replies: { 'GET /sportevents': createList('sportEvents', listed) },
    });
    expect(await screen.findByText('Cancelado')).toBeDefined();
    // The sides appear once as a separate line, once as the title.
    expect(screen.getAllByText('Atlético Norte – CD Sauce')).toHaveLength(2);
  });

  test('[D-MATCH-2] show the state in the back office', async () => {
    const replies = { 'GET /live/sportevents': createList('sportEvents', [event({ state: 'POSTPONED' })]) };
    open('/sportevents/manage', { user: person('ADMIN'), replies });
    expect(await screen.findByText('Aplazado')).toBeDefined();
  });

  test('[D-MATCH-2] feature a match on the home page that will be played', async () => {
    const upcoming = [
      event({ id: id('cancelled'), title: 'El cancelado', state: 'CANCELLED' }),
      event({ id: id('late'), title: 'El aplazado', state: 'POSTPONED', postponedFrom: '2099-03-05T17:00:00.000Z' }),
      event({ title: 'El bueno' }),
    ];
    open('/home', { replies: { 'GET /sportevents': createList('sportEvents', upcoming) } });
    expect(await screen.findByRole('heading', { name: 'El bueno', level: 1 })).toBeDefined();
  });
});

describe('the form of an event', () => {
  const path = `/sportevents/manage/${id('ev')}`;
  const key = `PATCH /live/sportevents/${id('ev')}`;
  const replyWithEvent = (more: Partial<ManagedEvent> = {}): Replies => ({
    [`GET /live/sportevents/${id('ev')}`]: { data: { sportEvent: event(more) } },
    [key]: { data: { sportEvent: event(more) } },
  });
  const edit = (more = {}) => open(path, { user: person('ADMIN'), replies: replyWithEvent(more) });
  const select = (name: string) => screen.findByRole<HTMLSelectElement>('combobox', { name });
  const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Título/ });
  const save = () => screen.getByRole('button', { name: 'Guardar cambios' });

  test('[D-MATCH-1] proposes the title from the sides until the user types one', async () => {
    const { user } = edit({ title: 'Atlético Norte – CD Sauce' });
    // The other side swaps places.
    await user.selectOptions(await select('Equipo local'), 'CD Sauce');
    expect((await select('Equipo visitante')).value).toBe(norte.id);
    expect(title().value).toBe('CD Sauce – Atlético Norte');
    await user.type(title(), ' (vuelta)');
    await user.selectOptions(await select('Equipo local'), 'Atlético Norte');
    expect(title().value).toBe('CD Sauce – Atlético Norte (vuelta)');
    await user.click(save());
    await waitFor(() => expect(callsTo(key)).toHaveLength(1));
    expect(callsTo(key)[0]?.body).toEqual({ title: 'CD Sauce – Atlético Norte (vuelta)', version: 7 });
  });

  test('[D-MATCH-1] selects the other of two clubs as opponent, and fills in an empty title', async () => {
    const { user } = edit({ homeClubId: null, awayClubId: null });
    await user.clear(await screen.findByRole('textbox', { name: /^Título/ }));
    await user.selectOptions(await select('Equipo visitante'), 'CD Sauce');
    expect(title().value).toBe('Atlético Norte – CD Sauce');
    await user.selectOptions(await select('Categoría'), 'Júnior');
    await user.clear(screen.getByRole('textbox', { name: 'Jornada' }));
    await user.click(save());
    await waitFor(() => expect(callsTo(key)).toHaveLength(1));
    expect(callsTo(key)[0]?.body).toEqual({
      title: 'Atlético Norte – CD Sauce',
      homeClubId: norte.id,
      awayClubId: sauce.id,
      category: 'junior',
      matchday: null,
      version: 7,
    });
  });

  test('[D-MATCH-1] names the team of a side once the category is known, and keeps it with its club', async () => {
    const { user } = edit({ category: null });
    expect((await select('Categoría')).value).toBe('');
    expect(screen.queryByRole('combobox', { name: 'Equipo de CD Sauce' })).toBeNull();
    await user.selectOptions(await select('Categoría'), 'Alevín');
    await user.selectOptions(await select('Equipo de CD Sauce'), 'B');
    await user.selectOptions(await select('Equipo local'), (await select('Equipo visitante')).value);
    expect((await select('Equipo de CD Sauce')).value).toBe('B');
    await user.click(save());
    await waitFor(() => expect(callsTo(key)).toHaveLength(1));
    const { homeClubId, homeTeam = null, awayTeam = null } = (callsTo(key)[0]?.body ?? {}) as Partial<ManagedEvent>;
    expect([homeTeam, awayTeam]).toEqual(homeClubId === sauce.id ? ['B', null] : [null, 'B']);
  });

  test('[D-MATCH-1] takes the first of two clubs as home side of a new event, with its title', async () => {
    const found = createList('clubs', [managedClub(sauce), managedClub(norte)]);
    const { user } = open('/sportevents/create', { user: person('ADMIN'), replies: { 'GET /live/clubs': found } });
    for (const { name } of [sauce, norte]) {
      await user.type(await screen.findByRole('combobox', { name: 'Clubes' }), name);
      await user.click(await screen.findByRole('option', { name }));
    }
    expect((await select('Equipo local')).value).toBe(sauce.id);
    expect((await select('Equipo visitante')).value).toBe(norte.id);
    expect(title().value).toBe('CD Sauce – Atlético Norte');
  });

  test('[D-MATCH-1] drops a removed club from the sides, and sends the clubs first', async () => {
    const { user } = edit();
    await user.click(await screen.findByRole('button', { name: 'Quitar CD Sauce' }));
    await user.click(save());
    await waitFor(() => expect(callsTo(key)).toHaveLength(1));
    const clubs = callsTo(`PUT /live/sportevents/${id('ev')}/clubs`);
    expect(clubs.map(({ body }) => body)).toEqual([{ clubIds: [norte.id], version: 7 }]);
    expect(callsTo(key)[0]?.body).toEqual({ awayClubId: null, version: 8 });
  });

  test('[D-MATCH-2] lets staff postpone a match', async () => {
    const { user } = edit();
    await user.selectOptions(await select('Estado'), 'Aplazado');
    expect(screen.getByText(/Quien lo compró conserva su acceso/)).toBeDefined();
    await user.click(save());
    await waitFor(() => expect(callsTo(key)[0]?.body).toEqual({ state: 'POSTPONED', version: 7 }));
  });

  test('[D-MATCH-1] lets club staff set the side of their own club when the opponent is not on the platform', async () => {
    const { user } = open('/sportevents/create', {
      user: person('CLUB_STAFF', { clubId: sauce.id }),
      replies: {
        [`GET /clubs/${sauce.id}`]: { data: { club: sauce } },
        'POST /clubStaff/sportevents': { data: { id: id('new') } },
      },
    });
    await user.selectOptions(await select('¿Cómo juega CD Sauce?'), 'Como visitante');
    await user.type(title(), 'Amistoso');
    for (const [label, value] of Object.entries({ Inicio: '2099-03-05T12:00', Fin: '2099-03-05T14:00' })) {
      const input = screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`));
      await user.clear(input);
      await user.type(input, value);
    }
    await user.click(screen.getByRole('button', { name: 'Crear Evento' }));
    const getSentBody = () => callsTo('POST /clubStaff/sportevents')[0]?.body;
    await waitFor(() => expect(getSentBody()).toMatchObject({ awayClubId: sauce.id, title: 'Amistoso' }));
    expect(getSentBody()).not.toHaveProperty('homeClubId');
  });
});
