/** Airtime of a source: around its match, or set by staff. */
import { describe, expect, test } from 'vitest';
import { withObservedStream } from '../../../functions/broadcast/live/observe-stream.ts';
import {
  disarmOnOtherMatch,
  findShownEvent,
  isInAirtime,
  isShown,
  mayBeOpenedByClub,
  type StoredSource,
  withShown,
} from '../../../functions/broadcast/live/rules.ts';
import { findAiredPart, findAiredUntil } from '../../../shared/domain/aired-part.ts';
import {
  type AirtimeSource,
  createOnDecision,
  findAirtime,
  listAirtimes,
  toAirtimeMatch,
} from '../../../shared/domain/airtime.ts';

const rule = { enforced: true, beforeMs: 30 * 60_000, afterMs: 60 * 60_000 };
const at = (time: string) => `2026-11-28T${time}:00.000Z`;
const event = { scheduledStartDate: at('10:00'), scheduledFinishDate: at('12:00'), visible: true };
const source: AirtimeSource = { sportEventId: 'match', match: toAirtimeMatch(event) };
const isOpen = (time: string, fields: Partial<AirtimeSource> = {}) =>
  findAirtime(listAirtimes({ ...source, ...fields }, rule), at(time)) !== undefined;

describe('the airtime of a camera', () => {
  test('[F-CAM-1] runs from 30 minutes before its match to 60 minutes after it, by the settings', () => {
    expect(['09:29', '13:00'].map((time) => isOpen(time))).toEqual([false, false]);
    expect(['09:30', '11:00', '12:59'].map((time) => isOpen(time))).toEqual([true, true, true]);
    const shorter = listAirtimes(source, { ...rule, beforeMs: 0, afterMs: 600_000 });
    expect(shorter).toEqual([{ from: at('10:00'), until: at('12:10') }]);
  });

  test('[F-CAM-1] is extended while the match overruns', () => {
    expect(isOpen('13:30', { overrunsUntil: at('15:00') })).toBe(true);
    expect(isOpen('15:00', { overrunsUntil: at('15:00') })).toBe(false);
  });

  test('[F-CAM-1] runs by hand until the end of the day, and for two hours around midnight', () => {
    const armed = createOnDecision('match', Date.parse(at('17:00')));
    expect(armed).toMatchObject({ from: at('17:00'), until: '2026-11-28T23:00:00.000Z' });
    expect(['16:59', '23:00'].map((time) => isOpen(time, { decision: armed }))).toEqual([false, false]);
    expect(['17:00', '22:59'].map((time) => isOpen(time, { decision: armed }))).toEqual([true, true]);
    expect(createOnDecision('match', Date.parse(at('22:30')))).toMatchObject({ until: '2026-11-29T00:30:00.000Z' });
  });

  test('[F-CAM-1] can be ended by hand, which does not affect its match on another day', () => {
    const decision = { kind: 'OFF' as const, eventId: 'match', at: at('11:00') };
    expect(['10:59', '11:00', '12:30'].map((time) => isOpen(time, { decision }))).toEqual([true, false, false]);
    const moved = { ...event, scheduledStartDate: at('18:00'), scheduledFinishDate: at('20:00') };
    expect(isOpen('18:30', { decision, match: toAirtimeMatch(moved) })).toBe(true);
  });

  const decision = createOnDecision('match', Date.parse(at('10:00')));
  const cancelled = toAirtimeMatch({ ...event, state: 'CANCELLED' });
  const yesterday = { start: '2026-11-27T10:00:00.000Z', finish: '2026-11-27T12:00:00.000Z', takesPlace: true };
  const tonight = { start: at('20:00'), finish: at('22:00'), takesPlace: true };
  test.each([
    ['a match that was yesterday', { match: yesterday }],
    ['a cancelled match', { match: cancelled }],
    ['a cancelled match of an armed camera', { match: cancelled, decision }],
    ['a match without a new date', { match: toAirtimeMatch({ ...event, state: 'POSTPONED' }) }],
    ['no match', { sportEventId: null, match: null }],
    ['a match that was armed, then another', { sportEventId: 'other', match: tonight, decision }],
  ])('[F-CAM-2] does not run for %s', (_, fields) => {
    expect(isOpen('11:00', fields)).toBe(false);
  });
});

