/** The scheduled job closes matches without a logged end, with all consequences of an end. */
import { describe, expect, test } from 'vitest';
import type { Kind, Side } from '../../../shared/domain/score.ts';
import { call, createClub, createEvent, createPerson, inHours, playedBetween } from '../../support/api.ts';
import { eventually, has } from '../../support/eventually.ts';
import { listMails } from '../../support/people.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';

const { closeMatches, reconcileLives } = await import('../../support/own-jobs.ts');
const { events } = await import('../../../functions/league/events/store.ts');
const { readLog } = await import('../../../functions/league/scores/store.ts');

const hour = 3_600_000;
const admin = await createPerson('ADMIN');

/** Creates a match that was planned from five to three and a half hours ago. */
async function createMatch(fields: Parameters<typeof createEvent>[0] = {}) {
  const [home, away] = [await createClub('CD Sauce'), await createClub('Atlético Norte')];
  const sides = { clubIds: [home, away], homeClubId: home, awayClubId: away };
  return createEvent({ ...sides, ...playedBetween(-5, -3.5), ...fields });
}

/** Logs actions as if a phone had sent them this many hours ago. */
async function logActions(id: string, hoursAgo: number, actions: [Kind, Side?][]) {
  const at = Date.now() - hoursAgo * hour;
  const sent = actions.map(([kind, side], index) =>
    createAction(kind, { clockMs: index * 60_000, at: at + index * 60_000, ...(side && { side }) }),
  );
  return sendActions(admin.token, id, ...sent);
}

const read = async (id: string) => (await call('GET /sportevents/{id}', { params: { id } })).data.sportEvent;
const isListed = async (id: string, time: 'upcoming' | 'results', clubId: string) =>
  (await call('GET /sportevents', { query: { time, clubIds: [clubId] } })).data.sportEvents.some(
    (event) => event.id === id,
  );

describe('[H-STATE-2] a match without a logged end', () => {
  test('ends with the last score, an alert and a place among the results', async () => {
    const { id, clubIds } = await createMatch();
    const fan = await createPerson('REGULAR_BASIC');
    await call('PUT /users/me/alerts/sportevents/{id}', { token: fan.token, params: { id } });
    await logActions(id, 5, [['PERIOD_START'], ['GOAL', 'HOME'], ['GOAL', 'AWAY'], ['GOAL', 'HOME']]);
    await eventually(() => read(id), has({ state: 'LIVE' }));
    await reconcileLives(id);
    const closed = await eventually(() => read(id), has({ state: 'FINISHED' }));
    expect(closed.score).toMatchObject({ home: 2, away: 1, phase: 'ENDED' });
    const mails = await eventually(
      () => listMails(fan.user.email),
      (all) => all.some(({ subject }) => subject.startsWith('Final')),
    );
    expect(mails.filter(({ subject }) => subject.startsWith('Final')).map(({ subject }) => subject)).toEqual([
      'Final: CD Sauce 2 – 1 Atlético Norte',
    ]);
    const [clubId = ''] = clubIds;
    expect([await isListed(id, 'upcoming', clubId), await isListed(id, 'results', clubId)]).toEqual([false, true]);
  });

  test('is closed once by repeated and concurrent runs, and its match clock stops at the planned end', async () => {
    const { id, scheduledFinishDate } = await createMatch();
    await logActions(id, 5, [['PERIOD_START'], ['GOAL', 'HOME']]);
    await eventually(() => read(id), has({ state: 'LIVE' }));
    await closeMatches(Date.now(), [id], 3);
    await closeMatches(Date.now() + hour, [id]);
    const ends = (await readLog(id)).filter(({ kind }) => kind === 'MATCH_END');
    expect(ends).toHaveLength(1);
    expect(ends[0]?.at).toBe(Date.parse(scheduledFinishDate));
  });

  test('stays open while its scorer logs actions, and after the scorer has undone the end', async () => {
    const { id } = await createMatch();
    await logActions(id, 0.2, [['PERIOD_START'], ['GOAL', 'HOME']]);
    await eventually(() => read(id), has({ state: 'LIVE' }));
    await closeMatches(Date.now(), [id]);
    expect((await read(id)).state).toBe('LIVE');
    await closeMatches(Date.now() + 2 * hour, [id]);
    // A reader may cache an answer for a moment; the next one is then newer than the end.
    await eventually(() => read(id), has({ state: 'FINISHED' }));
    const end = (await readLog(id)).find(({ kind }) => kind === 'MATCH_END');
    await sendActions(admin.token, id, createAction('UNDO', { undoes: end?.id }));
    await eventually(() => read(id), has({ state: 'LIVE' }));
    await closeMatches(Date.now(), [id]);
    expect((await read(id)).state).toBe('LIVE');
  });

  test('ends without a score if nobody logged one, but staff started it or a camera showed it', async () => {
    const byHand = await createMatch({ state: 'LIVE' });
    const filmed = await createMatch({ signal: { since: inHours(-5), stoppedAt: inHours(-3.4) } });
    const [ahead, silent, cancelled] = [
      await createMatch(playedBetween(1, 3)),
      await createMatch(),
      await createMatch({ state: 'CANCELLED' }),
    ];
    const ids = [byHand, filmed, ahead, silent, cancelled].map(({ id }) => id);
    await closeMatches(Date.now(), ids);
    const states = await Promise.all(ids.map(async (id) => (await events.get(id))?.state ?? 'SCHEDULED'));
    expect(states).toEqual(['FINISHED', 'FINISHED', 'SCHEDULED', 'SCHEDULED', 'CANCELLED']);
    // A match without a logged start is listed among the results as soon as its planned end has passed.
    expect(await isListed(silent.id, 'results', silent.clubIds[0] ?? '')).toBe(true);
  });

  test('ends its scorer link, after a delay for actions that a phone logged offline', async () => {
    const { id } = await createMatch({ state: 'LIVE' });
    const made = await call('POST /sportevents/{id}/scorer-link', { token: admin.token, params: { id } });
    await closeMatches(Date.now(), [id]);
    const { data } = await call('GET /sportevents/{id}/scorer-link', { token: admin.token, params: { id } });
    expect(Date.parse(String(data.link?.validUntil))).toBeLessThan(Date.parse(made.data.link.validUntil) + 1);
    await events.change(id, (event) => ({ ...event, closedAt: inHours(-3.1) }));
    const log = await call('GET /sportevents/{id}/score/actions', { token: made.data.token, params: { id } });
    expect([log.status, log.code]).toEqual([403, 'SCR4030']);
  });
});
