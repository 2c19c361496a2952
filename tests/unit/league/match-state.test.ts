/** The one state of a match: from schedule, event state, score log, broadcast and clock. */
import { describe, expect, test } from 'vitest';
import { computeSignal } from '../../../functions/broadcast/live/match-signal.ts';
import { computeCameraLinkWindow, computeLinkWindow } from '../../../functions/league/scores/rules.ts';
import {
  hasSignal,
  isAhead,
  isBeingPlayed,
  isOnSale,
  type MatchInputs,
  matchState,
  matchStateText,
} from '../../../shared/domain/match-state.ts';

const at = (time: string) => `2026-11-28T${time}:00.000Z`;
const now = (time: string) => Date.parse(at(time));
const match = (fields: Partial<MatchInputs> = {}): MatchInputs => ({
  scheduledStartDate: at('10:00'),
  scheduledFinishDate: at('12:00'),
  hasCamera: true,
  ...fields,
});
const kind = (fields: Partial<MatchInputs>, time: string) => matchState(match(fields), now(time)).kind;
const on = { since: at('09:50'), stoppedAt: null };
const playing = { phase: 'PLAYING' } as const;
const cut = { since: at('09:50'), stoppedAt: at('10:42') };

describe('[H-STATE-1] the state of a match', () => {
  test.each<[string, Partial<MatchInputs>, string, string]>([
    ['a day before', {}, '08:00', 'SCHEDULED'],
    [
      'abandoned, ahead of its new date',
      { state: 'POSTPONED', postponedFrom: '', score: playing },
      '08:00',
      'SCHEDULED',
    ],
    ['a quarter of an hour before', {}, '09:46', 'ABOUT_TO_BEGIN'],
    ['with its picture before the kick-off', { signal: on }, '09:55', 'ON_AIR'],
    ['with its picture', { state: 'LIVE', signal: on }, '10:30', 'ON_AIR'],
    ['with its picture, without a scorer', { signal: on }, '10:30', 'ON_AIR'],
    ['within the reconnect window', { state: 'LIVE', signal: { ...cut, stoppedAt: at('10:30') } }, '10:30', 'ON_AIR'],
    ['after its picture', { state: 'LIVE', signal: cut }, '10:43', 'NO_SIGNAL'],
    ['played while its camera sends nothing', { state: 'LIVE' }, '10:30', 'NO_SIGNAL'],
    ['played without a camera', { state: 'LIVE', hasCamera: false }, '10:30', 'NOT_BROADCAST'],
    ['whose camera shows another match later', { state: 'LIVE', signal: cut, hasCamera: false }, '10:50', 'NO_SIGNAL'],
    ['ahead, without a camera', { hasCamera: false }, '09:46', 'ABOUT_TO_BEGIN'],
    ['over, without a camera', { hasCamera: false }, '12:00', 'ENDED'],
    ['ten minutes late', {}, '10:09', 'ABOUT_TO_BEGIN'],
    ['cut off right after its start', { signal: { ...on, stoppedAt: at('10:03') } }, '10:09', 'NO_SIGNAL'],
    ['after its start, without scorer and camera', { hasCamera: false }, '10:30', 'NOT_BROADCAST'],
    ['after the final whistle', { state: 'FINISHED', signal: on }, '11:50', 'ENDED'],
    ['after the whistle in the log', { state: 'LIVE', score: { phase: 'ENDED' }, signal: on }, '11:50', 'ENDED'],
    ['after its planned end, never begun', {}, '12:00', 'ENDED'],
    ['in overtime', { state: 'LIVE', signal: on }, '13:00', 'ON_AIR'],
    ['postponed', { state: 'POSTPONED' }, '10:30', 'POSTPONED'],
    ['postponed to a new date', { state: 'POSTPONED', postponedFrom: at('07:00') }, '08:00', 'SCHEDULED'],
    ['cancelled', { state: 'CANCELLED', signal: on }, '10:30', 'CANCELLED'],
  ])('is known for a match %s', (_, fields, time, expected) => {
    expect(kind(fields, time)).toBe(expected);
  });

  test('says since when the picture is missing: since its loss, or since it was due', () => {
    expect(matchState(match({ state: 'LIVE', signal: cut }), now('10:50'))).toEqual({
      kind: 'NO_SIGNAL',
      since: at('10:42'),
    });
    expect(matchState(match(), now('10:50'))).toEqual({ kind: 'NO_SIGNAL', since: at('10:00') });
    const early = match({ state: 'LIVE' });
    expect(matchState(early, now('09:58'))).toEqual({ kind: 'NO_SIGNAL', since: at('09:58') });
  });

  test('is described in Spanish, with the article of the hour', () => {
    const text = (time: string) => matchStateText({ kind: 'NO_SIGNAL', since: at('10:42') }, () => time);
    expect([text('10:42'), text('1:05'), text('01:05'), text('11:05')]).toEqual([
      'Sin señal desde las 10:42',
      'Sin señal desde la 1:05',
      'Sin señal desde la 01:05',
      'Sin señal desde las 11:05',
    ]);
    expect(matchStateText({ kind: 'ENDED', isRecorded: false }, String)).toBe('Finalizado');
    expect(matchStateText({ kind: 'NOT_BROADCAST' }, String)).toBe('No se emite');
  });

  test('is never both ahead and being played, and neither after a cancellation or the end', () => {
    const readBoth = (fields: Partial<MatchInputs>, time: string) => [
      isAhead(match(fields), now(time)),
      isBeingPlayed(match(fields), now(time)),
    ];
    expect(readBoth({ signal: on }, '09:55')).toEqual([true, false]);
    expect(readBoth({ signal: on }, '10:00')).toEqual([false, true]);
    expect(readBoth({ signal: cut }, '10:50')).toEqual([false, true]);
    expect(readBoth({ hasCamera: false }, '10:50')).toEqual([false, true]);
    expect(readBoth({ state: 'CANCELLED' }, '09:55')).toEqual([false, false]);
    expect(readBoth({}, '12:00')).toEqual([false, false]);
  });
});

