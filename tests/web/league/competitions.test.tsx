import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Competition, Standings } from '../../../shared/contract/competitions.ts';
import type { SportEvent } from '../../../shared/contract/sport-event.ts';
import { hideResults } from '../../../web/lib/results-visibility.ts';
import { storeClub } from '../../../web/lib/stored-clubs.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { callsTo, id, open, person, type Replies } from '../support/app.tsx';
import { club, sportEvent } from '../support/builders.ts';

const slug = 'futbol-liga-de-la-vega-alevin-2026-27';
const [a, b] = [club({ id: id('a'), name: 'CD Alfa' }), club({ id: id('b'), name: 'UD Beta' })];
const card = {
  slug,
  sport: 'SOCCER' as const,
  name: 'Liga de la Vega',
  category: 'alevin' as const,
  season: 2026,
  matches: 9,
};
const competition: Competition = {
  ...card,
  clubs: [a, b],
  rules: { win: 3, draw: 1, loss: 0, ties: 'HEAD_TO_HEAD' },
  missing: 3,
  others: [card, { ...card, slug: 'futbol-liga-de-la-vega-cadete-2026-27', category: 'cadete' }],
};
const row = {
  played: 2,
  won: 1,
  drawn: 1,
  lost: 0,
  scored: 3,
  conceded: 1,
  points: 4,
  penalty: 0,
  form: ['D' as const, 'W' as const],
};
const standings: Standings = {
  standings: [
    { ...row, clubId: b.id, position: 1 },
    {
      ...row,
      clubId: a.id,
      position: 2,
      won: 0,
      lost: 1,
      scored: 1,
      conceded: 3,
      points: 1,
      penalty: 2,
      form: ['D', 'L'],
    },
  ],
  rounds: [
    {
      name: 'Semifinales',
      ties: [
        {
          homeId: a.id,
          awayId: b.id,
          winnerId: b.id,
          legs: [
            {
              eventId: id('e1'),
              homeId: a.id,
              start: '2026-11-01T10:00:00.000Z',
              score: { home: 1, away: 2 },
              isLive: false,
            },
            {
              eventId: id('e2'),
              homeId: b.id,
              start: '2026-11-08T10:00:00.000Z',
              score: { home: 3, away: 0 },
              isLive: false,
            },
          ],
        },
      ],
    },
  ],
  running: [{ eventId: id('e4'), homeId: a.id, awayId: b.id, home: 2, away: 0 }],
  rulings: {
    penalties: [{ clubId: a.id, points: 2, reason: 'Alineación indebida.' }],
    forfeits: [{ eventId: id('e3'), homeId: a.id, awayId: b.id, lostBy: a.id, reason: 'Incomparecencia.' }],
  },
  scorers: [{ clubId: b.id, shirt: 9, points: 4 }],
};
const replies: Replies = {
  [`GET /competitions/${slug}`]: { data: { competition } },
  [`GET /competitions/${slug}/standings`]: { data: standings },
};
const cells = (of: HTMLElement) =>
  within(of)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

