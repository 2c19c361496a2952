/** 'Mi equipo': chosen with or without an account, requested once, first on the home page. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MatchScore } from '../../../shared/contract/scores.ts';
import type { SportEvent } from '../../../shared/contract/sport-event.ts';
import { hideResults } from '../../../web/lib/results-visibility.ts';
import { storeClub } from '../../../web/lib/stored-clubs.ts';
import { errorAnswer } from '../support/api-answers.ts';
import { admin, basic, callsTo, createList, id, open, person, type Replies } from '../support/app.tsx';
import { club, liveCard, sportEvent, vodCard, vod as watchedVod } from '../support/builders.ts';

const own = club({ id: id('club0') });
const other = club({ id: id('club1'), name: 'Pinar UD' });
const clubs = [own, other];
const match = (name: string, more: Partial<SportEvent> = {}) =>
  sportEvent({
    id: id(name),
    title: `Partido ${name}`,
    clubs,
    homeClubId: own.id,
    awayClubId: other.id,
    scheduledStartDate: '2025-03-08T10:00:00.000Z',
    scheduledFinishDate: '2025-03-08T12:00:00.000Z',
    ...more,
  });
const score: MatchScore = { home: 3, away: 1, phase: 'ENDED', period: 2 };
const soon = { scheduledStartDate: '2099-03-08T10:00:00.000Z', scheduledFinishDate: '2099-03-08T12:00:00.000Z' };
const [next, last] = [match('next', soon), match('last', { state: 'FINISHED', score })];
const live = liveCard('campo', { title: 'En el campo', clubs: [own] });
const vod = vodCard(1);
const replies: Replies = {
  'GET /clubs': createList('clubs', clubs),
  [`GET /clubs/${own.id}`]: { data: { club: own } },
  'GET /liveusers': { data: { liveUsers: [{ ...live, slug: 'otro', title: 'De otros', clubs: [] }, live] } },
  'GET /sportevents': ({ query }) =>
    createList('sportEvents', { upcoming: [next], results: [last] }[query.get('time') ?? ''] ?? []),
  [`GET /sportevents/${last.id}/vods`]: createList('vods', [vod], 1, { clips: 0 }),
  [`GET /vods/${vod.id}`]: { data: { vod: watchedVod(1) } },
  [`GET /vods/${vod.id}/moments`]: {
    data: {
      moments: [{ id: id('m'), timestampMs: 65_000, label: 'Gol de Rocío', clubId: own.id, momentType: 'goal' }],
    },
  },
};
/** Waits for the row of matches, which replaces its placeholder. */
const findTeam = () =>
  waitFor(() => {
    const row = screen.getByRole('region', { name: 'Mi equipo' });
    within(row).getByText('Partido next');
    return row;
  });
const readStored = () => localStorage.getItem('cantera:my-clubs');

