/** Delivery of lives from their recording instead of IVS. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findDelayedDelivery } from '../../../functions/viewing/playback/live-delivery.ts';
import { liveDelayMs } from '../../../shared/domain/limits.ts';

const startedAt = '2026-11-27T17:00:00.000Z';
const find = (age: number, { isRecorded = true, reason = 'SUBSCRIPTION' as 'SUBSCRIPTION' | 'ADMIN' } = {}) =>
  findDelayedDelivery({ granted: true, reason }, { startedAt, isRecorded }, Date.parse(startedAt) + age);

beforeEach(() => {
  vi.stubEnv('LIVE_DELIVERY', 'RECORDING');
});
afterEach(() => vi.unstubAllEnvs());

test('waits until the recording of a live is as long as its delay', () => {
  expect([find(0), find(liveDelayMs - 1), find(liveDelayMs)]).toEqual(['waiting', 'waiting', 'ready']);
  expect(find(4_000, { isRecorded: false })).toBe('waiting');
});

test('[D-DVR-2] delivers a live by IVS if its recording has not begun after 90 s', () => {
  expect(find(89_999, { isRecorded: false })).toBe('waiting');
  expect(find(90_000, { isRecorded: false })).toBe('none');
});

test('delivers by IVS to staff, and to everybody on stages without the setting', () => {
  expect(find(120_000, { reason: 'ADMIN' })).toBe('none');
  for (const setting of ['IVS', undefined]) {
    vi.stubEnv('LIVE_DELIVERY', setting);
    expect(find(120_000)).toBe('none');
  }
});