describe('[H-FIND-3] the page of a competition', () => {
  test('marks the running score of a tie that is being played', async () => {
    const running = structuredClone(standings);
    const leg = running.rounds[0]?.ties[0]?.legs[1];
    Object.assign(leg ?? {}, { isLive: true });
    open(`/competiciones/${slug}`, {
      replies: { ...replies, [`GET /competitions/${slug}/standings`]: { data: running } },
    });
    const bracket = within(await screen.findByRole('region', { name: 'Cuadro' }));
    expect(bracket.getByRole('link').textContent).toContain('En juego');
  });

  test('shows table, form, missing results, rules, bracket and scorers', async () => {
    open(`/competiciones/${slug}`, { replies });
    const table = within(await screen.findByRole('table'));
    const [, first, second] = table.getAllByRole('row');
    const outcome = 'EGEmpatado, Ganado';
    expect(cells(first as HTMLElement)).toEqual(['1', '2', '1', '1', '0', '3', '1', '+2', '4', '0 – 2', outcome]);
    expect(cells(second as HTMLElement).at(-4)).toBe('−2');
    expect(
      within(first as HTMLElement)
        .getByRole('link', { name: 'UD Beta' })
        .getAttribute('href'),
    ).toBe(`/club/${b.id}`);
    expect(screen.getByText('Faltan 3 resultados.')).toBeDefined();
    expect(screen.getByText(/^Victoria, 3 puntos; empate, 1; derrota, 0\. .*RFEF/)).toBeDefined();
    const bracket = within(screen.getByRole('region', { name: 'Cuadro' }));
    expect(bracket.getByRole('heading', { name: 'Semifinales' })).toBeDefined();
    // The second leg was played at the other ground.
    expect(bracket.getByRole('link').textContent).toBe('CD Alfa10UD Beta(pasa)23');
    expect(screen.getByText('Se está jugando 1 partido: contará cuando termine.')).toBeDefined();
    expect(screen.getByText(`* ${a.name}: 2 puntos menos. Alineación indebida.`)).toBeDefined();
    const scorers = within(screen.getByRole('region', { name: 'Goleadores' }));
    expect(scorers.getByRole('listitem').textContent).toBe('Dorsal #9UD Beta4 goles');
    expect(document.title).toContain('Liga de la Vega · Alevín · 2026/27');
  });

  test('marks zones and the own club, and shows the running score of each club from its side', async () => {
    storeClub(a.id);
    const zoned = { ...competition, rules: { ...competition.rules, promoted: 1, relegated: 1 } };
    open(`/competiciones/${slug}`, {
      replies: { ...replies, [`GET /competitions/${slug}`]: { data: { competition: zoned } } },
    });
    const table = within(await screen.findByRole('table'));
    const [, first, second] = table.getAllByRole('row');
    expect([first, second].map((one) => cells(one as HTMLElement)[0])).toEqual(['1 (Ascenso)', '2 (Descenso)']);
    expect(within(second as HTMLElement).getByRole('link', { name: /CD Alfa.*\(tu club\)/ })).toBeDefined();
    expect(within(first as HTMLElement).queryByText(/tu club/)).toBeNull();
    const live = within(second as HTMLElement).getByRole('link', { name: '2 – 0' });
    expect(live.getAttribute('href')).toBe(`/evento/${id('e4')}`);
    expect(screen.getByRole('list', { name: 'Zonas' }).textContent).toBe('AscensoDescenso');
  });

  test('has no column of running scores, and no zones, without any', async () => {
    open(`/competiciones/${slug}`, {
      replies: { ...replies, [`GET /competitions/${slug}/standings`]: { data: { ...standings, running: [] } } },
    });
    await screen.findByRole('table');
    expect(screen.queryByRole('columnheader', { name: 'En vivo' })).toBeNull();
    expect(screen.getByRole('list', { name: 'Zonas' }).children).toHaveLength(0);
  });

  test('requests no results for users who hide them, and shows them after a tap', async () => {
    hideResults(true);
    const { user } = open(`/competiciones/${slug}`, { replies });
    await user.click(
      await screen.findByRole('button', { name: 'Ver la clasificación' }).then((button) => {
        expect(callsTo(`GET /competitions/${slug}/standings`)).toHaveLength(0);
        expect(screen.queryByRole('table')).toBeNull();
        expect(screen.getByRole('link', { name: 'CD Alfa' })).toBeDefined();
        return button;
      }),
    );
    expect(await screen.findByRole('table')).toBeDefined();
    expect(screen.getByRole('region', { name: 'Cuadro' }).textContent).toContain('CD Alfa10');
  });

  test('shows a message when the competition does not exist', async () => {
    open(`/competiciones/${slug}`, { replies: { [`GET /competitions/${slug}`]: errorAnswer('COM4040') } });
    expect(await screen.findByRole('heading', { name: 'Competición no encontrada' })).toBeDefined();
  });

  test('is reached from the list of competitions, a match and a club', async () => {
    const { unmount } = open('/competiciones', {
      replies: { 'GET /competitions': { data: { competitions: [card] } } },
    });
    expect((await screen.findByRole('link', { name: /Liga de la Vega.*Alevín/ })).getAttribute('href')).toBe(
      `/competiciones/${slug}`,
    );
    unmount();
    const event = sportEvent({
      id: id('event'),
      sport: 'SOCCER',
      competition: 'Liga de la Vega',
      category: 'alevin',
      scheduledStartDate: '2026-11-01T10:00:00.000Z',
    });
    const match = open(`/evento/${event.id}`, {
      replies: { [`GET /sportevents/${event.id}`]: { data: { sportEvent: event } } },
    });
    const links = await screen.findAllByRole('link', { name: /Liga de la Vega|Clasificación/ });
    expect(links[0]?.getAttribute('href')).toBe(`/competiciones/${slug}`);
    match.unmount();
    open(`/club/${a.id}`, {
      replies: {
        'GET /competitions': { data: { competitions: [card] } },
        [`GET /clubs/${a.id}`]: { data: { club: a } },
      },
    });
    const ofClub = within(await screen.findByRole('region', { name: 'Clasificaciones' }));
    expect(ofClub.getByRole('link', { name: 'Liga de la Vega · Alevín' }).getAttribute('href')).toBe(
      `/competiciones/${slug}`,
    );
  });

  test('offers its embed to staff', async () => {
    open(`/competiciones/${slug}`, { user: person('CLUB_STAFF', { clubId: a.id }), replies });
    const field = await screen.findByLabelText<HTMLInputElement>('Código de la clasificación');
    expect(field.value).toContain(`/insertar/clasificacion/${slug}`);
  });
});