describe('Mi equipo', () => {
  test('[E-HOME-1] asks a visitor with crests and stores the answer in the browser', async () => {
    const { user, unmount } = open('/home', { replies });
    const crest = await screen.findByRole('button', { name: 'CD Sauce' });
    const heading = screen.getByRole('heading', { level: 1 });
    // A match comes before the question, and the answer takes the question's place.
    expect(heading.compareDocumentPosition(crest) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    await user.click(crest);
    const team = await findTeam();
    expect(heading.compareDocumentPosition(team) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    const shown = within(team);
    for (const title of ['En el campo', 'Partido last']) await shown.findByText(title);
    expect(shown.queryByText('De otros')).toBeNull();
    expect((await shown.findByRole('link', { name: /Gol de Rocío/ })).getAttribute('href')).toBe(
      `/vods/${vod.id}?t=65`,
    );
    expect(JSON.parse(readStored() ?? '')).toEqual([own.id]);
    unmount();
    open('/home', { replies });
    await findTeam();
    expect(screen.queryByRole('region', { name: '¿De qué club eres?' })).toBeNull();
  });

  test('[E-HOME-1] shows the live of the team as the hero, and its other matches before all others', async () => {
    storeClub(own.id);
    open('/home', { replies });
    const place = await findTeam();
    const heading = await screen.findByRole('heading', { level: 1 });
    expect(heading.textContent).toBe('En el campo');
    expect(heading.compareDocumentPosition(place) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
    const others = screen.getByRole('region', { name: 'Partidos' });
    expect(place.compareDocumentPosition(others) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
  });

  test('[E-HOME-1] does not ask club staff for a club; an admin sees none', async () => {
    const { unmount } = open('/home', { user: person('CLUB_STAFF', { clubId: own.id }), replies });
    await findTeam();
    unmount();
    open('/home', { user: admin, replies });
    await screen.findByRole('region', { name: 'Baloncesto' });
    expect(screen.queryByRole('region', { name: '¿De qué club eres?' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Mi equipo' })).toBeNull();
  });

  test('[E-HOME-1] never asks again after a refusal, here and in the account', async () => {
    const { user, unmount } = open('/home', { user: basic, replies });
    await user.click(await screen.findByRole('button', { name: 'No tengo club' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: '¿De qué club eres?' })).toBeNull());
    expect(callsTo('PATCH /users/me').map(({ body }) => body)).toEqual([{ declinesClubs: true }]);
    unmount();
    localStorage.removeItem('cantera:no-club');
    open('/home', { user: { ...basic, declinesClubs: true }, replies });
    await screen.findByRole('region', { name: 'Baloncesto' });
    await waitFor(() => expect(callsTo('GET /users/me/favorite-clubs').length).toBeGreaterThan(0));
    expect(screen.queryByRole('region', { name: '¿De qué club eres?' })).toBeNull();
  });

  test('[E-HOME-1] moves clubs chosen before the login into the account', async () => {
    storeClub(own.id);
    const marked = [other];
    open('/mi-equipo', {
      user: basic,
      replies: {
        ...replies,
        [`GET /clubs/${other.id}`]: { data: { club: other } },
        'GET /users/me/favorite-clubs': () => ({ data: { clubs: marked } }),
        [`PUT /users/me/favorite-clubs/${own.id}`]: () => {
          marked.push(own);
          return {};
        },
      },
    });
    await waitFor(() => expect(readStored()).toBeNull());
    const links = within(await screen.findByRole('list', { name: 'Clubes' }));
    await waitFor(() =>
      expect(links.getAllByRole('link').map((link) => link.textContent)).toEqual(['Pinar UD', 'CD Sauce']),
    );
  });

  test('[E-HOME-1] ignores a response from before the move that arrives after it', async () => {
    storeClub(own.id);
    const late = Promise.withResolvers<void>();
    let asked = 0;
    open('/mi-equipo', {
      user: basic,
      replies: {
        ...replies,
        'GET /users/me/favorite-clubs': async () => {
          asked += 1;
          if (asked > 1) return { data: { clubs: [own] } };
          await late.promise;
          return { data: { clubs: [] } };
        },
      },
    });
    await waitFor(() => expect(readStored()).toBeNull());
    late.resolve();
    const links = within(await screen.findByRole('list', { name: 'Clubes' }));
    expect(links.getByRole('link').textContent).toBe('CD Sauce');
  });

  test('[E-HOME-1] keeps a club in the browser that failed to move; drops a deleted one', async () => {
    storeClub(other.id);
    storeClub(own.id);
    open('/mi-equipo', {
      user: basic,
      replies: {
        ...replies,
        [`PUT /users/me/favorite-clubs/${other.id}`]: errorAnswer('CLB4040'),
        [`PUT /users/me/favorite-clubs/${own.id}`]: errorAnswer('REQ5030'),
      },
    });
    await waitFor(() => expect(JSON.parse(readStored() ?? '')).toEqual([own.id]));
    expect(await screen.findByRole('link', { name: 'CD Sauce' })).toBeDefined();
  });

  test("[E-HOME-1][D-MATCH-3] 'Ocultar resultados' hides the last one with its moments", async () => {
    storeClub(own.id);
    hideResults(true);
    open('/home', { replies });
    const shown = within(await findTeam());
    expect(shown.queryByText('Partido last')).toBeNull();
    expect(shown.queryByText('Gol de Rocío')).toBeNull();
  });

  test('[E-HOME-1] has a page to choose and remove clubs', async () => {
    const { user } = open('/mi-equipo', { replies });
    const crest = await screen.findByRole('button', { name: 'CD Sauce' });
    await user.click(crest);
    expect(crest.getAttribute('aria-pressed')).toBe('true');
    await user.click(screen.getByRole('button', { name: 'Listo' }));
    await screen.findByRole('heading', { name: 'Próximo partido' });
    await user.click(screen.getByRole('button', { name: 'Cambiar mis clubes' }));
    await user.click(await screen.findByRole('button', { name: 'CD Sauce', pressed: true }));
    expect(readStored()).toBeNull();
  });
});
