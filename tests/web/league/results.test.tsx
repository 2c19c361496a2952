/** Results on every page, and nowhere while they are hidden. */
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { MatchScore } from '../../../shared/contract/scores.ts';
import { removeScore } from '../../../shared/domain/result-text.ts';
import { paths } from '../../../web/lib/paths.ts';
import { hideResults } from '../../../web/lib/results-visibility.ts';
import { address, answer, callsTo, createList, id, open, type Replies, subscriber } from '../support/app.tsx';
import { away, bothSides, contentCard, home, liveStream, sportEvent, vod, vodCard } from '../support/builders.ts';

const { clubs } = bothSides;
const score: MatchScore = { home: 37, away: 41, phase: 'ENDED', period: 2 };
const clock = { startedAt: null, clockMs: 0, periods: [], version: 9, changedAt: null };
const result = { home, away, score };
const today = new Date();
today.setHours(12, 0, 0, 0);

// Results can appear in free texts too.
const title = 'Gran final: 37-41';
const event = sportEvent({
  title,
  summary: 'Acabó 37 a 41.',
  scheduledStartDate: new Date(today.getTime() - 3_600_000).toISOString(),
  scheduledFinishDate: new Date(today.getTime() + 3_600_000).toISOString(),
  ...bothSides,
  category: 'cadete',
  state: 'FINISHED',
  score,
});
const ofEvent = { title, sportEventId: event.id, clubs, result };
const card = vodCard(1, { ...ofEvent, summary: event.summary });
const live = liveStream('campo', {
  ...ofEvent,
  summary: 'Vamos 37-41',
  startedAt: today.toISOString(),
  sportEvent: event,
  viewers: 3,
});
const content = contentCard(1, { title, description: event.summary });
const moment = { id: id('mom'), timestampMs: 1000, label: 'Gol del 37-41', clubId: home.id, momentType: 'goal' };
const shelves = { continueWatching: [], myList: [], lives: [live], fromMyClubs: [card], recommended: [card] };

const replies: Replies = {
  'GET /liveusers': { data: { liveUsers: [live] } },
  'GET /liveusers/campo': { data: { liveUser: live } },
  'GET /vods': createList('vods', [card]),
  [`GET /vods/${card.id}`]: { data: { vod: vod(1, { ...card, sportEvent: event }) } },
  [`GET /vods/${card.id}/clubs`]: { data: { clubs } },
  [`GET /vods/${card.id}/moments`]: { data: { moments: [moment] } },
  'GET /sportevents': createList('sportEvents', [event]),
  [`GET /clubs/${home.id}/results`]: { data: { sportEvents: [event] } },
  [`GET /sportevents/${event.id}`]: { data: { sportEvent: event } },
  [`GET /sportevents/${event.id}/vods`]: createList('vods', [card], 1, { clips: 0 }),
  [`GET /sportevents/${event.id}/score`]: { data: { score: { ...score, ...clock } } },
  [`GET /clubs/${home.id}`]: { data: { club: home } },
  [`GET /clubs/${home.id}/lives`]: { data: { liveUsers: [live] } },
  [`GET /clubs/${home.id}/vods`]: createList('vods', [card]),
  'GET /clubs': createList('clubs', clubs),
  'GET /public/content/videos': createList('contentVideos', [content]),
  'GET /content/categories': { data: { categories: [{ id: 2, title: 'Entrevistas' }] } },
  'GET /content/categories/2/videos': createList('contentVideos', [content]),
  'GET /users/me/home': { data: { ...shelves, hasFavouriteClubs: true } },
  'GET /users/me/list': createList('videos', [{ kind: 'vods', ...card }]),
  'GET /users/me/favorite-clubs': { data: { clubs } },
  [`GET /users/me/progress/vods/${card.id}`]: { data: { progress: null, saved: false } },
};

