/** The scorer app's queue against a server that rejects, is down, or whose answers are lost. */
import { ulid } from 'ulid';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import { ScorerApiError, type Send } from '../../../web/features/league/scorer/api-client.ts';
import { ScorerMatch } from '../../../web/features/league/scorer/scorer-match.ts';
import { ScorerStorage } from '../../../web/features/league/scorer/storage.ts';
import { listNextPhases, periodInSentence } from '../../../web/features/league/scorer/texts.ts';

const eventId = ulid();
const device = ulid();

/** Emulates the server with the log of one match. */
function createServer() {
  const log: LoggedAction[] = [];
  const state = { reachable: true, losesAnswers: false, refuses: '' };
  const send = (async (method: string, path: string, body?: unknown) => {
    if (!state.reachable) throw new ScorerApiError(0, 'Sin conexión');
    if (method === 'GET' && !path.includes('/score/'))
      return { match: { title: 'Final', sport: 'SOCCER', home: null, away: null, crests: { home: null, away: null } } };
    if (method === 'GET') {
      const since = Number(new URL(path, 'http://x').searchParams.get('since'));
      return { actions: log.slice(since), version: log.length, now: Date.now() };
    }
    const { actions, ...batch } = body as { device: string; actions: (LoggedAction & { kind: string })[] };
    if (actions.some(({ kind }) => kind === state.refuses)) throw new ScorerApiError(400, 'Así no');
    for (const action of actions) {
      if (log.some(({ id }) => id === action.id)) continue;
      const known = { side: null, shirt: null, undoes: null, clientAt: action.at, receivedAt: Date.now() };
      log.push({ ...known, ...action, device: batch.device, sequence: log.length + 1 });
    }
    if (state.losesAnswers) throw new ScorerApiError(0, 'Sin conexión');
    return { actions: actions.map(({ id }) => ({ id, duplicateOf: null })), now: Date.now() };
  }) as Send;
  return { log, state, send };
}

let time = Date.parse('2026-11-21T10:00:00Z');
beforeEach(() => {
  vi.useFakeTimers({ now: time, toFake: ['Date'] });
});
const later = (ms = 5_000) => {
  time += ms;
  vi.setSystemTime(time);
};

async function opened(at = createServer()) {
  // Without IndexedDB the app works from memory.
  const desk = new ScorerMatch(eventId, device, new ScorerStorage(), at.send, () => {});
  await desk.open();
  return { ...at, desk };
}

const goal = (desk: ScorerMatch) => {
  later();
  return desk.logAction('GOAL', 'HOME');
};
const settled = async (desk: ScorerMatch) => {
  await desk.sync();
  await desk.sync();
};

describe('a logged action', () => {
  test('[D-DESK-2] waits while the server is down, and is sent in order afterwards', async () => {
    const { desk, state, log } = await opened();
    state.reachable = false;
    desk.logAction('PERIOD_START', null, 1);
    for (let times = 0; times < 60; times += 1) goal(desk);
    await settled(desk);
    expect([desk.connection, desk.waitingCount, desk.score.home]).toEqual(['offline', 61, 60]);
    state.reachable = true;
    await settled(desk);
    expect([desk.connection, desk.waitingCount, desk.score.home]).toEqual(['online', 0, 60]);
    expect(log.map(({ id }) => id)).toEqual(log.map(({ id }) => id).sort());
    expect(log).toHaveLength(61);
  });

  test('[D-DESK-2] counts once although the answer was lost and it is sent again', async () => {
    const { desk, state, log } = await opened();
    state.losesAnswers = true;
    goal(desk);
    await settled(desk);
    expect([desk.waitingCount, log.length, desk.score.home]).toEqual([1, 1, 1]);
    state.losesAnswers = false;
    await settled(desk);
    expect([desk.waitingCount, log.length, desk.score.home]).toEqual([0, 1, 1]);
  });

  test('[D-DESK-2] that is rejected blocks no other, and is shown', async () => {
    const { desk, state, log } = await opened();
    state.reachable = false;
    goal(desk);
    later();
    desk.logAction('SAVE', 'AWAY');
    goal(desk);
    await settled(desk);
    Object.assign(state, { reachable: true, refuses: 'SAVE' });
    await settled(desk);
    expect(log.map(({ kind }) => kind)).toEqual(['GOAL', 'GOAL']);
    expect(desk.rejected.map(({ action, problem }) => [action.kind, problem])).toEqual([['SAVE', 'Así no']]);
    desk.dismiss(desk.rejected[0]?.id ?? '');
    expect(desk.rejected).toEqual([]);
  });

  test('[D-SCORE-1] carries a shirt number only if one was typed', async () => {
    const { desk, log } = await opened();
    later();
    desk.logAction('GOAL', 'HOME', undefined, 9);
    later();
    desk.logAction('GOAL', 'AWAY');
    expect(desk.lastActions(2).map(({ action }) => action.shirt)).toEqual([null, 9]);
    await settled(desk);
    expect(log.map(({ shirt }) => shirt)).toEqual([9, null]);
  });

  test('[D-DESK-1] is ignored as a double tap', async () => {
    const { desk } = await opened();
    expect([goal(desk), desk.logAction('GOAL', 'HOME'), desk.logAction('GOAL', 'AWAY')]).toEqual([true, false, true]);
    expect(desk.score).toMatchObject({ home: 1, away: 1 });
    expect(goal(desk)).toBe(true);
  });
});

test('[D-DESK-1] offers the periods of a match in turn, and overtime', () => {
  const texts = (phase: 'BEFORE' | 'PLAYING' | 'BREAK' | 'ENDED', period: number, sport: 'SOCCER' | 'BASKET') =>
    listNextPhases({ phase, period }, sport).map(({ text }) => text);
  expect(texts('BEFORE', 0, 'SOCCER')).toEqual(['Empezar 1.ª parte']);
  expect(texts('BREAK', 1, 'SOCCER')).toEqual(['Empezar 2.ª parte', 'Final del partido']);
  expect(texts('PLAYING', 2, 'SOCCER')).toEqual(['Final del partido', 'Final de la 2.ª parte']);
  expect(texts('BREAK', 4, 'BASKET')).toEqual(['Final del partido', 'Empezar prórroga']);
  expect(texts('ENDED', 4, 'BASKET')).toEqual([]);
  expect([1, 2, 3, 4, 5, 6].map((period) => periodInSentence(period, 'BASKET'))).toEqual([
    ...['1.er cuarto', '2.º cuarto', '3.er cuarto', '4.º cuarto', 'prórroga', '2.ª prórroga'],
  ]);
});
