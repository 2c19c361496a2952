/** The heading and the log beside a live follow its picture. */
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { useEffect } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { paths } from '../../../web/lib/paths.ts';
import type { PlayerProps } from '../../../web/player/player-props.ts';
import { callsTo, id, open, person, type Replies } from '../support/app.tsx';
import { away, bothSides, home, liveCard, liveStream, sportEvent } from '../support/builders.ts';

const picture: {
  date: number;
  isPlaying: boolean;
  sought: number[];
  onRewind?: ((isRewound: boolean) => void) | undefined;
} = { date: 0, isPlaying: true, sought: [] };

vi.mock('../../../shared/domain/limits.ts', async (original) => ({
  ...(await original<object>()),
  livesRefreshMs: 500,
}));

vi.mock(import('../../../web/player/player.tsx'), async (original) => ({
  ...(await original()),
  usePlayerPreload: () => undefined,
  Player: ({ playhead, fromStart }: PlayerProps) => {
    picture.onRewind = fromStart?.onRewind;
    useEffect(() => {
      if (!playhead || !picture.isPlaying) return;
      playhead.current = {
        seconds: () => 0,
        cues: () => [],
        isRewound: () => false,
        date: () => picture.date,
        seek: (seconds) => picture.sought.push(seconds),
      };
    }, [playhead]);
    return <p>El reproductor</p>;
  },
}));

const startedAt = Date.now() - 3_600_000;
const goalAt = startedAt + 1_500_000;
const score = { home: 1, away: 0, phase: 'PLAYING', period: 1 } as const;
const clock = { startedAt: startedAt + 300_000, clockMs: 0, periods: [], version: 2, changedAt: goalAt };
const match = sportEvent({
  id: id('ev'),
  title: 'CD Sauce – Atlético Norte',
  ...bothSides,
  state: 'LIVE',
  score,
  category: 'juvenil',
  scheduledStartDate: new Date(startedAt).toISOString(),
  scheduledFinishDate: new Date(startedAt + 7_200_000).toISOString(),
});
const action = { period: 1, clockMs: 0 };
const live = liveStream('campo', {
  title: match.title,
  clubs: [home, away],
  sportEvent: match,
  startedAt: new Date(startedAt).toISOString(),
});
const replies: Replies = {
  'GET /liveusers/campo': {
    data: { liveUser: { ...live, playback: { ...live.playback, fromStartUrl: 'https://media.test/all' } } },
  },
  [`GET /sportevents/${match.id}/score`]: { data: { score: { ...score, ...clock } } },
  [`GET /sportevents/${match.id}/timeline`]: {
    data: {
      steps: [],
      moments: [],
      actions: [
        { ...action, id: id('start'), kind: 'PERIOD_START', side: null, shirt: null, at: clock.startedAt },
        { ...action, id: id('goal'), kind: 'GOAL', side: 'HOME', shirt: 9, at: goalAt },
      ],
    },
  },
};
const signal = {
  state: match.state,
  hasCamera: true,
  live: null,
  signal: { since: match.scheduledStartDate, stoppedAt: null },
  scheduledStartDate: match.scheduledStartDate,
  scheduledFinishDate: match.scheduledFinishDate,
  postponedFrom: null,
};
const card = liveCard('campo', { title: match.title, sportEventId: match.id, clubs: [home, away] });
const eventReplies: Replies = {
  ...replies,
  [`GET /sportevents/${match.id}`]: { data: { sportEvent: match } },
  [`GET /sportevents/${match.id}/lives`]: { data: { liveUsers: [card] } },
  [`GET /sportevents/${match.id}/signal`]: { data: signal },
};
beforeEach(() => {
  picture.isPlaying = true;
});

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

