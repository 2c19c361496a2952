/** Goals become moments of their match's recordings automatically (row D-SCORE-6). */
import { describe, expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually, has } from '../../support/eventually.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';

const { markGoals } = await import('../../../functions/jobs/moments.ts');
const { listMoments } = await import('../../../functions/recordings/moments/store.ts');

const admin = await createPerson('ADMIN');
const [homeClubId, awayClubId] = [await createClub('CD Local'), await createClub('CD Visitante')];
const minute = 60_000;

/** A match that began an hour ago, with a recording of its first half hour. */
async function recordedMatch(home = homeClubId) {
  const began = Date.now() - 60 * minute;
  const sides = { clubIds: [home, awayClubId], homeClubId: home, awayClubId };
  const match = await createEvent(sides);
  const iso = (at: number) => new Date(at).toISOString();
  const recorded = { from: iso(began), to: iso(began + 30 * minute) };
  const recording = await createVod({ sportEventId: match.id, clubIds: sides.clubIds, recorded });
  return { id: match.id, began, recording: recording.id };
}

const goal = (side: 'HOME' | 'AWAY', at: number, more = {}) => createAction('GOAL', { side, at, ...more });
const undo = (undoes: string) => createAction('UNDO', { undoes });
const send = (id: string, ...actions: object[]) => sendActions(admin.token, id, ...actions);
const redeliver = (eventId: string) =>
  markGoals({ detail: { eventId, turned: false } } as Parameters<typeof markGoals>[0]);
const labels = async (recording: string) => (await listMoments(recording)).map(({ label }) => label);
const expectMoments = (recording: string, count: number) =>
  eventually(() => listMoments(recording), has({ length: count }));

describe('a goal', () => {
  test('[D-SCORE-6] becomes one moment of the scoring club, 10 s earlier, however often it is sent', async () => {
    const { id, began, recording } = await recordedMatch();
    const first = goal('HOME', began + 12 * minute, { shirt: 9 });
    const own = goal('HOME', began + 20 * minute, { kind: 'OWN_GOAL' });
    await send(id, first, own, goal('AWAY', began + 4_000), goal('AWAY', began - minute), goal('AWAY', Date.now()));
    const moments = await expectMoments(recording, 3);
    expect(moments.map(({ label, clubId, momentTypeId }) => [label, clubId, momentTypeId])).toEqual([
      ['Gol', awayClubId, 2],
      ['Gol (dorsal 9)', homeClubId, 2],
      ['Gol en propia puerta', awayClubId, 2],
    ]);
    const off = moments.map(({ timestampMs }, index) => timestampMs - [0, 12 * minute, 20 * minute][index]!);
    expect(off[0]).toBe(0);
    for (const early of off.slice(1)) expect(Math.abs(early + 10_000)).toBeLessThan(5_000);
    await send(id, first, own);
    await Promise.all([redeliver(id), redeliver(id), redeliver(id)]);
    expect(await listMoments(recording)).toEqual(moments);
  });

  test('[D-SCORE-6] removes its moment when undone, unless it was edited, and restores it', async () => {
    const { id, began, recording } = await recordedMatch();
    const goals = [1, 2, 3].map((at) => goal('HOME', began + at * minute, { shirt: at }));
    await send(id, ...goals);
    const [plain, edited] = goals;
    const moments = await expectMoments(recording, 3);
    const token = admin.token;
    const params = (index: number) => ({ id: moments[index]!.id });
    await call('PATCH /live/moments/{id}', { token, params: params(1), body: { label: 'Golazo de falta' } });
    await call('DELETE /live/moments/{id}', { token, params: params(2) });
    const undoing = undo(plain!.id);
    await send(id, undoing, undo(edited!.id));
    await expectMoments(recording, 1);
    expect(await labels(recording)).toEqual(['Golazo de falta']);
    // A deleted moment stays deleted.
    await send(id, undo(undoing.id));
    await expectMoments(recording, 2);
    expect(await labels(recording)).toEqual(['Gol (dorsal 1)', 'Golazo de falta']);
  });

  test('[D-SCORE-6] makes no moment in a recording of unknown time', async () => {
    const match = await createEvent({ clubIds: [homeClubId] });
    const recording = await createVod({ sportEventId: match.id, clubIds: [homeClubId] });
    await send(match.id, goal('HOME', Date.now()));
    await redeliver(match.id);
    expect(await listMoments(recording.id)).toEqual([]);
  });

  test('[D-SCORE-6] becomes a moment only if its club has chosen goals; other actions follow the same choice', async () => {
    const choosingClub = await createClub('CD Paradas');
    const staff = await createPerson('CLUB_STAFF', { clubId: choosingClub });
    const changeClub = (body: object) =>
      call('PATCH /clubStaff/clubs/{id}', { token: staff.token, params: { id: choosingClub }, body });
    const before = await call('GET /clubStaff/clubs/{id}', { token: staff.token, params: { id: choosingClub } });
    expect(before.data.club.momentKinds).toEqual(['GOAL', 'OWN_GOAL']);
    const changed = await changeClub({ momentKinds: ['SAVE', 'RED_CARD'] });
    expect(changed.data.club.momentKinds).toEqual(['SAVE', 'RED_CARD']);
    expect((await changeClub({ momentKinds: ['PENALTY'] })).status).toBe(400);
    // The choice is not public.
    const shown = await call('GET /clubs/{id}', { params: { id: choosingClub } });
    expect(JSON.stringify(shown.body)).not.toContain('momentKinds');

    const { id, began, recording } = await recordedMatch(choosingClub);
    await send(
      id,
      goal('HOME', began + minute),
      goal('HOME', began + 2 * minute, { kind: 'SAVE', shirt: 1 }),
      goal('AWAY', began + 3 * minute, { kind: 'SAVE' }),
      goal('AWAY', began + 4 * minute),
      goal('HOME', began + 5 * minute, { kind: 'RED_CARD' }),
    );
    const moments = await expectMoments(recording, 3);
    expect(moments.map(({ label, clubId, momentTypeId }) => [label, clubId, momentTypeId])).toEqual([
      ['Parada (dorsal 1)', choosingClub, 7],
      ['Gol', awayClubId, 2],
      ['Tarjeta roja', choosingClub, 5],
    ]);
  });
});
