/** The delivery of a running live to viewers; `liveDelivery` in infra/settings.ts explains both values. */
import { liveDelayMs } from '../../../shared/domain/limits.ts';
import { optionalEnvironment } from '../../platform/aws/environment.ts';
import type { Decision } from './rules.ts';

export const liveDeliveries = ['IVS', 'RECORDING'] as const;
export type LiveDelivery = (typeof liveDeliveries)[number];

export const isDeliveredByRecording = (): boolean => optionalEnvironment('LIVE_DELIVERY') === 'RECORDING';

/** Milliseconds after which a broadcast without a recording is not waited for any longer. */
const longestWaitMs = 90_000;

/**
 * `ready`: the recording has enough for its distance from the end. `waiting`: it will. `none`: IVS delivers, also to
 * staff, who check the picture as it is now.
 */
export function findDelayedDelivery(
  { reason }: Decision,
  { startedAt, isRecorded }: { startedAt: string | undefined; isRecorded: boolean },
  now: number,
): 'ready' | 'waiting' | 'none' {
  if (!isDeliveredByRecording() || startedAt === undefined || reason === 'ADMIN' || reason === 'CLUB_STAFF')
    return 'none';
  const age = now - Date.parse(startedAt);
  if (isRecorded && age >= liveDelayMs) return 'ready';
  return age < longestWaitMs ? 'waiting' : 'none';
}