/** Pages that show matches, each with a text that appears once it has loaded. */
const pages: [string, string][] = [
  [paths.landing, 'Lo último'],
  [paths.home, 'Partidos'],
  [paths.soccer, 'Fútbol'],
  [`${paths.soccer}?cuando=resultados`, 'Resultados'],
  [paths.calendar, 'Calendario'],
  [`${paths.calendar}?cuando=resultados`, 'Eventos encontrados'],
  [paths.club(home.id), 'CD Sauce'],
  [`${paths.club(home.id)}?cuando=resultados`, 'CD Sauce'],
  [paths.content, 'Contenido'],
  [paths.event(event.id), 'Videos del Evento'],
  [paths.vod(card.id), 'Momentos'],
  [paths.live('campo'), ''],
  [paths.myList, 'Mi lista'],
  [paths.myTeam, 'Mi equipo'],
];

/** Reads all content of a page: texts, names, tooltips, picture addresses and the title. */
const readContent = () => `${document.title}\n${document.documentElement.outerHTML}`;
const isResultShown = () => /\b37\b|\b41\b/.test(readContent());

async function isThere(name: string) {
  await screen.findAllByText(/Gran final/);
  if (name) await screen.findAllByRole('heading', { name: new RegExp(name) });
}

describe('while results are shown', () => {
  test("[D-MATCH-3][D-MATCH-4] shows the result between the crests on a card, the match's page and the club's page", async () => {
    open(paths.event(event.id), { replies });
    // The sides are shown over the match's picture until the player replaces it.
    const sides = () => screen.getByRole('heading', { level: 1 });
    await waitFor(() => expect(sides().textContent).toMatch(/CD Sauce.*Resultado:.*37 – 41.*Final.*Atlético Norte/));
    open(paths.club(home.id), { replies });
    expect(await screen.findByRole('heading', { name: 'Últimos resultados' })).toBeDefined();
    expect(screen.getAllByText('37', { exact: false }).length).toBeGreaterThan(1);
  });

  test('[D-MATCH-4] shows the result of a match whose rival is only a name in its title', async () => {
    const away = { ...event, title: 'CD Sauce – Peña Norte', clubs: [home], awayClubId: null };
    open(paths.club(home.id), {
      replies: { ...replies, [`GET /clubs/${home.id}/results`]: { data: { sportEvents: [away] } } },
    });
    const row = await screen.findByRole('link', { name: /CD Sauce – Peña Norte/ });
    expect(row.textContent).toContain('37 – 41');
  });

  test('[D-SCORE-4] shows the same score to viewers, before the first frame, and to those without access', async () => {
    const at = (granted: boolean): Replies => ({
      ...replies,
      'GET /liveusers/campo': { data: { liveUser: { ...live, playback: { ...live.playback, granted } } } },
    });
    const readHeading = async () => (await screen.findByRole('heading', { level: 1 })).textContent;
    const { unmount } = open(paths.live('campo'), { user: subscriber, replies: at(true) });
    expect(await readHeading()).toMatch(/37 – 41/);
    unmount();
    open(paths.live('campo'), { replies: at(false) });
    expect(await readHeading()).toMatch(/37 – 41/);
  });

  test('[D-MATCH-3] updates the score on the page of a running match', async () => {
    let goals = 1;
    const playing: MatchScore = { ...score, home: 1, away: 0, phase: 'PLAYING' };
    open(paths.event(event.id), {
      replies: {
        ...replies,
        [`GET /sportevents/${event.id}`]: { data: { sportEvent: { ...event, state: 'LIVE', score: playing } } },
        [`GET /sportevents/${event.id}/score`]: () => ({ data: { score: { ...playing, ...clock, home: goals } } }),
      },
    });
    await screen.findByText('1 – 0');
    goals = 2;
    await screen.findByText('2 – 0');
  });
});

