/**
 * Chooses how a live plays: from its recording, about a minute late, or without delay. The browser remembers the
 * choice. If the recording fails, the live plays without delay.
 */
import { useState } from 'react';
import type { Playback } from '../../../../shared/domain/playback-grant.ts';
import { isBoolean, useStored } from '../../../lib/use-stored.ts';
import type { DelayedLive } from '../../../player/player-props.ts';

export interface Delivery {
  delayed: DelayedLive | undefined;
  choose: (isDelayed: boolean) => void;
}

/** Undefined if there is only one way to play the live. */
export function useDelivery(itemKey: string, playback: Playback, startedAt: string | null): Delivery | undefined {
  const [prefersNow, preferNow] = useStored('live-without-delay', false, isBoolean);
  /** Key of the item whose recording has failed, until the user chooses delayed playback again. */
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
