/**
 * This viewer's delivery of a live, by its recording or without delay: the device's choice, limited by earlier
 * failures.
 */
import { useState } from 'react';
import type { Playback } from '../../../../shared/domain/playback-grant.ts';
import { isBoolean, useStored } from '../../../lib/use-stored.ts';
import type { DelayedLive } from '../../../player/player-props.ts';

export interface Delivery {
  /** The player's part; undefined without delay. */
  delayed: DelayedLive | undefined;
  choose: (isDelayed: boolean) => void;
}

/** Undefined if the live has one delivery only. */
export function useDelivery(itemKey: string, playback: Playback, startedAt: string | null): Delivery | undefined {
  const [prefersNow, preferNow] = useStored('live-without-delay', false, isBoolean);
  /** The item whose recording has failed; it is retried when the viewer chooses it. */
  const [failedKey, setFailedKey] = useState<string>();
  const { granted, delayedUrl } = playback;
  if (!granted || delayedUrl === undefined || startedAt === null) return undefined;
  const isDelayed = !prefersNow && failedKey !== itemKey;
  return {
    delayed: isDelayed ? { url: delayedUrl ?? undefined, startedAt, onFailed: () => setFailedKey(itemKey) } : undefined,
    choose: (chosen) => {
      preferNow(!chosen);
      setFailedKey(undefined);
    },
  };
}
