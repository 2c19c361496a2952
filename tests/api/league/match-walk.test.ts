/** One match through all its states; in each, every page, card, list, feed, head, price and alert tells the same. */
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { addresses, call, createClub, createEvent, createPerson } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { listMails, requestPaymentLink } from '../../support/people.ts';

const { events } = await import('../../../functions/league/events/store.ts');
const { sources } = await import('../../../functions/broadcast/live/store.ts');
const { followSignal } = await import('../../../functions/broadcast/live/match-signal.ts');
const { closeMatches } = await import('../../../functions/league/scores/close-matches.ts');
const { planAlerts } = await import('../../../functions/jobs/alerts.ts');
const { matchState } = await import('../../../shared/domain/match-state.ts');

const admin = await createPerson('ADMIN');
const minute = 60_000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minute).toISOString();

async function walk() {
  const [home, away] = [await createClub('CD Sauce'), await createClub('Atlético Norte')];
  const title = `Sauce – Norte ${ulid()}`;
  const sides = { clubIds: [home, away], homeClubId: home, awayClubId: away };
  const { id } = await createEvent({
    ...{ title, ...sides, scheduledStartDate: inMinutes(120), scheduledFinishDate: inMinutes(240) },
  });
  const slug = `campo-${ulid().toLowerCase().slice(-8)}`;
  const camera = (await call('POST /live/cameras', { token: admin.token, body: { slug } })).data;
  const shows = { params: { id: camera.id }, body: { sportEventId: id } };
  await call('PATCH /live/cameras/{id}', { token: admin.token, ...shows });
  const fan = await createPerson('REGULAR_BASIC');
  await call('PUT /users/me/alerts/sportevents/{id}', { token: fan.token, params: { id } });

  /** Moves the clock by moving the match; cameras and scorers act at the times given. */
  const move = (start: number, finish: number, fields: object = {}) =>
    events.change(id, (match) => ({
      ...{ ...match, scheduledStartDate: inMinutes(start), scheduledFinishDate: inMinutes(finish) },
      ...fields,
    }));
  const film = async (startedAt: number, stoppedAt: number | null = null, broadcast = ulid()) => {
    await sources.change(camera.id, (source) => ({
      ...source,
      broadcast: {
        ...{ id: broadcast, streamId: `st-${broadcast}`, startedAt: inMinutes(startedAt) },
        ...{ stoppedAt: stoppedAt === null ? null : inMinutes(stoppedAt), event: null },
      },
    }));
    await followSignal(id, Date.now());
    // The platform's own reconciliation may have stopped this broadcast of no stream a moment before.
    if (stoppedAt !== null)
      await events.change(id, ({ signal, ...fields }) =>
        signal ? { ...fields, signal: { ...signal, stoppedAt: inMinutes(stoppedAt) } } : undefined,
      );
    if (stoppedAt === null)
      await planAlerts({
        'detail-type': 'MatchOnAir',
        detail: { eventId: id, since: inMinutes(startedAt) },
      } as Parameters<typeof planAlerts>[0]);
  };
  const off = async () => {
    await sources.change(camera.id, (source) => ({ ...source, broadcast: null }));
    await followSignal(id, Date.now());
  };
  const change = (body: object) => call('PATCH /live/sportevents/{id}', { token: admin.token, params: { id }, body });
  const log = (kind: 'PERIOD_START' | 'GOAL') =>
    call('POST /sportevents/{id}/score/actions', {
      token: admin.token,
      params: { id },
      body: {
        ...{ device: ulid(), sentAt: Date.now() },
        actions: [
          {
            id: ulid(),
            kind,
            period: 1,
            clockMs: 0,
            at: Date.now(),
            ...(kind === 'GOAL' && { side: 'HOME' as const }),
          },
        ],
      },
    });
  return { id, slug, title, home, fan, move, film, off, change, log };
}

const text = async (address: string) => (await fetch(address)).text();

/** Reads the match's state from every reader at once. */
async function look({ id, slug, home }: Awaited<ReturnType<typeof walk>>) {
  const params = { id };
  const listed = async (time: 'upcoming' | 'results' | 'today') =>
    (await call('GET /sportevents', { query: { time, clubIds: [home] } })).data.sportEvents.length > 0;
  const [event, signal, listedSignal, lives, live, staff, head, embed, club, calendar] = await Promise.all([
    call('GET /sportevents/{id}', { params }).then(({ data }) => data.sportEvent),
    call('GET /sportevents/{id}/signal', { params }).then(({ data }) => data),
    call('GET /signals').then(({ data }) => data.signals.find(({ eventId }) => eventId === id)),
    call('GET /sportevents/{id}/lives', { params }).then(({ data }) => data.liveUsers.length),
    call('GET /liveusers/{slug}', { params: { slug } }).then(({ data }) => data.liveUser),
    call('GET /live/sportevents/{id}', { token: admin.token, params }).then(({ data }) => data.sportEvent),
    text(`${addresses.web}/evento/${id}`),
    text(`${addresses.web}/insertar/partido/${id}`),
    text(`${addresses.web}/insertar/calendario/${home}`),
    text(`${addresses.api}/sportevents/${id}/calendar`),
  ]);
  const buyer = await createPerson('REGULAR_BASIC');
  const sale = await requestPaymentLink(buyer, { productType: 'PT_SPORT_EVENT', sportEventId: id });
  const now = Date.now();
  const kinds = [
    event,
    { ...event, ...signal },
    { ...event, signal: listedSignal ?? event.signal },
    staff,
    live.sportEvent ?? event,
  ].map((match) => matchState(match, now).kind);
  return {
    /** The state of the match by every view of the API. */
    kind: [...new Set(kinds)].join(),
    isLive: [lives > 0, live.isLive],
    lists: { upcoming: await listed('upcoming'), results: await listed('results') },
    sale: sale.code ?? 'sold',
    description: /<meta name="description" content="([^".]*)\./.exec(head)?.[1],
    broadcasts: head.includes('"subEvent"'),
    picture: /<meta property="og:image" content="([^"]*)"/.exec(head)?.[1],
    status: /"eventStatus":"https:\/\/schema.org\/(\w+)"/.exec(head)?.[1],
    embed: [/class="live"/.test(embed), /Sin señal desde las? [\d:]+|Finalizado|Aplazado|Cancelado/.exec(embed)?.[0]],
    club: [/class="live"/.test(club), /Sin señal desde las? [\d:]+|Aplazado|Cancelado/.exec(club)?.[0]],
    calendar: /STATUS:(\w+)/.exec(calendar)?.[1],
  };
}

