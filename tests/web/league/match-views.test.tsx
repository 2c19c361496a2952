/** The views on a match's page: its video, its clips, its details; and the moments beside the video. */
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { MatchScore } from '../../../shared/contract/scores.ts';
import type { Playback } from '../../../shared/domain/playback-grant.ts';
import { hideResults } from '../../../web/lib/results-visibility.ts';
import { errorAnswer, rawAnswer } from '../support/api-answers.ts';
import { address, callsTo, createList, id, open, type Replies, subscriber } from '../support/app.tsx';
import { away, bothSides, home, sportEvent, vod, vodCard } from '../support/builders.ts';

vi.mock(import('../../../web/player/player.tsx'), () => import('../support/fake-player.tsx'));

const path = `/evento/${id('ev')}`;
const of = `GET /sportevents/${id('ev')}`;
const granted: Playback = { granted: true, reason: 'SUBSCRIPTION', url: 'https://media.test/1' };
const score: MatchScore = { home: 2, away: 1, phase: 'ENDED', period: 2 };
const clock = { startedAt: null, clockMs: 0, periods: [], version: 9, changedAt: null };
const event = sportEvent({
  id: id('ev'),
  summary: 'El de siempre.',
  scheduledStartDate: '2026-03-05T17:00:00.000Z',
  scheduledFinishDate: '2026-03-05T19:00:00.000Z',
  ...bothSides,
  state: 'FINISHED',
  category: 'cadete',
  competition: 'Liga de la Vega',
  matchday: '12',
  venue: 'Campo de la Rambla',
  score,
});
const bare = { category: null, competition: null, matchday: null, venue: null, score: null, state: 'SCHEDULED' };
const clip = (n: number, more = {}) => ({
  id: id(`clip${n}`),
  kind: 'CUT',
  title: `Gol ${n}`,
  seconds: 14,
  poster: null,
  club: home,
  ...more,
});
const video = vodCard(1, { sportEventId: id('ev') });
const kickOff = Date.parse(event.scheduledStartDate);
const act = (
  kind: 'PERIOD_START' | 'GOAL',
  minutes: number,
  side: 'HOME' | 'AWAY' | null,
  shirt: number | null = null,
) => ({ id: id(`act${minutes}`), kind, side, shirt, period: 1, clockMs: 0, at: kickOff + minutes * 60_000 });
const goals = [
  act('PERIOD_START', 0, null),
  act('GOAL', 11, 'HOME', 9),
  act('GOAL', 20, 'AWAY'),
  act('GOAL', 29, 'HOME'),
];

function page({
  more = {},
  videos = [video],
  clips = [],
}: {
  more?: object;
  videos?: object[];
  clips?: object[];
} = {}): Replies {
  return {
    [of]: { data: { sportEvent: { ...event, ...more } } },
    [`${of}/vods`]: createList('vods', videos, 1, { clips: clips.length }),
    [`${of}/clips`]: createList('clips', clips),
    [`${of}/timeline`]: { data: { steps: [], actions: goals, moments: [] } },
    [`${of}/score`]: { data: { score: { ...score, ...clock } } },
    [`GET /vods/${video.id}`]: { data: { vod: vod(1, { ...video, playback: granted }) } },
  };
}
const choices = async () => within(await screen.findByRole('group', { name: 'Qué ver' }));
const listChoiceNames = async () =>
  (await choices()).getAllByRole<HTMLInputElement>('radio').map((one) => one.labels?.[0]?.textContent);
const player = () => screen.queryByRole('region', { name: /Reproductor/ });

