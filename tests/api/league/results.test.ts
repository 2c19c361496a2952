/** State and result of a match, which follow its scorer app. */
import { describe, expect, test } from 'vitest';
import type { Kind } from '../../../shared/domain/score.ts';
import { call, createClub, createEvent, createVod } from '../../support/api.ts';
import { eventually, is } from '../../support/eventually.ts';
import { admin, clubId, send, tap } from './score-calls.ts';

const { events } = await import('../../../functions/league/events/store.ts');
const { followScore } = await import('../../../functions/jobs/scores.ts');

describe('the state of the match', () => {
  const turn = (id: string, kind: Kind, period = 1) => send(id, [tap(kind, undefined, { period })]);
  const findState = async (id: string) => (await events.get(id))?.state ?? 'SCHEDULED';
  const waitForState = (id: string, state: string) => eventually(() => findState(id), is(state));

  test('[D-MATCH-2] follows the scorer app: LIVE from kick-off, FINISHED at the end, and back', async () => {
    const match = await createEvent({ clubIds: [clubId], state: 'POSTPONED' });
    await turn(match.id, 'PERIOD_START');
    await waitForState(match.id, 'LIVE');
    const end = tap('MATCH_END');
    await send(match.id, [end]);
    await waitForState(match.id, 'FINISHED');
    await send(match.id, [tap('UNDO', undefined, { undoes: end.id })]);
    await waitForState(match.id, 'LIVE');
  });

  test('[D-MATCH-2] keeps the state that staff chose until the next turn; a cancelled match stays cancelled', async () => {
    const [match, cancelled] = [
      await createEvent({ clubIds: [clubId] }),
      await createEvent({ clubIds: [clubId], state: 'CANCELLED' }),
    ];
    await turn(cancelled.id, 'PERIOD_START');
    await turn(match.id, 'PERIOD_START');
    await waitForState(match.id, 'LIVE');
    await events.change(match.id, (stored) => ({ ...stored, state: 'FINISHED' }));
    await send(match.id, [tap('GOAL', 'HOME')]);
    await followScore({ detail: { eventId: match.id, turned: false } } as Parameters<typeof followScore>[0]);
    expect(await findState(match.id)).toBe('FINISHED');
    await turn(match.id, 'PERIOD_START', 2);
    await turn(match.id, 'PERIOD_END', 2);
    await waitForState(match.id, 'LIVE');
    expect(await findState(cancelled.id)).toBe('CANCELLED');
  });
});

const rival = await createClub('UD Resultado');

describe('the result', () => {
  const sides = { clubIds: [clubId, rival], homeClubId: clubId, awayClubId: rival };
  const readShown = async (id: string) =>
    (await call('GET /sportevents/{id}', { params: { id }, token: admin.token })).data.sportEvent.score;
  const expectScore = (id: string, score: object | null) =>
    eventually(
      () => readShown(id),
      (now) =>
        score === null
          ? now === null
          : now !== null && Object.entries(score).every(([name, value]) => now[name as 'home'] === value),
    );

  test('[D-MATCH-3] is part of event, list, recording and card, during and after the match', async () => {
    const match = await createEvent(sides);
    const recording = await createVod({ sportEventId: match.id, clubIds: [clubId] });
    expect(await readShown(match.id)).toBeNull();
    await send(match.id, [tap('PERIOD_START'), tap('GOAL', 'AWAY')]);
    await expectScore(match.id, { home: 0, away: 1, phase: 'PLAYING', period: 1 });
    const { version } = (await events.get(match.id)) as { version: number };
    await send(match.id, [tap('GOAL', 'HOME')]);
    await expectScore(match.id, { home: 1, away: 1 });
    // A goal does not change the event's version, so it conflicts with no open form.
    expect((await events.get(match.id))?.version).toBe(version);

    await send(match.id, [tap('MATCH_END')]);
    await expectScore(match.id, { phase: 'ENDED' });
    const late = tap('GOAL', 'AWAY');
    await send(match.id, [late]);
    await expectScore(match.id, { away: 2 });
    await eventually(
      () => events.get(match.id),
      (stored) => stored?.score?.away === 2,
    );
    const result = {
      home: { name: 'CD Marcador', thumbnail: null },
      away: { name: 'UD Resultado', thumbnail: null },
      score: { home: 1, away: 2, phase: 'ENDED', period: 1 },
    };
    const one = await call('GET /vods/{id}', { params: { id: recording.id }, token: admin.token });
    expect(one.data.vod).toMatchObject({ result, sportEvent: { score: result.score } });
    const listed = await call('GET /clubs/{id}/vods', { params: { id: clubId } });
    expect(listed.data.vods.find(({ id }) => id === recording.id)?.result).toEqual(result);
    const { data } = await call('GET /sportevents', { query: { clubIds: [rival], page: 1 } });
    expect(data.sportEvents.find(({ id }) => id === match.id)?.score).toEqual(result.score);
    // The log and versions are not public.
    expect(JSON.stringify(one.body)).not.toContain(late.id);

    await events.change(match.id, (stored) => ({ ...stored, visible: false }));
    const readRecording = () => call('GET /vods/{id}', { params: { id: recording.id }, token: admin.token });
    const hidden = await eventually(readRecording, ({ data }) => data.vod.result === null);
    expect(hidden.data.vod.sportEvent).toBeNull();
  });

  test('[D-MATCH-3] is absent for an abandoned match, despite late or repeated events', async () => {
    const match = await createEvent(sides);
    await send(match.id, [tap('PERIOD_START'), tap('GOAL', 'HOME')]);
    await expectScore(match.id, { home: 1 });
    await events.change(match.id, (stored) => ({ ...stored, state: 'POSTPONED' }));
    await expectScore(match.id, null);
    await send(match.id, [tap('MATCH_END')]);
    await expectScore(match.id, { home: 1, phase: 'ENDED' });
    const ended = await events.get(match.id);
    for (const turned of [true, false])
      await followScore({ detail: { eventId: match.id, turned } } as Parameters<typeof followScore>[0]);
    expect(await events.get(match.id)).toEqual(ended);
  });
});