describe('a source of a stage that only warns about airtimes', () => {
  const camera = {
    kind: 'camera',
    isTest: false,
    sportEventId: 'match',
    eventIsHidden: false,
    title: '',
    match: toAirtimeMatch(event),
  } as StoredSource;
  const moment = { now: Date.parse(at('11:00')), rule: { ...rule, enforced: false } };

  test.each(['POSTPONED', 'CANCELLED'] as const)('[H-STATE-1] is not shown for a match that is %s', (state) => {
    const calledOff = { ...event, state };
    expect([isShown(camera, moment), isInAirtime(camera, moment)]).toEqual([true, true]);
    expect(isShown({ ...camera, match: toAirtimeMatch(calledOff) }, moment)).toBe(false);
    expect([isShown(camera, moment, calledOff), isInAirtime(camera, moment, calledOff)]).toEqual([false, false]);
  });

  test('[F-CAM-1] armed for one match is not armed again after it has shown another', () => {
    const armed = { ...camera, decision: createOnDecision('match', moment.now) };
    const other = disarmOnOtherMatch(armed, { ...armed, sportEventId: 'other' });
    expect(disarmOnOtherMatch(other, { ...other, sportEventId: 'match' }).decision).toBeNull();
    expect(disarmOnOtherMatch(armed, { ...armed, title: 'x' }).decision).toEqual(armed.decision);
    const ended = { ...camera, decision: { kind: 'OFF' as const, eventId: 'match', at: at('10:30') } };
    const away = disarmOnOtherMatch(ended, { ...ended, sportEventId: null });
    expect(disarmOnOtherMatch(away, { ...away, sportEventId: 'match' }).decision).toEqual(ended.decision);
  });
});

test('[F-CAM-1] staff of a club open an airtime, but end none, and none that was ended by hand', () => {
  const ended = { kind: 'OFF' as const, eventId: 'match', at: at('11:00') };
  const mayOpen = (decision: StoredSource['decision'], isOn = true) =>
    mayBeOpenedByClub({ sportEventId: 'match', decision: decision ?? null }, isOn);
  expect([mayOpen(null), mayOpen({ ...ended, eventId: 'other' })]).toEqual([true, true]);
  expect([mayOpen(null, false), mayOpen(ended)]).toEqual([false, false]);
});

describe('a source that is restricted to its airtime', () => {
  const camera = (since: string, fields: Partial<StoredSource> = {}) =>
    withShown(
      {
        ...source,
        kind: 'camera',
        isTest: false,
        eventIsHidden: false,
        title: '',
        eventTitle: 'Partido',
        ...fields,
      } as StoredSource,
      Date.parse(at(since)),
      rule,
    );
  const stream = (time: string, streamId: string) => ({ streamId, startedAt: at(time) });

  test('[F-CAM-1] follows the current event instead of its copy, and is always shown on stages that only warn', () => {
    const moment = { now: Date.parse(at('11:00')), rule };
    expect(isShown(camera('08:00'), moment, event)).toBe(true);
    expect(isShown(camera('08:00'), moment, { ...event, state: 'CANCELLED' })).toBe(false);
    expect(isShown(camera('08:00'), { ...moment, now: Date.parse(at('14:00')) })).toBe(false);
    expect(isShown(camera('08:00'), { now: Date.parse(at('14:00')), rule: { ...rule, enforced: false } })).toBe(true);
  });

  test('[F-CAM-1] gives no match to a broadcast that began before its time, and begins another within it', () => {
    const early = withObservedStream(camera('08:00'), stream('09:00', 's1'), Date.parse(at('09:00')), rule);
    expect(early?.broadcast?.event).toBeNull();
    const within = withObservedStream(early!, stream('09:31', 's2'), Date.parse(at('09:31')), rule);
    expect(within?.broadcast?.id).not.toBe(early?.broadcast?.id);
    expect(within?.broadcast?.event?.id).toBe('match');
    const late = { ...stream('13:01', 's3'), previousEndedAt: at('13:01') };
    const after = withObservedStream(within!, late, Date.parse(at('13:01')), rule);
    expect(after?.broadcast).toMatchObject({ streamId: 's3', event: null });
  });

  test('[F-CAM-2] keeps the part of a recording within its airtime, even if the match was rescheduled meanwhile', () => {
    const shown = camera('08:00');
    const whole = { startedAt: at('09:00'), endedAt: at('14:00') };
    expect(findAiredPart(shown, whole, rule)).toEqual({ from: at('09:30'), until: at('13:00') });
    expect(findAiredPart(shown, { ...whole, endedAt: at('09:31') }, rule)).toBeUndefined();
    const moved = camera('11:00', {
      shown: shown.shown,
      match: { start: '2026-12-05T10:00:00.000Z', finish: '2026-12-05T12:00:00.000Z', takesPlace: true },
    });
    expect(findAiredPart(moved, whole, rule)).toEqual({ from: at('09:30'), until: at('11:00') });
    expect(findAiredUntil(moved, at('10:00'), rule)).toBe(at('11:00'));
    expect(findShownEvent(moved, at('11:30'), at('12:00'), rule)).toBeNull();
    expect(findAiredPart(moved, { startedAt: at('11:10'), endedAt: at('14:00') }, rule)).toBeUndefined();
    const unlimited = { ...rule, enforced: false };
    expect(findAiredPart(moved, whole, unlimited)).toEqual({ from: at('09:00'), until: at('14:00') });
  });

  test('[F-CAM-1] is one unbroken period over changes that do not end it', () => {
    const before = camera('08:00');
    const decision = createOnDecision('match', Date.parse(at('12:00')));
    const armed = camera('12:00', { shown: before.shown, decision });
    expect(armed.shown).toHaveLength(2);
    expect(findAiredUntil(armed, at('10:00'), rule)).toBe(at('23:00'));
  });
});
