/** The delivery of a running live to viewers; `liveDelivery` in infra/settings.ts explains both values. */
import { liveDelayMs } from '../../../shared/domain/limits.ts';
import { optionalEnvironment } from '../../platform/aws/environment.ts';
import type { Decision } from './rules.ts';

export const liveDeliveries = ['IVS', 'RECORDING'] as const;
export type LiveDelivery = (typeof liveDeliveries)[number];

export const isDeliveredByRecording = (): boolean => optionalEnvironment('LIVE_DELIVERY') === 'RECORDING';

/** Age of a broadcast from which IVS delivers it if its recording is still missing. */
const maxWaitMs = 90_000;

/**
 * Decides how a live is delivered. `ready`: from its recording, which is as long as the delay. `waiting`: from its
 * recording, which is too short yet. `none`: by IVS, as always to staff, who check the picture without delay.
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
  return age < maxWaitMs ? 'waiting' : 'none';
}
