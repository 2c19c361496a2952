/**
 * Every pure function with a clock at six instants at which calendars go wrong. `npm run test:nightly` runs whole
 * suites at a random instant.
 */
import '../../web/support/browser-zone.ts';
import { describe, expect, test } from 'vitest';
import { decideConclusion, type StoredBroadcast, toDayFolder } from '../../../functions/broadcast/broadcasts/rules.ts';
import { isOnAir } from '../../../functions/broadcast/live/rules.ts';
import { selectByTime } from '../../../functions/league/events/events-by-time.ts';
import { awaitsSync, losesRights } from '../../../functions/money/payments/rules.ts';
import { findLoginError, toClosedFields } from '../../../functions/people/accounts/rules.ts';
import { isInvitationValid } from '../../../functions/people/staff/rules.ts';
import { isOver, toExpiry } from '../../../functions/people/televisions/rules.ts';
import { withEffectiveRights } from '../../../functions/platform/auth/rules.ts';
import { toArchiveKey } from '../../../functions/platform/mail/outbox.ts';
import { describePicture, describeVideo } from '../../../functions/reach/alerts/rules.ts';
import {
  createMediaFields,
  isAbandoned,
  isStuck,
  withEncodingStarted,
} from '../../../functions/recordings/media/rules.ts';
import { endOfDay, fromWallTime, monthGrid, toWallTime } from '../../../shared/domain/madrid-time.ts';
import { lateStartMs, matchState } from '../../../shared/domain/match-state.ts';
import { elapsedInPeriod } from '../../../shared/domain/score.ts';
import { findSalesReopening, seasonEnd } from '../../../shared/domain/season.ts';
import { addDays, addMonths, listGridDays, toDay } from '../../../web/features/league/calendar/month.ts';
import {
  formatDateTime,
  formatDay,
  formatKickOff,
  formatLastDay,
  formatLongDate,
  formatRange,
  formatTime,
  fromMadridInput,
  toMadridInput,
} from '../../../web/lib/format.ts';
import { buildEvent, buildUser } from '../../support/records.ts';
import { instants } from './odd-instants.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const iso = (ms: number) => new Date(ms).toISOString();

const utc = (text: string) => iso(Date.parse(`${text}Z`));
const createPurchase = (ms: number) => ({ id: 'E', title: 'Partido', sport: 'SOCCER' as const, until: iso(ms) });
const subscription = (to: number) => ({ provider: 'stripe' as const, from: iso(to - 30 * day), to: iso(to) });
const createEventIn = (from: number, to: number) => ({
  ...buildEvent({ scheduledStartDate: iso(from), scheduledFinishDate: iso(to) }),
  version: 1,
});
const createRowIn = (from: number, to: number) => ({ start: iso(from), finish: iso(to), state: 'SCHEDULED' as const });
const broadcast = (endedAt: number, seconds: number) =>
  ({
    channelArn: 'arn:aws:ivs:eu-west-1:123456789012:channel/AbCdEf123456',
    startedAt: iso(endedAt - 1000 * seconds),
    endedAt: iso(endedAt),
    recordings: {},
    failure: null,
    event: { id: 'E' },
  }) as unknown as StoredBroadcast;

