/** The reason why a camera went off air, from the service's events of its stream. */
import { expect, test } from 'vitest';
import { failures } from '../../../functions/broadcast/broadcasts/rules.ts';
import { findCause } from '../../../functions/broadcast/ingest/lost-signal.ts';
import type { Ingest } from '../../../functions/broadcast/ingest/rules.ts';
import { buildEvent } from '../../support/records.ts';

const at = (time: string) => `2026-11-28T${time}:00.000Z`;
const event = { ...buildEvent({ scheduledStartDate: at('10:00'), scheduledFinishDate: at('12:00') }), version: 1 };
const broadcast = (endedAt: string, fields = {}) => ({ endedAt: at(endedAt), ...fields });
const createEvents = (...names: string[]) => names.map((name, index) => ({ name, at: at(`10:0${index}`) }));
const starving: Ingest = {
  state: 'STARVING',
  width: 1280,
  height: 720,
  framerate: 25,
  encoder: null,
  videoBitrate: 200_000,
  audioBitrate: 64_000,
  keyframeInterval: 2,
};

test('[H-STATE-3] finds why a camera lost its signal: cut off, starved, unplayable, or ended as usual', () => {
  const ended = createEvents('Stream Start', 'Stream End');
  expect(findCause(broadcast('10:42'), ended, event)).toBe('CUT');
  expect(findCause(broadcast('12:30'), ended, event)).toBe('ENDED');
  expect(findCause(broadcast('10:42'), ended, undefined)).toBe('ENDED');
  expect(findCause(broadcast('10:42'), ended, { ...event, state: 'FINISHED' })).toBe('ENDED');
  expect(findCause(broadcast('10:42'), createEvents('Stream Start', 'Starvation Start', 'Stream End'), event)).toBe(
    'STARVED',
  );
  const recovered = createEvents('Starvation Start', 'Starvation End', 'Stream End');
  expect(findCause(broadcast('10:42'), recovered, event)).toBe('CUT');
  expect(findCause(broadcast('10:42', { health: starving }), ended, event)).toBe('STARVED');
  expect(findCause(broadcast('10:42'), createEvents('Stream Failure'), event)).toBe('UNPLAYABLE');
  expect(findCause(broadcast('10:42', { failure: failures.unplayable }), [], event)).toBe('UNPLAYABLE');
});