test('[H-MATCH-1][H-MATCH-2][D-SCORE-4] shows a goal once the picture has reached it, and jumps to it', async () => {
  picture.date = goalAt - 2_000;
  const { user } = open(paths.live('campo'), { user: person('REGULAR_SUBSCRIBER'), replies });
  await screen.findByText('El reproductor');
  await screen.findByText('Las jugadas aparecerán aquí, minuto a minuto.');
  await act(() => new Promise((resolve) => setTimeout(resolve, 700)));
  expect(heading()).toBe(' CD Sauce – Atlético Norte');
  expect(document.body.textContent).not.toContain('1–0');
  picture.date = goalAt + 30_000;
  const log = within(await screen.findByRole('region', { name: 'Minuto a minuto' }));
  await waitFor(() => expect(heading()).toContain("1 – 0 21' · En juego"));
  await user.click(log.getByRole('button', { name: /21'.*Gol 1–0 · #9/ }));
  // The jump leads to a second of the broadcast, ten before the goal.
  expect(picture.sought).toEqual([1_490]);
  // A viewer who rewinds has seen the goal already.
  picture.date = goalAt - 60_000;
  await act(() => new Promise((resolve) => setTimeout(resolve, 700)));
  expect(log.getByRole('button', { name: /Gol 1–0/ })).toBeDefined();
});

test("[H-MATCH-2] jumps from the log on the match's page as well, and keeps a rewound live that has ended", async () => {
  picture.date = goalAt + 30_000;
  picture.sought = [];
  let lives = [card];
  const { user } = open(paths.event(match.id), {
    user: person('REGULAR_SUBSCRIBER'),
    replies: { ...eventReplies, [`GET /sportevents/${match.id}/lives`]: () => ({ data: { liveUsers: lives } }) },
  });
  const log = within(await screen.findByRole('region', { name: 'Minuto a minuto' }));
  await user.click(await log.findByRole('button', { name: /21'.*Gol 1–0 · #9/ }));
  expect(picture.sought).toEqual([1_490]);
  act(() => picture.onRewind?.(true));
  lives = [];
  const asked = callsTo(`GET /sportevents/${match.id}/lives`).length;
  await waitFor(() => expect(callsTo(`GET /sportevents/${match.id}/lives`).length).toBeGreaterThan(asked));
  expect(screen.getByText('El reproductor')).toBeDefined();
  act(() => picture.onRewind?.(false));
  await waitFor(() => expect(screen.queryByText('El reproductor')).toBeNull());
});

test('[H-MATCH-2][D-MATCH-3] shows the log of a live on request while results are hidden', async () => {
  picture.date = goalAt + 30_000;
  const { user } = open(paths.event(match.id), {
    user: person('REGULAR_SUBSCRIBER', { hidesResults: true }),
    replies: eventReplies,
  });
  await screen.findByText('El reproductor');
  await user.click(await screen.findByRole('radio', { name: 'Datos' }));
  await user.click(await screen.findByRole('button', { name: 'Mostrar cómo fue' }));
  expect(await screen.findByText(/^Gol 1–0 · #9/)).toBeDefined();
});

test('[H-MATCH-2][D-MATCH-3] shows no log while results are hidden', async () => {
  picture.date = goalAt + 30_000;
  open(paths.live('campo'), { user: person('REGULAR_SUBSCRIBER', { hidesResults: true }), replies });
  await screen.findByText('El reproductor');
  await act(() => new Promise((resolve) => setTimeout(resolve, 700)));
  expect(document.body.textContent).not.toMatch(/1 – 0|1–0/);
  expect(callsTo(`GET /sportevents/${match.id}/timeline`)).toEqual([]);
});

describe('[H-MATCH-1] before the first frame', () => {
  const pages: [string, string][] = [
    ['live', paths.live('campo')],
    ['event', paths.event(match.id)],
  ];
  /** Opens the page of a picture that does not play yet, and reads its heading and log within a second. */
  async function read(path: string, reply: Replies, user?: ReturnType<typeof person>) {
    open(path, { replies: { ...eventReplies, ...reply }, ...(user && { user }) });
    await waitFor(() => expect(heading()).toContain('1 – 0'), { timeout: 1_000 });
    // Visitors find the log of the match's page among its data.
    if (path === paths.live('campo'))
      await waitFor(() => expect(document.body.textContent).toContain('Gol 1–0'), { timeout: 1_000 });
    const shown = heading();
    cleanup();
    return shown;
  }

  test.each(pages)('a subscriber reads the same score as a visitor on the page of the %s', async (_, path) => {
    picture.isPlaying = false;
    const denied = { granted: false, reason: 'LOGIN_REQUIRED' } as const;
    const visitor = await read(path, { 'GET /liveusers/campo': { data: { liveUser: { ...live, playback: denied } } } });
    expect(await read(path, {}, person('REGULAR_SUBSCRIBER'))).toBe(visitor);
  });

  test("the league's score gives way to the picture's, which is behind the goal", async () => {
    picture.date = goalAt - 2_000;
    const before = { at: clock.startedAt, home: 0, away: 0, phase: 'PLAYING', period: 1 } as const;
    const steps = [{ ...before, startedAt: clock.startedAt, clockMs: 0 }];
    const timeline = { data: { steps, moments: [], actions: [] } };
    open(paths.live('campo'), {
      user: person('REGULAR_SUBSCRIBER'),
      replies: { ...replies, [`GET /sportevents/${match.id}/timeline`]: timeline },
    });
    await waitFor(() => expect(heading()).toContain("0 – 0 20' · En juego"));
  });
});

test('[H-MATCH-1] a score that is loading is not shown as none', async () => {
  picture.isPlaying = false;
  const unknown = { ...match, score: null };
  const answer = Promise.withResolvers<object>();
  open(paths.event(match.id), {
    replies: {
      ...eventReplies,
      [`GET /sportevents/${match.id}`]: { data: { sportEvent: unknown } },
      [`GET /sportevents/${match.id}/score`]: () => answer.promise as never,
    },
  });
  await waitFor(() => expect(heading()).toContain('Cargando el resultado'));
  expect(heading()).not.toMatch(/CD Sauce *–/);
  await act(async () => answer.resolve({ data: { score: { ...score, ...clock } } }));
  await waitFor(() => expect(heading()).toContain('1 – 0'));
});
