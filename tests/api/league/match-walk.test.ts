/** One match through all its states; in each, every page, card, list, feed, head, price and alert shows the same. */
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { call, createClub, createEvent, createPerson, createVod, playedBetween } from '../../support/api.ts';
import { contains, eventually, hasAtLeast } from '../../support/eventually.ts';
import { readMatch } from '../../support/match-readers.ts';
import { listMails } from '../../support/people.ts';
import { createAction, sendActions } from '../../support/score-actions.ts';

const { events } = await import('../../../functions/league/events/store.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { followSignal } = await import('../../../functions/broadcast/live/match-signal.ts');
const { closeMatches } = await import('../../support/own-jobs.ts');
const { planAlerts } = await import('../../../functions/jobs/alerts.ts');

const admin = await createPerson('ADMIN');
const minute = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();

async function walk() {
  const [home, away] = [await createClub('CD Sauce'), await createClub('Atlético Norte')];
  const title = `Sauce – Norte ${ulid()}`;
  const sides = { clubIds: [home, away], homeClubId: home, awayClubId: away };
  const league = { competition: `Liga ${ulid()}`, category: 'alevin' as const, matchday: '3' };
  const { id } = await createEvent({ title, ...sides, ...league, ...playedBetween(2, 4) });
  const slug = `campo-${ulid().toLowerCase().slice(-8)}`;
  const camera = (await call('POST /live/cameras', { token: admin.token, body: { slug } })).data;
  const shows = { params: { id: camera.id }, body: { sportEventId: id } };
  await call('PATCH /live/cameras/{id}', { token: admin.token, ...shows });
  const fan = await createPerson('REGULAR_BASIC');
  await call('PUT /users/me/alerts/sportevents/{id}', { token: fan.token, params: { id } });

  /** Moves the clock by moving the match; cameras and scorers act at the times given. */
  const move = (start: number, finish: number, fields: object = {}) =>
    events.change(id, (match) => ({
      ...match,
      scheduledStartDate: inMinutes(start),
      scheduledFinishDate: inMinutes(finish),
      ...fields,
    }));
  const film = async (startedAt: number, stoppedAt: number | null = null) => {
    const streamId = `st-${ulid()}`;
    const broadcast = {
      id: ulid(),
      streamId,
      startedAt: inMinutes(startedAt),
      event: null,
      stoppedAt: stoppedAt === null ? null : inMinutes(stoppedAt),
    };
    await sources.change(camera.id, (source) => ({ ...source, broadcast }));
    await followSignal(id, Date.now());
    if (stoppedAt === null)
      await planAlerts({
        'detail-type': 'MatchOnAir',
        detail: { eventId: id, since: inMinutes(startedAt) },
      } as Parameters<typeof planAlerts>[0]);
  };
  const stopCamera = async () => {
    await sources.change(camera.id, (source) => ({ ...source, broadcast: null }));
    await followSignal(id, Date.now());
  };
  const change = (body: object) => call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id }, body });
  const log = (kind: 'PERIOD_START' | 'GOAL') =>
    sendActions(admin.token, id, createAction(kind, kind === 'GOAL' ? { side: 'HOME' } : {}));
  return { id, slug, title, home, away, fan, move, film, stopCamera, change, log };
}

/** Repeats the read until it matches, because answers are cached for some seconds. */
async function expectSays(match: Awaited<ReturnType<typeof walk>>, expected: object, { when }: { when?: string } = {}) {
  const isAsExpected = (seen: object) => {
    try {
      expect(seen).toMatchObject(expected);
      return true;
    } catch {
      return false;
    }
  };
  const look = () => readMatch(match, admin);
  const seen = await eventually(look, isAsExpected).catch(look);
  expect(seen, when).toMatchObject(expected);
  return seen;
}