describe.each(Object.entries(instants))('[V-CAL-14] at %s', (text, wanted) => {
  const now = Date.parse(text);
  const today = wanted.wall.slice(0, 10);
  const midnight = Date.parse(utc(wanted.endOfDay));

  const pair = (actual: unknown, expected: unknown): [unknown, unknown] => [actual, expected];
  /** Actual and expected value by function. */
  const table: Record<string, () => [actual: unknown, expected: unknown]> = {
    toWallTime: () => {
      const { year, month, day, hour, minute } = toWallTime(new Date(now));
      return [Date.UTC(year, month - 1, day, hour, minute), Date.parse(`${wanted.wall}Z`)];
    },
    'fromWallTime and toWallTime': () =>
      pair(toWallTime(fromWallTime(toWallTime(new Date(now)))), toWallTime(new Date(now))),
    endOfDay: () => [endOfDay(today), utc(wanted.endOfDay)],
    monthGrid: () => {
      const { from, to } = monthGrid(new Date(now));
      return [[toDay(from), toDay(to)], wanted.grid];
    },
    listGridDays: () => {
      const days = listGridDays(today);
      return [[days[0], addDays(days.at(-1) ?? '', 1)], wanted.grid];
    },
    toDay: () => [toDay(new Date(now)), today],
    addMonths: () => [addMonths(today, 1), wanted.sameDayNextMonth],
    seasonEnd: () => [iso(seasonEnd(now, '06-30')), utc(wanted.seasonEnd)],
    findSalesReopening: () => [findSalesReopening(now, '06-30') !== undefined, wanted.isSeasonOver],
    'selectByTime today': () => {
      const shown = createRowIn(now, now + hour);
      const others = [createRowIn(midnight, midnight + hour), createRowIn(now - 3 * day, now - 2 * day)];
      return [selectByTime('today', [shown, ...others], now), [shown]];
    },
    'selectByTime weekend': () => {
      const [from, to] = wanted.weekend.map((end) => Date.parse(utc(end))) as [number, number];
      const rows = [
        createRowIn(to, to + 1),
        createRowIn(to - 1, to),
        createRowIn(from, from + 1),
        createRowIn(from - 1, from),
      ];
      return [selectByTime('weekend', rows, now), [rows[2], rows[1]]];
    },
    'selectByTime upcoming and results': () => {
      const rows = [createRowIn(now, now + 1), createRowIn(now - 1, now)];
      return pair([selectByTime('upcoming', rows, now), selectByTime('results', rows, now)], [[rows[0]], [rows[1]]]);
    },
    matchState: () => {
      const kind = (from: number, to: number) => matchState({ ...createEventIn(from, to), hasCamera: true }, now).kind;
      return [
        [kind(now - lateStartMs, now + 1), kind(now - 1, now), kind(now - lateStartMs + 1, now + 2)],
        ['NO_SIGNAL', 'ENDED', 'ABOUT_TO_BEGIN'],
      ];
    },
    elapsedInPeriod: () => [elapsedInPeriod({ startedAt: now - 45 * minute, clockMs: 0 }, now), 45 * minute],
    'withEffectiveRights a subscription': () => [
      [now, now + 1].map(
        (to) => withEffectiveRights(buildUser('REGULAR_BASIC', { subscription: subscription(to) }), now).role,
      ),
      ['REGULAR_BASIC', 'REGULAR_SUBSCRIBER'],
    ],
    'withEffectiveRights a purchase': () => [
      withEffectiveRights(
        buildUser('REGULAR_BASIC', { purchases: [createPurchase(now), createPurchase(now + 1)] }),
        now,
      ).purchases,
      [createPurchase(now + 1)],
    ],
    findLoginError: () => {
      const fields = { externalId: 'x', emailConfirmedAt: iso(0) };
      const customer = (to: number) =>
        buildUser('REGULAR_BASIC', { ...fields, partnerSubscription: { from: iso(to - day), to: iso(to) } });
      return [[now, now + 1].map((to) => findLoginError(customer(to), now)), ['SSN4003', undefined]];
    },
    toClosedFields: () => [toClosedFields(now).sessionsValidFrom, iso(now)],
    isInvitationValid: () => {
      const staff = { status: 'invited', invitationHash: 'h' } as Parameters<typeof isInvitationValid>[0];
      const isValidUntil = (end: number) => isInvitationValid({ ...staff, invitedUntil: iso(end) }, 'h', now);
      return pair([isValidUntil(now), isValidUntil(now + 1)], [false, true]);
    },
    'isOver and toExpiry a code': () => {
      const expiresAt = toExpiry(now);
      return pair([isOver({ expiresAt }, now), isOver({ expiresAt }, expiresAt * 1000)], [false, true]);
    },
    awaitsSync: () => {
      const createPayment = (at: number) =>
        ({ status: 'paid', date: iso(at), eventId: null }) as Parameters<typeof awaitsSync>[0];
      const user = buildUser('REGULAR_BASIC');
      return pair(
        [awaitsSync(createPayment(now - hour), user, now), awaitsSync(createPayment(now - hour - 1), user, now)],
        [true, false],
      );
    },
    losesRights: () => {
      const user = (to: number) => buildUser('REGULAR_BASIC', { subscription: subscription(to) });
      return pair([losesRights(user(now + 1), user(now), now), losesRights(user(now), user(now), now)], [true, false]);
    },
    isOnAir: () => {
      const isOnAirAfterStop = (ago: number) => isOnAir({ broadcast: { stoppedAt: iso(now - ago) } }, now);
      return pair([isOnAirAfterStop(29_000), isOnAirAfterStop(31_000)], [true, false]);
    },
    decideConclusion: () =>
      pair(
        [decideConclusion(broadcast(now - 20_000, 60), now), decideConclusion(broadcast(now - hour, 10), now)],
        [undefined, { failure: null }],
      ),
    isAbandoned: () => {
      const form = (ago: number) => isAbandoned({ dateCreated: iso(now - ago), uploadId: null }, now);
      return pair([form(9 * minute), form(11 * minute)], [false, true]);
    },
    'withEncodingStarted and isStuck': () => {
      const item = withEncodingStarted({ ...createMediaFields(null, 1000), visible: true }, 'g', now);
      return pair([isStuck(item, now + 2 * hour), isStuck(item, now + 2 * hour + 1)], [false, true]);
    },
    describePicture: () => [
      [createEventIn(now, now + hour), createEventIn(now + 1, now + hour), createEventIn(now - hour, now)].map(
        (event) => Boolean(describePicture(event, now, now)),
      ),
      [true, false, false],
    ],
    describeVideo: () => {
      const isAnnounced = (ago: number) => describeVideo(createEventIn(now - ago - hour, now - ago), now) !== undefined;
      return pair([isAnnounced(14 * day), isAnnounced(14 * day + 1)], [true, false]);
    },
    toArchiveKey: () => [toArchiveKey(now), `SENT#${text.slice(0, 10)}`],
    toDayFolder: () =>
      pair(
        toDayFolder('arn:aws:ivs:eu-west-1:1:channel/c', new Date(now)),
        `ivs/v1/1/c/${text.slice(0, 10).split('-').map(Number).join('/')}/`,
      ),
    'formatTime and formatDateTime': () =>
      pair(
        [formatTime(iso(now)), formatDateTime(iso(now))],
        [wanted.wall.slice(11), `${today.split('-').reverse().join('/')}, ${wanted.wall.slice(11)}`],
      ),
    'formatLongDate and formatLastDay': () =>
      pair([formatLongDate(iso(now)), formatLastDay(endOfDay(today))], [wanted.lastDay, wanted.lastDay]),
    formatKickOff: () => [formatKickOff(iso(now)), expect.stringMatching(`· ${wanted.wall.slice(11)}$`)],
    formatDay: () =>
      pair(
        [now, midnight - 1, midnight, midnight - 25 * hour - 1].map((at) => formatDay(iso(at), new Date(now))),
        ['hoy', 'hoy', 'mañana', 'ayer'],
      ),
    formatRange: () =>
      pair(
        formatRange(iso(now), iso(midnight)),
        `${wanted.lastDay}, de ${wanted.wall.slice(11)} a 00:00 del día siguiente`,
      ),
    toMadridInput: () => [toMadridInput(iso(now)), wanted.wall],
    'fromMadridInput and toMadridInput': () => [toMadridInput(fromMadridInput(wanted.wall) ?? ''), wanted.wall],
  };

  test.each(Object.entries(table))('%s gives the expected value', (_, row) => {
    const [actual, expected] = row();
    expect(actual).toEqual(expected);
  });
});