describe('the cards of competitions', () => {
  const match = (name: string, more: Partial<SportEvent> = {}) =>
    sportEvent({
      id: id(name),
      title: `${a.name} – ${b.name}`,
      clubs: [a, b],
      homeClubId: a.id,
      awayClubId: b.id,
      ...more,
    });
  const played = match('last', { state: 'FINISHED', score: { home: 0, away: 3, phase: 'ENDED', period: 2 } });
  const withMatches: Replies = {
    'GET /competitions': ({ query }) => ({
      data: {
        competitions: query.has('clubIds[]') ? [card] : [{ ...card, slug: 'otra', name: 'Copa', matches: 99 }, card],
      },
    }),
    'GET /competitions/otra': { data: { competition: { ...competition, slug: 'otra', name: 'Copa' } } },
    'GET /competitions/otra/standings': { data: { ...standings, standings: [] } },
    [`GET /competitions/${slug}`]: { data: { competition: { ...competition, next: match('next') } } },
    [`GET /competitions/${slug}/standings`]: { data: { ...standings, last: played } },
  };
  const findMatch = async (title: string) =>
    (await screen.findByRole('heading', { name: title })).parentElement as HTMLElement;
  const listNames = () =>
    screen.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent?.replace(/Fútbol$/, ''));

  test('are the first tab of Partidos: leader, last result and next match', async () => {
    const { user } = open('/futbol', { replies: withMatches });
    const tabs = within(await screen.findByRole('group', { name: 'Cuándo' }));
    expect(tabs.getAllByRole('radio').slice(0, 2)).toEqual([
      tabs.getByRole('radio', { name: 'Clasificación' }),
      tabs.getByRole('radio', { name: 'Videos', checked: true }),
    ]);
    await user.click(tabs.getByRole('radio', { name: 'Clasificación' }));
    expect(location.search).toBe('?cuando=clasificacion');
    const last = within(await findMatch('Último resultado'));
    expect(last.getByRole('link').getAttribute('href')).toBe(`/evento/${played.id}`);
    expect(last.getByRole('link').textContent).toContain(', 0 – 3');
    expect(screen.getByText('Primero').parentElement?.textContent).toBe('PrimeroUD Beta4 pts.');
    const next = within(await findMatch('Próximo partido'));
    expect(next.getByRole('link').getAttribute('href')).toBe(`/evento/${id('next')}`);
    // The largest first.
    expect(listNames()).toEqual(['CopaAlevín', 'Liga de la VegaAlevín']);
    // The search concerns matches.
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  test('begin with those of the own clubs', async () => {
    storeClub(a.id);
    open('/competiciones', { replies: withMatches });
    await waitFor(() => expect(listNames()).toEqual(['Liga de la VegaAlevín', 'CopaAlevín']));
  });

  test('show the next match alone while results are hidden', async () => {
    hideResults(true);
    open('/futbol?cuando=clasificacion', { replies: withMatches });
    await findMatch('Próximo partido');
    expect(screen.queryByText('Primero')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Último resultado' })).toBeNull();
    expect(callsTo(`GET /competitions/${slug}/standings`)).toEqual([]);
  });
});

test('[H-FIND-3] admins choose points and tie rule of a competition', async () => {
  const managed = {
    key: 'futbol-liga',
    sport: 'SOCCER' as const,
    name: 'Liga',
    rules: competition.rules,
    tables: [card],
  };
  const { user } = open('/sportevents/competitions', {
    user: person('ADMIN'),
    replies: {
      'GET /live/competitions': { data: { competitions: [{ ...managed, version: 2 }] } },
      'PATCH /live/competitions/futbol-liga': {
        data: { competition: { ...managed, version: 3 } },
        message: 'Reglas guardadas',
      },
    },
  });
  const form = within(await screen.findByRole('form', { name: 'Reglas de Liga' }));
  const save = form.getByRole<HTMLButtonElement>('button', { name: 'Guardar' });
  expect(save.disabled).toBe(true);
  await user.selectOptions(form.getByRole('combobox', { name: 'A igualdad de puntos' }), 'GENERAL');
  await user.clear(form.getByRole('spinbutton', { name: 'Ascienden' }));
  await user.type(form.getByRole('spinbutton', { name: 'Ascienden' }), '3');
  await user.clear(form.getByRole('spinbutton', { name: 'Victoria' }));
  await user.type(form.getByRole('spinbutton', { name: 'Victoria' }), '2');
  await user.click(save);
  expect(await screen.findByText('Reglas guardadas')).toBeDefined();
  expect(callsTo('PATCH /live/competitions/futbol-liga')[0]?.body).toEqual({
    win: 2,
    draw: 1,
    loss: 0,
    ties: 'GENERAL',
    promoted: 3,
    version: 2,
  });
});

test('admins take points from a club and give a match up for lost', async () => {
  const managed = { key: 'futbol-liga', sport: 'SOCCER' as const, name: 'Liga', rules: competition.rules, version: 2 };
  const table = {
    rulings: { penalties: [], forfeits: [] },
    version: 0,
    clubs: [a, b].map(({ id, name }) => ({ id, name })),
    matches: [{ id: id('e3'), title: 'Derbi', start: '2026-11-01T10:00:00.000Z', homeId: a.id, awayId: b.id }],
  };
  const put = `PUT /live/tables/${slug}`;
  const { user } = open('/sportevents/competitions', {
    user: person('ADMIN'),
    replies: {
      'GET /live/competitions': { data: { competitions: [{ ...managed, tables: [card] }] } },
      [`GET /live/tables/${slug}`]: { data: { table } },
      [put]: { data: { table: { ...table, version: 1 } }, message: 'Clasificación guardada' },
    },
  });
  const opened = (await screen.findByText(/^Sanciones e incomparecencias/)).closest('details') as HTMLDetailsElement;
  opened.open = true;
  opened.dispatchEvent(new Event('toggle'));
  const form = within(await screen.findByRole('form', { name: /^Sanciones de Liga/ }));
  await user.click(form.getByRole('button', { name: 'Quitar puntos a un club' }));
  await user.selectOptions(form.getByRole('combobox', { name: 'Club sancionado' }), b.name);
  await user.type(form.getByRole('textbox', { name: 'Motivo' }), 'Alineación indebida.');
  await user.click(form.getByRole('button', { name: 'Dar un partido por perdido' }));
  await user.selectOptions(form.getByRole('combobox', { name: 'Pierde por 3–0' }), a.name);
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  expect(await screen.findByText('Clasificación guardada')).toBeDefined();
  expect(callsTo(put)[0]?.body).toEqual({
    penalties: [{ clubId: b.id, points: 3, reason: 'Alineación indebida.' }],
    forfeits: [{ eventId: id('e3'), lostBy: a.id, reason: 'Incomparecencia.' }],
    version: 0,
  });
});
