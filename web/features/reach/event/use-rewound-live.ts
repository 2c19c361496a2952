/** Keeps the live that its viewer has rewound on the match's page, even after it ended or its camera began another. */
import { useCallback, useRef, useState } from 'react';
import type { LiveCard } from '../../../../shared/contract/live.ts';
import type { useWatchable } from '../../league/events/use-watchable.ts';

type Watchable = NonNullable<ReturnType<typeof useWatchable>['data']>;

interface ShownLive {
  eventId: string;
  live: LiveCard;
  watchable: Watchable;
}

export function useRewoundLive(eventId: string) {
  const [rewound, setRewound] = useState<ShownLive>();
  const latest = useRef<ShownLive>(undefined);
  const onBack = useCallback(
    (isBack: boolean) => setRewound(isBack ? (before) => before ?? latest.current : undefined),
    [],
  );
  const held = rewound?.eventId === eventId ? rewound : undefined;
  return {
    /** The held live, in place of those on air. */
    live: held?.live,
    /** Chooses the picture on the stage: lost access is shown at once; the end of the broadcast is not lost access. */
    choose: (live: LiveCard | undefined, watchable: Watchable | undefined, isOnStage: boolean) => {
      const isGranted = watchable?.playback.granted ?? false;
      const isOver = watchable === undefined || watchable.playback.reason === 'OFFLINE';
      if (live && held?.live === live && isOnStage && (isGranted || isOver)) return held.watchable;
      const staged = isGranted && isOnStage ? watchable : undefined;
      if (live && staged?.live) latest.current = { eventId, live, watchable: staged };
      return staged;
    },
    onBack,
    forget: useCallback(() => setRewound(undefined), []),
  };
}
