/** 'Solo familias': the invitation, the user's matches, the club's list, and the switch of the event form. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { FamilyInvitation, FamilyMember } from '../../../shared/contract/families.ts';
import { findSeason, formatSeason } from '../../../shared/domain/competition.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { address, callsTo, id, open, person, type Replies } from '../support/app.tsx';
import { managedEvent, sportEvent } from '../support/builders.ts';

const club = { id: id('club'), name: 'CD Sauce' };
const staff = person('CLUB_STAFF', { clubId: club.id });
const season = findSeason(new Date().toISOString());
const team = { sport: 'SOCCER', category: 'infantil', season } as const;
const teamText = `Infantil de fútbol, temporada ${formatSeason(season)}`;

const invitation = (state: FamilyInvitation['state'] = null, isProved = true): Replies => ({
  'GET /family-invitations/codigo': { data: { ...team, club, state, isProved } },
});

const member = (fields: Partial<FamilyMember> = {}): FamilyMember => ({
  ...team,
  id: id('rosa'),
  clubId: club.id,
  name: 'Rosa Gil',
  email: 'rosa@familia.test',
  state: 'WAITING',
  askedAt: '2026-11-20T10:00:00.000Z',
  decidedAt: null,
  isProved: true,
  ...fields,
});

describe('[F-RIGHTS-4] the invitation', () => {
  test('names club and team, and asks a visitor to log in first', async () => {
    open('/familias/codigo', { replies: invitation() });
    expect(await screen.findByRole('heading', { name: 'Partidos de familia de CD Sauce' })).toBeDefined();
    expect(screen.getByText(teamText)).toBeDefined();
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Iniciar Sesión' })).toBeDefined();
    expect(main.queryByRole('button', { name: 'Pedir verlos' })).toBeNull();
  });

  test('is requested with one tap, and waits for the club', async () => {
    let state: FamilyInvitation['state'] = null;
    const { user } = open('/familias/codigo', {
      user: person('REGULAR_BASIC'),
      replies: {
        'GET /family-invitations/codigo': () => ({ data: { ...team, club, state, isProved: true } }),
        'POST /family-invitations/codigo': () => {
          state = 'WAITING';
          return { data: { state } };
        },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Pedir verlos' }));
    expect(await screen.findByText(/^Ya lo has pedido/)).toBeDefined();
  });

  test('says that the address must be proved first, and sends the email again', async () => {
    const { user } = open('/familias/codigo', {
      user: person('REGULAR_BASIC', { email: 'rosa@familia.test' }),
      replies: { ...invitation('WAITING', false), 'POST /family-invitations/codigo': { data: { state: 'WAITING' } } },
    });
    expect((await screen.findByText(/^Ya lo has pedido/)).textContent).toContain('rosa@familia.test');
    await user.click(screen.getByRole('button', { name: 'Enviar el email otra vez' }));
    expect(callsTo('POST /family-invitations/codigo')).toHaveLength(1);
  });

  test('leads a confirmed person to the matches, and says when the link is void', async () => {
    open('/familias/codigo', { user: person('REGULAR_BASIC'), replies: invitation('CONFIRMED') });
    const link = await screen.findByRole('link', { name: 'Ver mis partidos de familia' });
    expect(link.getAttribute('href')).toBe('/mis-partidos');
    open('/familias/viejo', { replies: { 'GET /family-invitations/viejo': errorAnswer('FAM4041') } });
    expect(await screen.findByText('Este enlace ya no vale')).toBeDefined();
  });
});

test('[F-RIGHTS-4] the user’s matches are listed with the teams and their states', async () => {
  const event = sportEvent({ title: 'CD Sauce – CB Ribera', audience: 'FAMILIES' });
  const replies: Replies = {
    'GET /users/me/family-matches': {
      data: { sportEvents: [event], teams: [{ ...team, club, state: 'CONFIRMED', isProved: true }] },
    },
  };
  open('/mis-partidos', { user: person('REGULAR_BASIC', { hasFamilies: true }), replies });
  const matches = within(await screen.findByRole('list', { name: 'Partidos' }));
  expect(matches.getByRole('link', { name: /CD Sauce – CB Ribera/ })).toBeDefined();
  expect(screen.getByRole('list', { name: 'Equipos' }).textContent).toBe(`CD Sauce: ${teamText}Confirmada`);
  expect(screen.getAllByRole('link', { name: 'Familias' })[0]?.getAttribute('href')).toBe('/mis-partidos');
});

describe('[F-RIGHTS-4] the club', () => {
  const families = (members: FamilyMember[], createdAt?: string): Replies => ({
    'GET /families': { data: { club, members, codes: createdAt ? [{ ...team, createdAt }] : [] } },
  });

  test('confirms and refuses person by person', async () => {
    const people = [member(), member({ id: id('luis'), name: '', email: 'luis@familia.test' })];
    const { user } = open('/derechos-imagen/manage?ver=familias', {
      user: staff,
      replies: {
        ...families(people),
        [`POST /families/members/${id('rosa')}/decision`]: { data: { state: 'CONFIRMED' } },
        [`POST /families/members/${id('luis')}/decision`]: { data: { state: 'REFUSED' } },
      },
    });
    const waiting = within(await screen.findByRole('region', { name: 'Por confirmar (2)' }));
    const [rosa, luis] = waiting.getAllByRole('listitem');
    await user.click(within(rosa!).getByRole('button', { name: 'Confirmar' }));
    await user.click(within(luis!).getByRole('button', { name: 'Rechazar' }));
    await waitFor(() => expect(callsTo(`POST /families/members/${id('luis')}/decision`)).toHaveLength(1));
    expect(callsTo(`POST /families/members/${id('rosa')}/decision`)[0]?.body).toEqual({ state: 'CONFIRMED' });
    expect(callsTo(`POST /families/members/${id('luis')}/decision`)[0]?.body).toEqual({ state: 'REFUSED' });
  });

  test('finds a person among many by name and team, with pages', async () => {
    const people = Array.from({ length: 65 }, (_, n) => member({ id: id(`m${n}`), name: `Familia ${n} García` }));
    const { user } = open('/derechos-imagen/manage?ver=familias', { user: staff, replies: families(people) });
    const waiting = within(await screen.findByRole('region', { name: 'Por confirmar (65)' }));
    expect(waiting.getAllByRole('listitem')).toHaveLength(30);
    await user.click(waiting.getByRole('button', { name: 'Página 3' }));
    expect(waiting.getAllByRole('listitem')).toHaveLength(5);
    await user.type(screen.getByRole('searchbox'), 'garcia 64 infantil');
    const found = within(await screen.findByRole('region', { name: 'Por confirmar (1)' }));
    expect(found.getByRole('listitem').textContent).toContain('Familia 64 García');
  });

  test('revokes a confirmation after a question, and shows why a decision failed', async () => {
    const { user } = open('/derechos-imagen/manage?ver=familias', {
      user: staff,
      replies: {
        ...families([member({ state: 'CONFIRMED' })]),
        [`POST /families/members/${id('rosa')}/decision`]: errorAnswer('FAM4090'),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Retirar' }));
    await user.click(screen.getByRole('button', { name: 'Retirarlo' }));
    expect(await screen.findByText(/Ya se ha decidido sobre esa persona/)).toBeDefined();
    expect(callsTo(`POST /families/members/${id('rosa')}/decision`)[0]?.body).toEqual({ state: 'REVOKED' });
  });

  test('creates a team’s link, and is asked before it replaces one', async () => {
    const url = 'https://cantera.test/familias/nuevo';
    const { user } = open('/derechos-imagen/manage?ver=familias', {
      user: staff,
      replies: {
        ...families([], '2026-11-01T10:00:00.000Z'),
        'POST /families/codes': { data: { code: 'nuevo', url } },
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Cambiar el enlace' }));
    expect(callsTo('POST /families/codes')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Cambiarlo' }));
    expect(await screen.findByDisplayValue(url)).toBeDefined();
    expect(callsTo('POST /families/codes')[0]?.body).toEqual({ ...team, clubId: club.id });
  });

  test('marks a match for families, and explains that it needs a category', async () => {
    const event = managedEvent(1, { id: id('match'), category: null });
    const { user } = open(`/sportevents/manage/${id('match')}`, {
      user: staff,
      replies: {
        [`GET /clubStaff/sportevents/${id('match')}`]: { data: { sportEvent: event } },
        [`PATCH /clubStaff/sportevents/${id('match')}`]: { data: { sportEvent: event } },
        [`GET /families/matches/${id('match')}`]: { data: { buyers: 12, amount: 2388, followers: 40 } },
      },
    });
    await user.click(await screen.findByRole('switch', { name: /Solo familias/ }));
    expect(await screen.findByText(/dejan de verlo 12 personas que lo han comprado y 40 que lo siguen/)).toBeDefined();
    expect(screen.getByText(/^Pon la categoría/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: /Guardar/ }));
    await waitFor(() =>
      expect(callsTo(`PATCH /clubStaff/sportevents/${id('match')}`)[0]?.body).toMatchObject({ audience: 'FAMILIES' }),
    );
    expect(address()).toContain('/sportevents/manage');
  });
});

test('[F-RIGHTS-4] the page of such a match says that it is for families only', async () => {
  const event = sportEvent({ audience: 'FAMILIES', competition: 'Amistoso' });
  open(`/evento/${event.id}`, {
    user: person('REGULAR_BASIC'),
    replies: { [`GET /sportevents/${event.id}`]: { data: { sportEvent: event } } },
  });
  expect(await screen.findByText('Solo familias')).toBeDefined();
  expect(screen.getByText(/Amistoso/)).toBeDefined();
  // The match counts in no table.
  expect(screen.queryByRole('link', { name: 'Clasificación' })).toBeNull();
});
