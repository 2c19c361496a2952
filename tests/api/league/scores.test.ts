/** The score of a match: the answers to followers, and the actions that scorer apps send. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import type { Kind, Side } from '../../../shared/domain/score.ts';
import { call, createClub, createEvent, createPerson, createVod } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { isNightly, repetitions } from '../../support/test-profile.ts';

const { events } = await import('../../../functions/league/events/store.ts');
const { findScore, readLog } = await import('../../../functions/league/scores/store.ts');
const { followScore, forgetScore } = await import('../../../functions/jobs/scores.ts');

const admin = await createPerson('ADMIN');
const clubId = await createClub('CD Marcador');
const staff = await createPerson('CLUB_STAFF', { clubId });

const [phone, tablet] = [ulid(), ulid()];
const tap = (kind: Kind, side?: Side, more: object = {}) => ({
  ...{ id: ulid(), kind, period: 1, clockMs: 0, at: Date.now() },
  ...(side && { side }),
  ...more,
});

function send(id: string, actions: unknown[], { device = phone, token = staff.token, sentAt = Date.now() } = {}) {
  return call('POST /sportevents/{id}/score/actions', { token, params: { id }, body: { device, sentAt, actions } });
}

const score = async (id: string, headers?: Record<string, string>) =>
  call('GET /sportevents/{id}/score', { params: { id }, ...(headers && { headers }) });
const log = async (id: string, query = {}) =>
  (await call('GET /sportevents/{id}/score/actions', { token: staff.token, params: { id }, query })).data;

describe('followers', () => {
  test('[D-SCORE-3] read the score without login; it is empty before the first action', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    const before = await score(match.id);
    expect(before.status).toBe(200);
    expect(before.data.score).toMatchObject({ home: 0, away: 0, phase: 'BEFORE', period: 0, version: 0 });

    await send(match.id, [tap('PERIOD_START'), tap('GOAL', 'HOME'), tap('OWN_GOAL', 'HOME'), tap('GOAL', 'HOME')]);
    const after = await eventually(
      () => score(match.id),
      ({ data }) => data.score.version === 4,
    );
    expect(after.data.score).toMatchObject({ home: 2, away: 1, phase: 'PLAYING', period: 1 });
    expect(after.headers.get('cache-control')).toBe('public, max-age=2, s-maxage=2');
  });

  test('[D-SCORE-3] receive 1 KB at most, and 304 without a change', async () => {
    const match = await createEvent({ clubIds: [clubId], sport: 'BASKET' });
    const baskets = Array.from({ length: 48 }, (_, index) =>
      tap('THREE_POINTS', index % 2 ? 'HOME' : 'AWAY', { period: 1 + (index % 12), clockMs: 599_999 }),
    );
    const rounds = repetitions(4, 20);
    for (let round = 0; round < rounds; round += 1)
      await send(
        match.id,
        baskets.map((one) => ({ ...one, id: ulid() })),
      );
    const whole = await eventually(
      () => score(match.id),
      ({ data }) => data.score.version === rounds * baskets.length,
    );
    expect(JSON.stringify(whole.body).length).toBeLessThanOrEqual(1024);
    const etag = whole.headers.get('etag') ?? '';
    expect((await score(match.id, { 'if-none-match': etag })).status).toBe(304);
    await send(match.id, [tap('ONE_POINT', 'HOME')]);
    await eventually(
      () => score(match.id, { 'if-none-match': etag }),
      ({ status }) => status === 200,
    );
    if (!isNightly) return;
    // The number of actions is limited.
    const full = await send(
      match.id,
      [...baskets].map((one) => ({ ...one, id: ulid() })),
    );
    expect([full.status, full.code]).toEqual([409, 'SCR4090']);
  });

  test('[D-SCORE-3][V-GEN-3] cannot read the score of a hidden match, but its own staff can', async () => {
    const match = await createEvent({ clubIds: [clubId], visible: false });
    await send(match.id, [tap('GOAL', 'AWAY')]);
    expect((await score(match.id)).code).toBe('EVT4040');
    const own = await call('GET /sportevents/{id}/score', { token: staff.token, params: { id: match.id } });
    expect(own.data.score.away).toBe(1);
    await events.change(match.id, (stored) => ({ ...stored, visible: true }));
    await eventually(
      () => score(match.id),
      ({ status }) => status === 200,
    );
  });
});

describe('a scorer app', () => {
  test('[D-SCORE-1] counts each action once when sent again or in pieces', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    const queue = [tap('PERIOD_START'), ...Array.from({ length: 6 }, () => tap('GOAL', 'HOME', { shirt: 9 }))];
    const half = await send(match.id, queue.slice(0, 4));
    expect(half.data.actions).toEqual(queue.slice(0, 4).map(({ id }) => ({ id, duplicateOf: null })));
    const whole = await send(match.id, [...queue].reverse());
    expect(whole.data.score).toMatchObject({ home: 6, away: 0, version: 7 });
    const again = await send(match.id, [...queue, ...queue]);
    expect(again.data.actions).toHaveLength(7);
    expect(again.data.score.version).toBe(7);
    const { actions, version } = await log(match.id);
    expect(actions.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(version).toBe(7);
    expect((await log(match.id, { since: 5 })).actions.map(({ id }) => id)).toEqual(
      actions.slice(5).map(({ id }) => id),
    );
  });

  test('[D-SCORE-1] stores a shirt number but no name', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    await send(match.id, [tap('GOAL', 'HOME', { shirt: 7, player: 'Ana', name: 'Ana' })]);
    const [stored] = await readLog(match.id);
    expect(stored).toMatchObject({ shirt: 7 });
    expect(JSON.stringify(stored)).not.toContain('Ana');
    expect((await send(match.id, [tap('GOAL', 'HOME', { shirt: 100 })])).status).toBe(400);
  });

  test('[D-SCORE-2] corrects a clock that is ten minutes slow', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    const slow = Date.now() - 10 * 60_000;
    const { data } = await send(match.id, [tap('PERIOD_START', undefined, { at: slow - 30_000 })], { sentAt: slow });
    expect(Math.abs((data.score.startedAt ?? 0) - (data.now - 30_000))).toBeLessThan(5_000);
  });

  test('[D-SCORE-2] undoes another app’s action, and restores it', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    const goal = tap('GOAL', 'HOME');
    const undo = tap('UNDO', undefined, { undoes: goal.id });
    expect((await send(match.id, [undo])).data.score.home).toBe(0);
    expect((await send(match.id, [goal], { device: tablet })).data.score.home).toBe(0);
    expect((await send(match.id, [tap('UNDO', undefined, { undoes: undo.id })])).data.score.home).toBe(1);
  });

  test('[D-SCORE-2] is asked about a possible duplicate of another app’s goal', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    const [first, second] = [tap('GOAL', 'HOME'), tap('GOAL', 'HOME')];
    await send(match.id, [first]);
    const answer = await send(match.id, [second], { device: tablet });
    expect(answer.data.actions).toEqual([{ id: second.id, duplicateOf: first.id }]);
    expect(answer.data.score.home).toBe(2);
    // The tablet repeats a request with a lost answer; the first phone's action needs no confirmation.
    expect((await send(match.id, [second], { device: tablet })).data.actions[0]?.duplicateOf).toBe(first.id);
    expect((await send(match.id, [first])).data.actions[0]?.duplicateOf).toBeNull();
    const undo = tap('UNDO', undefined, { undoes: second.id });
    expect((await send(match.id, [undo], { device: tablet })).data.score.home).toBe(1);
  });

  test('[D-SCORE-2] loses no action among concurrent senders', async () => {
    const match = await createEvent({ clubIds: [clubId] });
    const desks = Array.from({ length: 5 }, () => ulid());
    const shared = tap('GOAL', 'AWAY');
    const sent = await Promise.all(
      desks.flatMap((device) =>
        [0, 1, 2].map(() => send(match.id, [tap('GOAL', 'HOME'), tap('SAVE', 'AWAY'), shared], { device })),
      ),
    );
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 200));
    expect(await findScore(match.id)).toMatchObject({ home: 15, away: 1, version: 31 });
    expect((await log(match.id)).actions.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 31 }, (_, index) => index + 1),
    );
  });

  test('[D-SCORE-1] accepts the sport’s actions only', async () => {
    const [football, basketball] = [
      await createEvent({ clubIds: [clubId] }),
      await createEvent({ clubIds: [clubId], sport: 'BASKET' }),
    ];
    expect((await send(football.id, [tap('GOAL', 'HOME'), tap('TWO_POINTS', 'HOME')])).code).toBe('SCR4000');
    expect((await findScore(football.id))?.version).toBeUndefined();
    expect((await send(basketball.id, [tap('TWO_POINTS', 'HOME'), tap('OTHER', 'AWAY')])).data.score.home).toBe(2);
    // A scorer app still sends actions of the old sport, one of them already stored, and must not get stuck.
    const basket = tap('TWO_POINTS', 'HOME');
    await send(basketball.id, [basket]);
    await events.change(basketball.id, (stored) => ({ ...stored, sport: 'SOCCER' }));
    expect((await send(basketball.id, [basket])).data.score.home).toBe(4);
  });
});

describe('the state of the match', () => {
  const turn = (id: string, kind: Kind, period = 1) => send(id, [tap(kind, undefined, { period })]);
  const findState = async (id: string) => (await events.get(id))?.state ?? 'SCHEDULED';
  const waitForState = (id: string, state: string) =>
    eventually(
      () => findState(id),
      (now) => now === state,
    );

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

test('[D-SCORE-1] the log of a deleted match is closed, and is deleted once the match cannot be recovered', async () => {
  const match = await createEvent({ clubIds: [clubId] });
  await send(match.id, [tap('GOAL', 'HOME')]);
  const untouched = await createEvent({ clubIds: [clubId] });
  const goal = tap('GOAL', 'AWAY');
  await send(untouched.id, [goal]);
  const handle = (name: 'EventErased' | 'EventRemoved', eventId: string) =>
    forgetScore({ 'detail-type': name, detail: { eventId } } as Parameters<typeof forgetScore>[0]);

  // A domain event about an existing match changes nothing.
  for (const name of ['EventErased', 'EventRemoved'] as const) await handle(name, untouched.id);
  expect((await findScore(untouched.id))?.away).toBe(1);

  await call('DELETE /live/sportevents/{id}', { token: admin.token, params: { id: match.id } });
  await eventually(
    () => findScore(match.id),
    (found) => found === undefined,
  );
  const { append } = await import('../../../functions/league/scores/store.ts');
  const late = { ...goal, id: ulid(), sequence: 1, device: phone, side: 'AWAY' as const, shirt: null, undoes: null };
  const appendLate = () =>
    append(
      match.id,
      () => [{ ...late, clientAt: 0, receivedAt: 0 }],
      () => [],
    );
  await expect(appendLate()).rejects.toMatchObject({ code: 'EVT4040' });
  expect(await readLog(match.id)).toHaveLength(1);

  await handle('EventErased', match.id);
  expect(await readLog(match.id)).toEqual([]);
  await expect(appendLate()).rejects.toMatchObject({ code: 'EVT4040' });
});