describe('clips of a match', () => {
  test('[D-CLIP-2][V-EVENT-4] are offered if there are any, load when chosen, and link to their pages', async () => {
    const { user } = open(path, { user: subscriber, replies: page({ clips: [clip(1), clip(2, { club: away })] }) });
    await waitFor(async () => expect(await listChoiceNames()).toEqual(['Video', 'Clips', 'Datos']));
    await waitFor(() => expect(player()).not.toBeNull());
    expect(callsTo(`${of}/clips`)).toEqual([]);
    // The choice moves by keyboard, as in any tab list.
    await user.click((await choices()).getByRole('radio', { name: 'Video' }));
    await user.keyboard('{ArrowRight}');
    const shown = await screen.findByRole('region', { name: 'Clips' });
    const card = await within(shown).findByRole('link', { name: /Gol 1/ });
    expect(card.getAttribute('href')).toBe(`/clip/${id('clip1')}`);
    expect(within(shown).getByText('0:14', { selector: 'a:first-of-type span' })).toBeDefined();
    // Both clubs have clips, so each clip names its club.
    expect(within(shown).getByText('Atlético Norte')).toBeDefined();
    expect(address()).toBe(`${path}?ver=clips`);
    expect(document.activeElement).toBe((await choices()).getByRole('radio', { name: 'Clips' }));
    // The player stays on the page.
    expect(player()).not.toBeNull();
    expect(screen.queryByRole('region', { name: 'Videos del Evento' })).toBeNull();
  });

  test('[V-EVENT-4] open directly by a link, without a player, and can be reached again from a clip', async () => {
    const replies = {
      ...page({ clips: [clip(1)] }),
      [`GET /clips/${id('clip1')}`]: rawAnswer(403, { message: 'Ahora no' }),
    };
    const { user } = open(`${path}?ver=clips`, { user: subscriber, replies });
    const card = await screen.findByRole('link', { name: /Gol 1/ });
    await waitFor(async () => expect(await listChoiceNames()).toEqual(['Video', 'Clips', 'Datos']));
    expect(player()).toBeNull();
    expect(within(screen.getByRole('heading', { level: 1 })).getAllByRole('link')).toHaveLength(2);
    await user.click(card);
    await waitFor(() => expect(address()).toBe(`/clip/${id('clip1')}`));
    history.back();
    await waitFor(() => expect(address()).toBe(`${path}?ver=clips`));
    expect(await screen.findByRole('link', { name: /Gol 1/ })).toBeDefined();
    expect(callsTo(`${of}/clips`)).not.toEqual([]);
  });

  test.each(['clips', 'datos'])(
    '[V-EVENT-4] without any %s none are offered, and a link to them shows the match',
    async (view) => {
      open(`${path}?ver=${view}`, { user: subscriber, replies: page({ more: bare }) });
      await waitFor(() => expect(player()).not.toBeNull());
      expect(screen.queryByRole('group', { name: 'Qué ver' })).toBeNull();
      expect(await screen.findByRole('region', { name: 'Videos del Evento' })).toBeDefined();
    },
  );

  test('[D-CLIP-1] are the only view of a live whose video does not exist yet', async () => {
    open(path, { replies: page({ more: bare, videos: [], clips: [clip(1)] }) });
    expect(await screen.findByRole('link', { name: /Gol 1/ })).toBeDefined();
    expect(screen.queryByRole('group', { name: 'Qué ver' })).toBeNull();
  });

  test('[D-MATCH-3] are shown on request while results are hidden', async () => {
    hideResults(true);
    const { user } = open(`${path}?ver=clips`, { replies: page({ clips: [clip(1)] }) });
    await user.click(await screen.findByRole('button', { name: 'Mostrar clips' }));
    expect(await screen.findByRole('link', { name: /Gol 1/ })).toBeDefined();
  });

  test('show a load error with a retry', async () => {
    let fails = true;
    const { user } = open(`${path}?ver=clips`, {
      replies: {
        ...page({ clips: [clip(1)] }),
        [`${of}/clips`]: () => (fails ? errorAnswer('REQ4000', 'Clips no') : createList('clips', [clip(1)])),
      },
    });
    expect(await screen.findByText('Clips no')).toBeDefined();
    fails = false;
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByRole('link', { name: /Gol 1/ })).toBeDefined();
  });
});

