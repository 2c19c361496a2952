/** The score of a match: the answers to followers, and the actions that scorer apps send. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createEvent } from '../../support/api.ts';
import { eventually, has, is } from '../../support/eventually.ts';
import { isNightly, repetitions } from '../../support/test-profile.ts';
import { admin, clubId, log, phone, score, send, tap } from './score-calls.ts';

const { events } = await import('../../../functions/league/events/store.ts');
const { findScore, readLog } = await import('../../../functions/league/scores/store.ts');
const { forgetScore } = await import('../../../functions/jobs/scores.ts');

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
    await eventually(() => score(match.id, { 'if-none-match': etag }), has({ status: 200 }));
    if (!isNightly) return;
    // The number of actions is limited.
    const full = await send(
      match.id,
      [...baskets].map((one) => ({ ...one, id: ulid() })),
    );
    expect([full.status, full.code]).toEqual([409, 'SCR4090']);
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
  await eventually(() => findScore(match.id), is(undefined));
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
