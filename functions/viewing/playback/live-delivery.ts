/** The delivery of a running live to viewers; `liveDelivery` in infra/settings.ts explains both values. */
import { liveDelayMs } from '../../../shared/domain/limits.ts';
import { optionalEnvironment } from '../../platform/aws/environment.ts';
import type { Decision } from './rules.ts';

export const liveDeliveries = ['IVS', 'RECORDING'] as const;
export type LiveDelivery = (typeof liveDeliveries)[number];

export const isDeliveredByRecording = (): boolean => optionalEnvironment('LIVE_DELIVERY') === 'RECORDING';

/** A broadcast of this age without a recording is delivered by IVS instead. */
const maxWaitMs = 90_000;

/**
 * Decides how a live is delivered: by IVS (`none`), from its recording (`ready`), or not yet (`waiting`), while the
 * recording is shorter than the delay. Staff always get IVS, to check the picture without delay.
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
