/** Assigns a recording to its broadcast, and decides when no more recordings will come. */
import { describe, expect, test } from 'vitest';
import {
  assertHasNoVideo,
  decideConclusion,
  failures,
  findBroadcast,
  isNightlyRun,
  listHourFolders,
  mayHaveUnknownRecording,
  type StoredBroadcast,
  toState,
} from '../../../functions/broadcast/broadcasts/rules.ts';
import { createPhoneChannel } from '../../../functions/broadcast/phone/phone-channel.ts';

const start = Date.parse('2026-11-21T09:58:00Z');
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString();
const arn = 'arn:aws:ivs:eu-west-1:123456789012:channel/AbCdEf123456';
const event = { id: 'event', title: 'Partido', sport: 'SOCCER' as const, clubIds: [] };
const broadcast = (fields: Partial<StoredBroadcast> = {}): StoredBroadcast => ({
  id: 'one',
  channelArn: arn,
  sourceId: 'camera',
  startedAt: at(0),
  endedAt: at(3600),
  event,
  streamIds: ['st-1'],
  recordings: {},
  ...fields,
});

test.each([
  ['on air now', { startedAt: at(-3600), stoppedAt: null }, undefined, true],
  ['on air yesterday', { startedAt: at(-90_000), stoppedAt: at(-86_400) }, undefined, true],
  ['on air last month', { startedAt: at(-30 * 86_400), stoppedAt: at(-30 * 86_400) }, undefined, false],
  ['never on air', null, undefined, false],
  ['never on air, with a match today', null, [at(0), at(7200)], true],
  [
    'last month, with a match today',
    { startedAt: at(-30 * 86_400), stoppedAt: at(-30 * 86_400) },
    [at(0), at(7200)],
    true,
  ],
  ['never on air, with a match next week', null, [at(7 * 86_400), at(7 * 86_400 + 7200)], false],
  ['never on air, with a match last week', null, [at(-7 * 86_400), at(-7 * 86_400 + 7200)], false],
] as const)('[B-API-97] looks for recordings of a camera %s where it may have one', (_, last, match, expected) => {
  const shown = match && { scheduledStartDate: match[0], scheduledFinishDate: match[1] };
  expect(mayHaveUnknownRecording(last, shown, start)).toBe(expected);
});

test('checks every camera in one run per night', () => {
  const runs = Array.from({ length: 144 }, (_, index) => Date.parse('2026-11-21T00:04:00Z') + index * 600_000);
  expect(runs.filter(isNightlyRun)).toEqual([Date.parse('2026-11-21T03:04:00Z')]);
});

describe('a recording', () => {
  const first = broadcast();
  const second = broadcast({ id: 'two', startedAt: at(3620), endedAt: null, streamIds: ['st-2'] });
  const findFor = (seconds: number, streamIds?: string[]) =>
    findBroadcast([second, first], { startedAt: at(seconds), ...(streamIds && { streamIds }) })?.id;

  test('[B-API-97] belongs to the broadcast of its streams, the first of several', () => {
    expect(findFor(5000, ['st-1'])).toBe('one');
    expect(findFor(1, ['st-2'])).toBe('two');
    expect(findFor(1, ['st-1', 'st-2'])).toBe('one');
  });

  test('[B-API-97] belongs to the broadcast in which it began if its streams are unknown', () => {
    expect(findFor(1)).toBe('one');
    expect(findFor(3599)).toBe('one');
    expect(findFor(3622)).toBe('two');
    expect(findFor(-60)).toBeUndefined();
    expect(findBroadcast([first], { startedAt: at(3700) })).toBeUndefined();
  });

  test('[B-API-97] never belongs to the broadcast of another match, however close in time', () => {
    const trace = (seconds: number, eventId: string) => ({ startedAt: at(seconds), eventId });
    expect(findBroadcast([first], trace(3605, 'event'))?.id).toBe('one');
    expect(findBroadcast([first], trace(3605, 'next'))).toBeUndefined();
    const lateEnd = broadcast({ endedAt: at(3640) });
    expect(findBroadcast([lateEnd], trace(3620, 'next'))).toBeUndefined();
    const next = broadcast({ id: 'two', startedAt: at(3602), event: { ...event, id: 'next' }, streamIds: ['st-2'] });
    expect(findBroadcast([lateEnd, next], trace(3599, 'event'))?.id).toBe('one');
  });
});

test('[B-API-97] ends a broadcast as a video, or as a failure without a recording', () => {
  const minutesLater = (minutes: number) => start + 3_600_000 + minutes * 60_000;
  expect(decideConclusion(broadcast({ endedAt: null }), minutesLater(60))).toBeUndefined();
  expect(decideConclusion(broadcast(), minutesLater(5))).toBeUndefined();
  expect(decideConclusion(broadcast(), minutesLater(20))).toEqual({ failure: failures.missing });
  // A phone without coverage sends its last segments, and with them its recording, later.
  const { channelArn } = createPhoneChannel('phone');
  expect(decideConclusion(broadcast({ channelArn }), minutesLater(40))).toBeUndefined();
  expect(decideConclusion(broadcast({ channelArn }), minutesLater(50))).toEqual({ failure: failures.missing });
  const video = { prefix: { kind: 'VIDEO' as const, vodId: 'vod' } };
  expect(decideConclusion(broadcast({ recordings: video }), minutesLater(1))).toEqual({ failure: null });
  const failed = { prefix: { kind: 'FAILED' as const, reason: failures.service } };
  expect(decideConclusion(broadcast({ recordings: failed }), minutesLater(1))).toEqual({ failure: failures.service });
  expect(decideConclusion(broadcast({ endedAt: at(3) }), minutesLater(1))).toEqual({ failure: null });
  expect(decideConclusion(broadcast({ event: null }), minutesLater(20))).toEqual({ failure: null });
});

test('[B-API-96] shows the state of the recording to staff', () => {
  expect(toState(broadcast({ endedAt: null }))).toBe('ON_AIR');
  expect(toState(broadcast())).toBe('SAVING');
  expect(toState(broadcast({ closedAt: at(4000), failure: null }))).toBe('NOT_KEPT');
  expect(toState(broadcast({ closedAt: at(4000), failure: failures.missing }))).toBe('FAILED');
  expect(toState(broadcast({ recordings: { p: { kind: 'VIDEO', vodId: 'vod' } } }))).toBe('RECORDED');
});

test('[F-TAKE-2] takes no removed seconds once it has its video', () => {
  expect(() => assertHasNoVideo(broadcast({ recordings: { p: { kind: 'NOT_KEPT' } } }))).not.toThrow();
  const recorded = broadcast({ recordings: { p: { kind: 'VIDEO', vodId: 'vod' } } });
  expect(() => assertHasNoVideo(recorded)).toThrow(expect.objectContaining({ code: 'BRD4090' }));
});

test('[B-API-97] searches recordings under the hours on air', () => {
  const folder = 'ivs/v1/123456789012/AbCdEf123456/2026/11/21';
  expect(listHourFolders(broadcast())).toEqual([`${folder}/9/`, `${folder}/10/`]);
  expect(listHourFolders(broadcast({ endedAt: at(10) }))).toEqual([`${folder}/9/`]);
});