describe('while results are hidden', () => {
  test.each(pages)('[D-MATCH-3] %s shows no result until the setting changes', async (path, name) => {
    open(path, { user: { ...subscriber, hidesResults: true }, replies });
    await isThere(name);
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    expect(readContent()).toContain('? – ?');
    expect(isResultShown()).toBe(false);
    expect(callsTo(`GET /sportevents/${event.id}/score`)).toEqual([]);
    act(() => hideResults(false));
    await waitFor(() => expect(isResultShown()).toBe(true));
  });

  test('[D-MATCH-3][H-MATCH-2] the log of a recording without moments is shown on request', async () => {
    hideResults(true);
    const goal = { id: id('goal'), kind: 'GOAL', side: 'AWAY', shirt: 9, period: 1, clockMs: 0, at: today.getTime() };
    const { user } = open(paths.vod(card.id), {
      user: { ...subscriber, hidesResults: true },
      replies: {
        ...replies,
        [`GET /vods/${card.id}/moments`]: { data: { moments: [] } },
        [`GET /vods/${card.id}/score`]: { data: { from: today.getTime() - 60_000, gaps: [], steps: [] } },
        [`GET /sportevents/${event.id}/timeline`]: { data: { steps: [], moments: [], actions: [goal] } },
      },
    });
    const ask = await screen.findByRole('button', { name: 'Mostrar momentos' });
    expect(callsTo(`GET /sportevents/${event.id}/timeline`)).toEqual([]);
    await user.click(ask);
    expect(await screen.findByRole('button', { name: /Gol 0–1 · #9/ })).toBeDefined();
  });

  test('[D-MATCH-3] the moments of a recording are shown on request', async () => {
    hideResults(true);
    const { user } = open(paths.vod(card.id), { user: subscriber, replies });
    await user.click(await screen.findByRole('button', { name: 'Mostrar momentos' }));
    expect(await screen.findByRole('button', { name: /Gol del/ })).toBeDefined();
  });

  test.each([paths.event(event.id), paths.vod(card.id)])(
    '[D-MATCH-3] %s shows this result on request until the page is left',
    async (path) => {
      hideResults(true);
      const { user, unmount } = open(path, { user: { ...subscriber, hidesResults: true }, replies });
      await user.click(await screen.findByRole('button', { name: 'Ver resultado' }));
      const sides = await screen.findByRole('heading', { level: 1 });
      await waitFor(() => expect(sides.textContent).toContain('37 – 41'));
      expect(screen.queryByRole('button', { name: 'Ver resultado' })).toBeNull();
      // Free texts and other matches stay without results.
      expect(screen.getAllByText(/Gran final/)[0]?.textContent).toContain('? – ?');
      unmount();
      open(path, { user: { ...subscriber, hidesResults: true }, replies });
      expect(await screen.findByRole('button', { name: 'Ver resultado' })).toBeDefined();
    },
  );

  test('[D-MATCH-3] a visitor toggles the setting with one tap on the current page', async () => {
    const { user } = open(paths.soccer, { replies });
    await waitFor(() => expect(isResultShown()).toBe(true));
    await user.click(await screen.findByRole('button', { name: 'Ocultar resultados' }));
    await isThere('Fútbol');
    await waitFor(() => expect(isResultShown()).toBe(false));
    expect(callsTo('PATCH /users/me')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Mostrar resultados' }));
    await waitFor(() => expect(isResultShown()).toBe(true));
    expect(address()).toBe(paths.soccer);
  });

  test('[D-MATCH-3] the account stores the setting and applies it in the next browser', async () => {
    let own = subscriber;
    const { user } = open(paths.profilePart('preferencias'), {
      user: subscriber,
      replies: {
        ...replies,
        'GET /users/me': () => ({ data: { user: own } }),
        'PATCH /users/me': ({ body }) => {
          own = { ...own, ...(body as object) };
          return {};
        },
      },
    });
    const box = await screen.findByRole('checkbox', { name: /Ocultar resultados/ });
    await user.click(box);
    await waitFor(() => expect(own.hidesResults).toBe(true));
    expect((box as HTMLInputElement).checked).toBe(true);
    hideResults(false);
    answer({ ...replies, 'GET /users/me': { data: { user: own } } });
    open(paths.soccer, { user: own, replies });
    await isThere('Fútbol');
    await waitFor(() => expect(isResultShown()).toBe(false));
  });

  test.each([
    ['Sauce 3-1 Norte', 'Sauce ? – ? Norte'],
    ['82 – 79', '? – ?'],
    ['Gana 2 a 1.', 'Gana ? – ?.'],
    ['Temporada 25-26', 'Temporada 25-26'],
    ['El 7-3-2026, a las 12:30', 'El 7-3-2026, a las 12:30'],
    ['Sub-14, de 17:00 a 19:00', 'Sub-14, de 17:00 a 19:00'],
    ['Temporada 2025-26', 'Temporada 2025-26'],
  ])('[D-MATCH-3] the text %s becomes %s', (written, shown) => {
    expect(removeScore(written)).toBe(shown);
  });
});
