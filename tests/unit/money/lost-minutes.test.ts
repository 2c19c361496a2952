/** Minutes of a match without a picture: played periods, pictures, stalls, and the refund. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  awaitsRecording,
  describeLoss,
  isDue,
  isRemeasured,
  listPictures,
  listPlayedPeriods,
  listStarvedRanges,
  measureLoss,
  type Period,
  type StalledHour,
  subtractRanges,
} from '../../../functions/money/lost-minutes/rules.ts';
import { computePartDue } from '../../../functions/money/payments/rules.ts';
import { findRefundPercent, formatLostMinutes } from '../../../shared/domain/lost-minutes.ts';
import type { MatchClock } from '../../../shared/domain/match-clock.ts';
import type { Action, Kind } from '../../../shared/domain/score.ts';
import type { Range } from '../../../shared/domain/withdrawn.ts';

const minute = 60_000;
const hour = 60 * minute;
const kickOff = Date.parse('2026-11-28T10:00:00.000Z');
const at = (minutes: number) => kickOff + minutes * minute;
const iso = (minutes: number) => new Date(at(minutes)).toISOString();
const range = (from: number, to: number) => ({ from: at(from), to: at(to) });
const alevin: MatchClock = { sport: 'SOCCER', half: 30 };
const basket: MatchClock = { sport: 'BASKET', half: 45 };

let count = 0;
const action = (kind: Kind, period: number, minutes: number, more: Partial<Action> = {}): Action => {
  count += 1;
  return {
    id: String(count).padStart(26, '0'),
    kind,
    period,
    at: at(minutes),
    side: null,
    clockMs: 0,
    shirt: null,
    undoes: null,
    device: '01DEVICE',
    ...more,
  };
};
const clockDevice = '0'.repeat(26);
const whole = [
  action('PERIOD_START', 1, 0),
  action('PERIOD_END', 1, 31),
  action('PERIOD_START', 2, 40),
  action('MATCH_END', 2, 72),
];
const falseStart = action('PERIOD_START', 1, -20);

const played = (period: number, from: number, to: number): Period => ({ period, ...range(from, to) });

test.each<[string, Action[], MatchClock, Period[]]>([
  ['of a match without a log', [], alevin, []],
  ['go from whistle to whistle', whole, alevin, [played(1, 0, 31), played(2, 40, 72)]],
  ['do not depend on the order of arrival', whole.toReversed(), alevin, [played(1, 0, 31), played(2, 40, 72)]],
  [
    'leave out a start that was undone',
    [falseStart, action('UNDO', 1, -19, { undoes: falseStart.id }), ...whole],
    alevin,
    [played(1, 0, 31), played(2, 40, 72)],
  ],
  [
    'end with the next one, if nobody blew',
    [whole[0]!, action('PERIOD_START', 2, 20)],
    alevin,
    [played(1, 0, 20), played(2, 20, 50)],
  ],
  [
    'have the usual length, if only the clock ended them',
    [action('PERIOD_START', 2, 40), action('MATCH_END', 2, 240, { device: clockDevice })],
    alevin,
    [played(2, 40, 70)],
  ],
  [
    'are no longer than any match is',
    [action('PERIOD_START', 1, 0), action('PERIOD_END', 1, 300)],
    alevin,
    [played(1, 0, 50)],
  ],
  [
    'of basketball last longer on the wall',
    [action('PERIOD_START', 1, 0), action('PERIOD_END', 1, 24)],
    basket,
    [played(1, 0, 24)],
  ],
  ['of basketball without an end', [action('PERIOD_START', 4, 0)], basket, [played(4, 0, 20)]],
  ['are none if a phone’s clock went back', [action('PERIOD_START', 1, 10), action('PERIOD_END', 1, 5)], alevin, []],
])('[F-MONEY-2] played periods %s', (_, log, clock, periods) => expect(listPlayedPeriods(log, clock)).toEqual(periods));

describe('[F-MONEY-2] the times with a picture', () => {
  const broadcast = (
    from: number,
    to: number | null,
    recordings: Parameters<typeof listPictures>[0][number]['recordings'] = {},
  ) => ({ startedAt: iso(from), endedAt: to === null ? null : iso(to), recordings });
  const recording = (from: number, to: number, gaps: { seconds: number; ms: number }[] = []) => ({
    id: '01VOD',
    recorded: { from: iso(from), to: iso(to), gaps },
  });
  const video = { p: { kind: 'VIDEO' as const, vodId: '01VOD' } };
  test.each<[string, Parameters<typeof listPictures>[0], Parameters<typeof listPictures>[1], Range[]]>([
    ['no camera', [], [], []],
    ['a broadcast without a recording', [broadcast(-5, 80)], [], [range(-5, 80)]],
    ['one that is still on air', [broadcast(-5, null)], [], [range(-5, 100)]],
    ['one in a test', [broadcast(-5, 80, { p: { kind: 'NOT_KEPT' } })], [], []],
    ['one whose recording failed', [broadcast(-5, 80, { p: { kind: 'FAILED', reason: '' } })], [], [range(-5, 80)]],
    [
      'a recording with gaps',
      [broadcast(-5, 80, video)],
      [recording(-5, 80, [{ seconds: 900, ms: 12 * minute }])],
      [range(-5, 10), range(22, 80)],
    ],
    [
      'a second camera in the gap',
      [broadcast(-5, 80, video), broadcast(8, 15)],
      [recording(-5, 80, [{ seconds: 900, ms: 12 * minute }])],
      [range(-5, 15), range(22, 80)],
    ],
    ['an upload of which staff know the time', [], [recording(0, 40)], [range(0, 40)]],
    ['an upload without a time', [], [{ id: '01VOD' }], []],
  ])('%s', (_, broadcasts, recordings, pictures) =>
    expect(listPictures(broadcasts, recordings, at(100))).toEqual(pictures),
  );
});

const periods = [played(1, 0, 30), played(2, 40, 70)];
const stall = (from: number, to: number, share: number) => ({ ...range(from, to), share });
const measure = (
  pictures: Range[],
  { starved = [], stalled = [], untimed = 0 }: { starved?: Range[]; stalled?: StalledHour[]; untimed?: number } = {},
) => measureLoss(periods, pictures, { starved, stalled, untimedMs: untimed * minute });

describe('[F-MONEY-2] the loss', () => {
  const complete = [range(-5, 80)];
  test.each<[string, ReturnType<typeof measure>, number, number]>([
    ['nothing of a whole picture', measure(complete), 0, 0],
    ['nothing in the break', measure([range(-5, 30), range(40, 80)]), 0, 0],
    ['nothing for the border of two segments', measure([range(-5, 20), range(20.05, 80)]), 0, 0],
    ['all without a picture', measure([range(-5, 0)]), 60, 0],
    ['twelve minutes in two halves', measure([range(-5, 25), range(40, 63)]), 12, 0],
    ['no more than an upload lacks', measure([range(-5, 20)], { untimed: 55 }), 5, 0],
    ['nothing with a whole upload', measure([range(-5, 20)], { untimed: 61 }), 0, 0],
    ['no stalls that only viewers know', measure(complete, { stalled: [stall(0, 60, 0.5)] }), 0, 0],
    ['no starvation that no viewer saw', measure(complete, { starved: [range(0, 60)] }), 0, 0],
    [
      'stalls no longer than the source starved',
      measure(complete, { starved: [range(10, 12)], stalled: [stall(0, 60, 0.5)] }),
      0,
      2,
    ],
    [
      'starvation no longer than viewers stood still',
      measure(complete, { starved: [range(0, 60)], stalled: [stall(0, 60, 0.1)] }),
      0,
      5,
    ],
    [
      'no stall twice where no picture was',
      measure([range(-5, 10)], { starved: [range(0, 60)], stalled: [stall(0, 60, 1)] }),
      50,
      10,
    ],
  ])('counts %s', (_, { lostMs, stalledMs }, lost, stalls) =>
    expect([lostMs / minute, stalledMs / minute]).toEqual([lost, stalls]),
  );

  test('is shown in whole minutes, with the times of the match', () => {
    expect(describeLoss(measure([range(-5, 25), range(40, 63)]), periods, alevin)).toEqual({
      minutes: 12,
      spans: ["26'–30'", "54'–60'"],
      back: 33,
    });
    const third = [played(3, 0, 20)];
    const loss = measureLoss(third, [range(0, 1), range(4, 20)], { starved: [], stalled: [], untimedMs: 0 });
    expect(describeLoss(loss, third, basket)).toEqual({ minutes: 3, spans: ['C3 1:00–3:59'], back: 33 });
    // Less than a minute.
    expect(describeLoss(measure([range(-5, 29.5), range(40, 70)]), periods, alevin)).toBeUndefined();
    expect(formatLostMinutes(1)).toBe('1 minuto');
    expect(formatLostMinutes(12)).toBe('12 minutos');
  });
});

test('[F-MONEY-2] a starvation lasts until its end, or that of the stream', () => {
  const event = (name: string, minutes: number) => ({ name, at: iso(minutes) });
  const events = [
    event('Starvation End', 5),
    event('Starvation Start', 3),
    event('Starvation Start', 4),
    event('Starvation Start', 9),
  ];
  expect(listStarvedRanges(events, at(10))).toEqual([range(3, 5), range(9, 10)]);
  expect(listStarvedRanges([event('Starvation End', 1), event('Session Created', 0)], at(10))).toEqual([]);
});

test.each([
  [0, 60, 0],
  [5.99, 60, 0],
  [6, 60, 33],
  [19.7, 60, 33],
  [19.8, 60, 66],
  [39.6, 60, 100],
  [60, 60, 100],
  [0, 0, 0],
])('[F-MONEY-2] %d of %d minutes bring %d %% back', (lost, played, percent) =>
  expect(findRefundPercent(lost, played)).toBe(percent),
);

test.each([
  [199, 0, 33, 66],
  [199, 50, 33, 16],
  [199, 66, 33, 0],
  [199, 150, 66, 0],
  [199, 0, 100, 199],
  [0, 0, 100, 0],
])('[F-MONEY-2] of %d cents, %d gone back before, %d %% leave %d to return', (amount, before, percent, due) =>
  expect(computePartDue(amount, before, percent)).toBe(due),
);

test('[F-MONEY-2] a match is measured on the second day, once its recordings have ended, and followed for two weeks', () => {
  const finish = at(75);
  expect([23.9, 24, 95.9, 96].map((hours) => isDue(finish, finish + hours * hour))).toEqual([false, true, true, false]);
  const awaits = (isEncoding: boolean, hours: number) => awaitsRecording(finish, isEncoding, finish + hours * hour);
  expect([awaits(true, 71), awaits(true, 72), awaits(false, 24)]).toEqual([true, false, false]);
  const measured = (ago: number, day: number) =>
    isRemeasured({ finish, measuredAt: finish + day * 24 * hour - ago * hour }, finish + day * 24 * hour);
  expect([measured(23, 5), measured(24, 5), measured(24, 14)]).toEqual([false, true, false]);
});

test('remaining and removed ranges add up to the original, whatever they are', () => {
  const some = fc.array(
    fc.tuple(fc.nat(50), fc.nat(20)).map(([from, length]) => ({ from, to: from + length })),
    { maxLength: 6 },
  );
  const has = (ranges: { from: number; to: number }[], second: number) =>
    ranges.some(({ from, to }) => second >= from && second < to);
  fc.assert(
    fc.property(some, some, (ranges, others) => {
      const left = subtractRanges(ranges, others);
      for (let second = 0; second < 71; second += 1)
        expect(has(left, second)).toBe(has(ranges, second) && !has(others, second));
    }),
  );
});