describe('[H-STATE-2] a match without a logged end', () => {
  const live: Partial<MatchInputs> = { state: 'LIVE', score: { phase: 'PLAYING' } };

  test('ends three hours after its planned end, without a picture or after it was cut off', () => {
    for (const signal of [undefined, cut]) {
      expect(kind({ ...live, signal }, '14:59')).toBe('NO_SIGNAL');
      expect(kind({ ...live, signal }, '15:00')).toBe('ENDED');
    }
  });

  test('ends with its broadcast, once the camera stays off', () => {
    const signal = { ...on, stoppedAt: at('12:10') };
    expect(kind({ ...live, signal }, '12:24')).toBe('NO_SIGNAL');
    expect(kind({ ...live, signal }, '12:25')).toBe('ENDED');
    // Matches often end before the planned time: a broadcast until shortly before it was not interrupted.
    expect(kind({ ...live, signal: { ...on, stoppedAt: at('11:40') } }, '12:00')).toBe('ENDED');
    expect(kind({ signal }, '12:25')).toBe('ENDED');
  });

  test('ends six hours after its planned end if only its camera was left on', () => {
    expect(kind({ ...live, signal: on }, '17:59')).toBe('ON_AIR');
    expect(kind({ ...live, signal: on }, '18:00')).toBe('ENDED');
  });

  test('ends its scorer link three hours after it was closed', () => {
    const dates = { scheduledStartDate: at('10:00'), scheduledFinishDate: at('12:00') };
    expect(computeLinkWindow(dates).until).toBe(now('18:00'));
    expect(computeLinkWindow({ ...dates, closedAt: at('12:25') }).until).toBe(now('15:25'));
    expect(computeLinkWindow({ ...dates, closedAt: at('17:00') }).until).toBe(now('18:00'));
    // The camera link stays valid: a phone sends its kept segments.
    expect(computeCameraLinkWindow(dates)).toEqual({ from: now('10:00') - 86_400_000, until: now('18:00') });
  });
});

test.each(['POSTPONED', 'CANCELLED'] as const)(
  '[H-STATE-1] a match that is %s has no picture, although its camera sends one',
  (state) => {
    const called = match({ state, signal: on });
    expect(hasSignal(called, now('10:30'))).toBe(false);
    expect([isAhead(called, now('10:30')), isBeingPlayed(called, now('10:30'))]).toEqual([false, false]);
    const moved = match({ state: 'POSTPONED', postponedFrom: at('07:00'), signal: on });
    expect(hasSignal(moved, now('10:30'))).toBe(true);
  },
);

test('[H-STATE-3] a match is sold ahead of it and while there is something to see', () => {
  const isSold = (fields: Partial<MatchInputs>, time: string, isRecorded = false) =>
    isOnSale(match(fields), now(time), { isRecorded });
  expect(isSold({}, '08:00')).toBe(true);
  expect(isSold({ state: 'LIVE', signal: on }, '10:30')).toBe(true);
  expect(isSold({ state: 'LIVE', signal: cut }, '10:50')).toBe(false);
  expect(isSold({ state: 'LIVE', signal: cut }, '10:50', true)).toBe(true);
  expect(isSold({ state: 'LIVE', hasCamera: false }, '10:50')).toBe(false);
  expect(isSold({ state: 'FINISHED' }, '13:00')).toBe(false);
  expect(isSold({ state: 'FINISHED' }, '13:00', true)).toBe(true);
  expect(isSold({ state: 'POSTPONED' }, '10:30')).toBe(true);
  expect(isSold({ state: 'CANCELLED' }, '08:00', true)).toBe(false);
});

describe('[H-STATE-1] the signal of a match', () => {
  const createRunning = (startedAt: string) => ({ startedAt: at(startedAt), stoppedAt: null });
  const createStopped = (startedAt: string, stoppedAt: string) => ({
    startedAt: at(startedAt),
    stoppedAt: at(stoppedAt),
  });

  test('begins, stops and returns with its cameras, and knows what viewers missed', () => {
    const first = computeSignal(undefined, [createRunning('09:50')], now('09:50'));
    expect(first).toEqual(on);
    expect(computeSignal(first, [createRunning('09:50')], now('10:00'))).toBe(first);
    const lost = computeSignal(first, [createStopped('09:50', '10:42')], now('10:43'));
    expect(lost).toEqual(cut);
    expect(computeSignal(lost, [], now('10:50'))).toBe(lost);
    expect(computeSignal(lost, [createRunning('10:55')], now('10:55'))).toEqual({
      since: at('10:55'),
      stoppedAt: null,
      lostAt: at('10:42'),
    });
  });

  test('goes on through a short drop, and while another camera shows the match', () => {
    expect(computeSignal(cut, [createRunning('09:50')], now('10:42'))).toEqual(on);
    expect(computeSignal(on, [createStopped('09:50', '10:42'), createRunning('10:00')], now('10:43'))).toBe(on);
  });

  test('stops when its camera shows something else', () => {
    expect(computeSignal(on, [], now('10:42'))).toEqual(cut);
    expect(computeSignal(undefined, [], now('10:42'))).toBeUndefined();
  });
});
