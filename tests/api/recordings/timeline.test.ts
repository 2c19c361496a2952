/** The score along a recording, and setting the start of the match in an uploaded file (row D-SCORE-5). */
import { expect, test } from 'vitest';
import type { Moment } from '../../../shared/contract/moments.ts';
import type { Kind } from '../../../shared/domain/score.ts';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually, has } from '../../support/eventually.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';

const { syncMomentsWithScore } = await import('../../../functions/recordings/moments/from-score.ts');
const { changeMoment, listMoments } = await import('../../../functions/recordings/moments/store.ts');

const admin = await createPerson('ADMIN');
const [homeClubId, awayClubId] = [await createClub('CD Local'), await createClub('CD Visitante')];
const sides = { clubIds: [homeClubId, awayClubId], homeClubId, awayClubId };
const minute = 60_000;

async function match(began = Date.now() - 60 * minute) {
  const { id } = await createEvent(sides);
  const action = (kind: Kind, at: number, more = {}) => createAction(kind, { at: began + at, ...more });
  const send = (...actions: object[]) => sendActions(admin.token, id, ...actions);
  return { id, began, action, send };
}
const start = (id: string, seconds: number, token = admin.token) =>
  call('POST /vods/{id}/start', { token, params: { id }, body: { seconds } });
const timeline = async (id: string, token?: string) => {
  const { status, body } = await call('GET /vods/{id}/score', { params: { id }, ...(token && { token }) });
  expect(status).toBe(200);
  return body.data as { from: number | null; steps: { at: number; home: number; away: number }[] };
};
/** Allows 5 s, because times come from the phone's clock as it was corrected on arrival. */
const createRangeAround = (at: number) => ({ from: at - 5_000, to: at + 5_000 });
const expectAbout = (value: number | null | undefined, at: number) => {
  expect(value).toBeGreaterThan(createRangeAround(at).from);
  expect(value).toBeLessThan(createRangeAround(at).to);
};

test('[D-SCORE-5] aligns an uploaded file by one tap, adds its goals’ moments, and corrects both by a second tap', async () => {
  const { id, began, action, send } = await match();
  const recording = await createVod({ sportEventId: id, clubIds: sides.clubIds, duration: 3600 });
  await send(action('PERIOD_START', 0), action('GOAL', 10 * minute, { side: 'HOME' }));
  expect((await timeline(recording.id)).from).toBeNull();

  expect((await start(recording.id, 90)).status).toBe(200);
  const { from, steps } = await timeline(recording.id);
  expectAbout(from, began - 90_000);
  expect(steps.map(({ home, away }) => [home, away])).toEqual([
    [0, 0],
    [1, 0],
  ]);
  expectAbout(steps[1]?.at, began + 10 * minute);
  const [moment] = await eventually(() => listMoments(recording.id), has({ length: 1 }));
  // A moment starts ten seconds before its goal.
  expectAbout(moment?.timestampMs, 10 * minute + 90_000 - 10_000);

  await Promise.all([start(recording.id, 120), start(recording.id, 120)]);
  expectAbout((await timeline(recording.id)).from, began - 120_000);
  const isShifted = ([one]: Moment[]) => one?.timestampMs === (moment?.timestampMs ?? 0) + 30_000;
  const [shifted] = await eventually(() => listMoments(recording.id), isShifted);
  expect(shifted?.version).toBe(1);

  // A moment that somebody has moved stays where they put it.
  await changeMoment(shifted!, { timestampMs: 1_000 });
  await start(recording.id, 150);
  await syncMomentsWithScore(recording.id);
  expect(await listMoments(recording.id)).toMatchObject([{ timestampMs: 1_000, version: 2 }]);
});

test('[D-SCORE-5] aligns a live’s recording automatically', async () => {
  const { id, began, action, send } = await match();
  const iso = (at: number) => new Date(at).toISOString();
  const recorded = { from: iso(began - minute), to: iso(began + 30 * minute) };
  const recording = await createVod({ sportEventId: id, clubIds: sides.clubIds, recorded });
  await send(action('PERIOD_START', 0));
  const { from, steps } = await timeline(recording.id);
  expect(from).toBe(began - minute);
  expect(steps).toHaveLength(1);
});

test('[D-SCORE-5] rejects recordings without a score, and of hidden matches for visitors', async () => {
  const { id, action, send } = await match();
  const recording = await createVod({ sportEventId: id, clubIds: sides.clubIds });
  expect((await start(recording.id, 3)).body).toMatchObject({ code: 'SCR4091' });
  const own = await createPerson('CLUB_STAFF', { clubId: awayClubId });
  await send(action('PERIOD_START', 0));
  expect((await start(recording.id, 3, own.token)).status).toBe(200);

  const hidden = await createEvent({ ...sides, visible: false });
  const other = await createVod({ sportEventId: hidden.id, clubIds: sides.clubIds });
  await sendActions(admin.token, hidden.id, action('PERIOD_START', 0));
  expect((await timeline(other.id)).steps).toEqual([]);
  expect((await timeline(other.id, own.token)).steps).toHaveLength(1);
});

test('[D-DVR-1][H-MATCH-2] returns steps, actions and moments of a live match by absolute time', async () => {
  const clubId = await createClub('CD Directo');
  const match = await createEvent({ clubIds: [clubId], homeClubId: clubId });
  const { token } = await createPerson('ADMIN');
  const at = Date.now() - 60_000;
  const actions = [
    createAction('PERIOD_START', { at }),
    createAction('GOAL', { side: 'HOME', shirt: 9, at: at + 30_000 }),
    createAction('YELLOW_CARD', { side: 'AWAY', at: at + 40_000 }),
  ];
  await sendActions(token, match.id, ...actions);
  const { data } = await call('GET /sportevents/{id}/timeline', { params: { id: match.id } });
  expect(data.steps.map(({ home, away }) => [home, away])).toEqual([
    [0, 0],
    [1, 0],
  ]);
  expect(data.moments).toMatchObject([{ id: actions[1]?.id, label: 'Gol', momentType: 'goal' }]);
  expect(data.actions.map(({ kind, side, shirt }) => [kind, side, shirt])).toEqual([
    ['PERIOD_START', null, null],
    ['GOAL', 'HOME', 9],
    ['YELLOW_CARD', 'AWAY', null],
  ]);
  expect(Math.abs((data.moments[0]?.at ?? 0) - (at + 20_000))).toBeLessThan(1_000);
});
