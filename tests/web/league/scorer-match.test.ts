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
const passTime = (ms = 5_000) => {
  time += ms;
  vi.setSystemTime(time);
};

async function openMatch(at = createServer()) {
  // Without IndexedDB the app works from memory.
  const scorer = new ScorerMatch(eventId, device, new ScorerStorage(), at.send, () => {});
  await scorer.open();
  return { ...at, scorer };
}

const goal = (scorer: ScorerMatch) => {
  passTime();
  return scorer.logAction('GOAL', 'HOME');
};
const sendAll = async (scorer: ScorerMatch) => {
  await scorer.sync();
  await scorer.sync();
};

describe('a logged action', () => {
  test('[D-DESK-2] waits while the server is down, and is sent in order afterwards', async () => {
    const { scorer, state, log } = await openMatch();
    state.reachable = false;
    scorer.logAction('PERIOD_START', null, 1);
    for (let times = 0; times < 60; times += 1) goal(scorer);
    await sendAll(scorer);
    expect([scorer.connection, scorer.waitingCount, scorer.score.home]).toEqual(['offline', 61, 60]);
    state.reachable = true;
    await sendAll(scorer);
    expect([scorer.connection, scorer.waitingCount, scorer.score.home]).toEqual(['online', 0, 60]);
    expect(log.map(({ id }) => id)).toEqual(log.map(({ id }) => id).sort());
    expect(log).toHaveLength(61);
  });

  test('[D-DESK-2] counts once although the answer was lost and it is sent again', async () => {
    const { scorer, state, log } = await openMatch();
    state.losesAnswers = true;
    goal(scorer);
    await sendAll(scorer);
    expect([scorer.waitingCount, log.length, scorer.score.home]).toEqual([1, 1, 1]);
    state.losesAnswers = false;
    await sendAll(scorer);
    expect([scorer.waitingCount, log.length, scorer.score.home]).toEqual([0, 1, 1]);
  });

  test('[D-DESK-2] blocks no other if it is rejected, and is shown', async () => {
    const { scorer, state, log } = await openMatch();
    state.reachable = false;
    goal(scorer);
    passTime();
    scorer.logAction('SAVE', 'AWAY');
    goal(scorer);
    await sendAll(scorer);
    Object.assign(state, { reachable: true, refuses: 'SAVE' });
    await sendAll(scorer);
    expect(log.map(({ kind }) => kind)).toEqual(['GOAL', 'GOAL']);
    expect(scorer.rejected.map(({ action, problem }) => [action.kind, problem])).toEqual([['SAVE', 'Así no']]);
    scorer.dismiss(scorer.rejected[0]?.id ?? '');
    expect(scorer.rejected).toEqual([]);
  });

  test('[D-SCORE-1] carries a shirt number only if one was typed', async () => {
    const { scorer, log } = await openMatch();
    passTime();
    scorer.logAction('GOAL', 'HOME', undefined, 9);
    passTime();
    scorer.logAction('GOAL', 'AWAY');
    expect(scorer.lastActions(2).map(({ action }) => action.shirt)).toEqual([null, 9]);
    await sendAll(scorer);
    expect(log.map(({ shirt }) => shirt)).toEqual([9, null]);
  });

  test('[D-DESK-1] is ignored if the same button was tapped just before', async () => {
    const { scorer } = await openMatch();
    expect([goal(scorer), scorer.logAction('GOAL', 'HOME'), scorer.logAction('GOAL', 'AWAY')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(scorer.score).toMatchObject({ home: 1, away: 1 });
    expect(goal(scorer)).toBe(true);
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
    '1.er cuarto',
    '2.º cuarto',
    '3.er cuarto',
    '4.º cuarto',
    'prórroga',
    '2.ª prórroga',
  ]);
});