describe('the details of a match', () => {
  test('[D-MATCH-1][D-MATCH-3] list each known detail once: competition, date, venue and result', async () => {
    const { user } = open(path, { user: subscriber, replies: page() });
    await waitFor(() => expect(player()).not.toBeNull());
    await user.click((await choices()).getByRole('radio', { name: 'Datos' }));
    expect(address()).toBe(`${path}?ver=datos`);
    const shown = within(await screen.findByRole('region', { name: 'Datos' }));
    const facts = shown.getAllByRole('definition').map((one) => one.textContent);
    expect(facts).toEqual([
      '5 de marzo de 2026, de 18:00 a 20:00',
      'Campo de la Rambla',
      'Liga de la Vega',
      'Jornada 12',
      'Cadete',
    ]);
    const goals = await shown.findAllByText(/^Gol/);
    expect(goals.map((goal) => goal.closest('li')?.textContent)).toEqual([
      "Minuto 12'Gol 1–0 · #9CD Sauce",
      "Minuto 21'Gol 1–1Atlético Norte",
      "Minuto 30'Gol 2–1CD Sauce",
    ]);
    expect(shown.getByRole('heading', { name: /1.ª parte/ }).textContent).toBe('1.ª parte 2 – 1');
    // Competition and date appear nowhere else.
    expect(screen.getAllByText(/Campo de la Rambla/)).toHaveLength(1);
    expect(screen.getAllByText(/5 de marzo de 2026/)).toHaveLength(1);
    // The video continues above, between the clubs' names.
    expect(player()).not.toBeNull();
    expect(within(screen.getByRole('heading', { level: 1 })).getAllByRole('link')).toHaveLength(2);
  });

  test('[D-MATCH-1] list only the competition for a future match, and request no log', async () => {
    open(`${path}?ver=datos`, { replies: page({ more: { score: null, state: 'SCHEDULED', matchday: null } }) });
    const shown = within(await screen.findByRole('region', { name: 'Datos' }));
    expect(shown.getAllByRole('term').map((one) => one.textContent)).toEqual([
      'Fecha',
      'Campo',
      'Competición',
      'Categoría',
    ]);
    await waitFor(async () => expect(await listChoiceNames()).toEqual(['Video', 'Datos']));
    await waitFor(() => expect(callsTo(`GET /vods/${video.id}`)).toHaveLength(1));
    expect(callsTo(`${of}/timeline`)).toEqual([]);
  });

  test('[D-MATCH-3] show the log of a match that was not filmed', async () => {
    open(path, { replies: page({ videos: [] }) });
    expect(await screen.findByRole('heading', { name: 'Cómo fue' })).toBeDefined();
    expect(await screen.findAllByText(/^Gol/)).toHaveLength(3);
    expect(screen.getByText('Cadete · Liga de la Vega · Jornada 12 · Campo de la Rambla')).toBeDefined();
  });

  test('[D-MATCH-3] are shown on request while results are hidden', async () => {
    hideResults(true);
    const { user } = open(`${path}?ver=datos`, { replies: page() });
    const ask = await screen.findByRole('button', { name: 'Mostrar cómo fue' });
    expect(callsTo(`${of}/timeline`)).toEqual([]);
    await user.click(ask);
    expect(await screen.findAllByText(/^Gol/)).toHaveLength(3);
    // The same tap has shown the result in the heading.
    expect(screen.queryByRole('button', { name: 'Ver resultado' })).toBeNull();
  });
});

describe('the moments of a match', () => {
  const moments = [{ id: id('m1'), timestampMs: 65_000, label: 'Gol de Vera', clubId: home.id, momentType: 'goal' }];

  test('[V-MOM-1] appear beside the video as on its own page, and not beside clips', async () => {
    const replies = { ...page({ clips: [clip(1)] }), [`GET /vods/${video.id}/moments`]: { data: { moments } } };
    const { user } = open(`${path}?ver=clips`, { user: subscriber, replies });
    await waitFor(async () => expect(await listChoiceNames()).toEqual(['Video', 'Clips', 'Datos']));
    expect(screen.queryByRole('region', { name: 'Momentos' })).toBeNull();
    await user.click((await choices()).getByRole('radio', { name: 'Video' }));
    const beside = await screen.findByRole('region', { name: 'Momentos' });
    expect(within(beside).getByRole('button', { name: /Gol de Vera/ }).textContent).toContain('1:05');
    expect(beside.parentElement?.className).toContain('column:absolute');
  });

  test('[V-MOM-1] show a text if there are none, and no score was kept', async () => {
    open(path, { user: subscriber, replies: page({ more: { score: null, state: 'SCHEDULED' } }) });
    expect(await screen.findByText('Todavía no hay jugadas marcadas de este partido.')).toBeDefined();
  });
});
