/** The costs of an hour from a phone, and the quota that an audience meets first. */
import { expect, test } from 'vitest';
import { listPhoneHour } from '../../../infra/costs/phone-hour.ts';
import { toSharedPlaylistMs } from '../../../shared/domain/limits.ts';

test('[G-PHONE-8] an hour of match from a phone costs less than 0.30 $', () => {
  const total = listPhoneHour().reduce((sum, [, dollars]) => sum + dollars, 0);
  expect(total).toBeGreaterThan(0.05);
  expect(total).toBeLessThan(0.3);
});

test('[G-PHONE-8] 100,000 viewers check their rights far below API Gateway’s 10,000 requests a second', () => {
  const countChecks = (periodMs: number) => 100_000 / (periodMs / 1000);
  // A player asks a little earlier, spread over the last third.
  const period = toSharedPlaylistMs('main_live.m3u8') * 0.7;
  expect(countChecks(period)).toBeLessThan(300);
  expect(countChecks(toSharedPlaylistMs('720p30.m3u8'))).toBeGreaterThan(3_000);
});