const clock = (minutes: number) =>
  new Intl.DateTimeFormat('es-ES', {
    timeZone: 'Europe/Madrid',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(Date.parse(inMinutes(minutes)));
const subjects = async (email: string) => (await listMails(email)).map(({ subject }) => subject).toReversed();

test('[H-STATE-1][H-STATE-2][H-STATE-3] a match has one state everywhere: scheduled, about to begin, on air, lost, back, closed, recorded', {
  timeout: 60_000,
}, async () => {
  const match = await walk();
  const [unplayed, none] = [{ played: 0, points: 0, missing: 0 }, [false, false, false]];
  const [toReserve, toWatch] = ['Reservar por 1,99 €', 'Ver en directo por 1,99 €'];
  const coming = { upcoming: true, results: false, clubResults: false };
  const ahead = {
    isFound: true,
    isInSitemap: true,
    isLive: none,
    lists: coming,
    sale: 'sold',
    broadcasts: false,
    status: 'EventScheduled',
    embed: [false, undefined, toReserve],
    club: [false, undefined],
    calendar: 'CONFIRMED',
    table: unplayed,
  };
  const before = await expectSays(match, {
    ...ahead,
    kind: 'SCHEDULED',
    description: expect.stringMatching(/^Fútbol/),
  });

  await match.move(10, 130);
  const soon = 'A punto de empezar';
  await expectSays(match, { ...ahead, kind: 'ABOUT_TO_BEGIN', description: soon, liveDescription: soon });

  await match.move(-30, 90);
  await match.film(-35);
  await match.log('PERIOD_START');
  await match.log('GOAL');
  await eventually(async () => (await events.get(match.id))?.state === 'LIVE', Boolean);
  const onAir = {
    kind: 'ON_AIR',
    isFound: true,
    isLive: [true, true, true],
    sale: 'sold',
    broadcasts: true,
    lists: coming,
    description: 'En directo ahora',
    liveDescription: 'En directo ahora',
    table: unplayed,
    embed: [true, undefined, toWatch],
    club: [true, undefined],
  };
  const live = await expectSays(match, onAir);

  // The signal is lost at minute 28, and the sale ends.
  await match.film(-35, -2);
  const since = `Sin señal desde ${clock(-2).startsWith('01') ? 'la' : 'las'} ${clock(-2)}`;
  await expectSays(match, {
    kind: 'NO_SIGNAL',
    isFound: true,
    isLive: none,
    sale: 'PYM4009',
    broadcasts: false,
    lists: coming,
    description: since,
    liveDescription: since,
    embed: [false, since, 'Ver la ficha'],
    club: [false, since],
    table: unplayed,
  });

  await match.film(-0.1);
  await expectSays(match, onAir);
  await eventually(() => subjects(match.fan.user.email), contains(`Vuelve a verse ${match.title}`));

  // The camera goes off at the end, which is not logged.
  await match.stopCamera();
  await match.move(-150, -30, { signal: { since: inMinutes(-155), stoppedAt: inMinutes(-28) } });
  const ended = {
    kind: 'ENDED',
    isFound: true,
    isLive: none,
    sale: 'PYM4009',
    broadcasts: false,
    description: 'Finalizado',
    liveDescription: 'Finalizado',
    embed: [false, 'Finalizado', 'Ver la ficha'],
    club: [false, undefined],
    lists: { upcoming: false, results: true },
  };
  const after = await expectSays(
    match,
    { ...ended, table: { ...unplayed, missing: 1 } },
    { when: 'by the clock, before any job' },
  );
  expect(new Set([before.picture, live.picture, after.picture]).size, 'share pictures').toBe(3);
  expect((await events.get(match.id))?.state).toBe('LIVE');
  // The scorer has been silent for more than an hour.
  await closeMatches(Date.now() + 2 * 60 * minute, [match.id]);
  await eventually(async () => (await events.get(match.id))?.state === 'FINISHED', Boolean);
  const counted = {
    lists: { upcoming: false, results: true, clubResults: true },
    table: { played: 1, points: 3, missing: 0 },
  };
  await expectSays(match, { ...ended, ...counted });
  const told = await eventually(
    () => subjects(match.fan.user.email),
    (all) => all.some((subject) => subject.startsWith('Final: ')),
  );
  expect(told.at(-1)).toBe('Final: CD Sauce 1 – 0 Atlético Norte');
  expect(new Set(told).size, 'nothing is told twice').toBe(told.length);

  // With its recording, the match is on sale again.
  await createVod({ title: match.title, sportEventId: match.id, clubIds: [match.home, match.away] });
  await expectSays(match, {
    ...ended,
    ...counted,
    sale: 'sold',
    embed: [false, 'Finalizado', 'Ver el partido por 1,99 €'],
  });
});

test('[H-STATE-1][H-STATE-4] a match has one state everywhere when it does not take place', {
  timeout: 60_000,
}, async () => {
  const match = await walk();
  await match.change({ state: 'POSTPONED' });
  const lasting = {
    isFound: true,
    isInSitemap: true,
    isLive: [false, false, false],
    broadcasts: false,
    lists: { upcoming: true, results: false, clubResults: false },
    table: { played: 0, points: 0, missing: 0 },
  };
  await expectSays(match, {
    ...lasting,
    kind: 'POSTPONED',
    sale: 'sold',
    description: 'Aplazado, sin nueva fecha',
    status: 'EventPostponed',
    club: [false, 'Aplazado'],
    calendar: 'TENTATIVE',
    embed: [false, 'Aplazado', 'Reservar por 1,99 €'],
  });
  await match.change({ state: 'CANCELLED' });
  await expectSays(match, {
    ...lasting,
    kind: 'CANCELLED',
    sale: 'PYM4008',
    description: 'Cancelado',
    liveDescription: 'Cancelado',
    status: 'EventCancelled',
    club: [false, 'Cancelado'],
    calendar: 'CANCELLED',
    embed: [false, 'Cancelado', 'Ver la ficha'],
  });
  const told = await eventually(() => subjects(match.fan.user.email), hasAtLeast(2));
  expect(told).toEqual([`Aplazado: ${match.title}`, `Cancelado: ${match.title}`]);
});