/** Answers are cached for some seconds. */
async function expectSays(match: Awaited<ReturnType<typeof walk>>, expected: object, when?: string) {
  const agrees = (seen: object) => {
    try {
      expect(seen).toMatchObject(expected);
      return true;
    } catch {
      return false;
    }
  };
  const seen = await eventually(() => look(match), agrees).catch(() => look(match));
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

test('[H-STATE-1][H-STATE-2][H-STATE-3] a match tells the same everywhere: scheduled, about to begin, on air, lost, back, closed', {
  timeout: 60_000,
}, async () => {
  const match = await walk();
  const ahead = {
    ...{ isLive: [false, false], lists: { upcoming: true, results: false }, sale: 'sold', broadcasts: false },
    ...{ status: 'EventScheduled', embed: [false, undefined], club: [false, undefined], calendar: 'CONFIRMED' },
  };
  const before = await expectSays(match, { ...ahead, kind: 'SCHEDULED', description: 'Fútbol' });

  await match.move(10, 130);
  await expectSays(match, { ...ahead, kind: 'ABOUT_TO_BEGIN', description: 'A punto de empezar' });

  await match.move(-30, 90);
  await match.film(-35);
  await match.log('PERIOD_START');
  await match.log('GOAL');
  await eventually(async () => (await events.get(match.id))?.state === 'LIVE', Boolean);
  const live = await expectSays(match, {
    ...{ kind: 'ON_AIR', isLive: [true, true], sale: 'sold', description: 'En directo ahora', broadcasts: true },
    ...{ lists: { upcoming: true, results: false }, embed: [true, undefined], club: [true, undefined] },
  });

  // The signal is lost at minute 28, and the sale ends.
  await match.film(-35, -2);
  const since = `Sin señal desde ${clock(-2).startsWith('01') ? 'la' : 'las'} ${clock(-2)}`;
  await expectSays(match, {
    ...{ kind: 'NO_SIGNAL', isLive: [false, false], sale: 'PYM4009', description: since, broadcasts: false },
    ...{ lists: { upcoming: true, results: false }, embed: [false, since], club: [false, since] },
  });

  await match.film(-0.1);
  await expectSays(match, { kind: 'ON_AIR', isLive: [true, true], sale: 'sold', broadcasts: true });
  await eventually(
    () => subjects(match.fan.user.email),
    (all) => all.includes(`Vuelve a verse ${match.title}`),
  );

  // The camera goes off at the end, which nobody logs.
  await match.off();
  await match.move(-150, -30, { signal: { since: inMinutes(-155), stoppedAt: inMinutes(-28) } });
  const ended = {
    ...{ kind: 'ENDED', isLive: [false, false], lists: { upcoming: false, results: true }, sale: 'PYM4009' },
    ...{ description: 'Finalizado', broadcasts: false, embed: [false, 'Finalizado'], club: [false, undefined] },
  };
  const after = await expectSays(match, ended, 'by the clock, before any job');
  expect(new Set([before.picture, live.picture, after.picture]).size, 'share pictures').toBe(3);
  expect((await events.get(match.id))?.state).toBe('LIVE');
  // The scorer has been silent for more than an hour.
  await closeMatches(Date.now() + 2 * 60 * minute);
  await eventually(async () => (await events.get(match.id))?.state === 'FINISHED', Boolean);
  await expectSays(match, ended);
  const told = await eventually(
    () => subjects(match.fan.user.email),
    (all) => all.some((subject) => subject.startsWith('Final: ')),
  );
  expect(told.at(-1)).toBe('Final: CD Sauce 1 – 0 Atlético Norte');
  expect(new Set(told).size, 'nothing is told twice').toBe(told.length);
});

test('[H-STATE-1][H-STATE-4] a match that does not take place tells the same everywhere', {
  timeout: 60_000,
}, async () => {
  const match = await walk();
  await match.change({ state: 'POSTPONED' });
  await expectSays(match, {
    ...{ kind: 'POSTPONED', isLive: [false, false], sale: 'sold', description: 'Aplazado, sin nueva fecha' },
    ...{ status: 'EventPostponed', embed: [false, 'Aplazado'], club: [false, 'Aplazado'], calendar: 'TENTATIVE' },
    lists: { upcoming: true, results: false },
  });
  await match.change({ state: 'CANCELLED' });
  await expectSays(match, {
    ...{ kind: 'CANCELLED', isLive: [false, false], sale: 'PYM4008', description: 'Cancelado' },
    ...{ status: 'EventCancelled', embed: [false, 'Cancelado'], club: [false, 'Cancelado'], calendar: 'CANCELLED' },
    lists: { upcoming: true, results: false },
  });
  const told = await eventually(
    () => subjects(match.fan.user.email),
    ({ length }) => length >= 2,
  );
  expect(told).toEqual([`Aplazado: ${match.title}`, `Cancelado: ${match.title}`]);
});
