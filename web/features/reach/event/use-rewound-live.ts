/**
 * Keeps a live on the stage while its viewer has rewound it, even after it has ended or its camera has begun another
 * broadcast.
 */
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
  const onRewind = useCallback(
    (isRewound: boolean) => setRewound(isRewound ? (before) => before ?? latest.current : undefined),
    [],
  );
  const current = rewound?.eventId === eventId ? rewound : undefined;
  return {
    /** The rewound live, shown instead of those on air. */
    live: current?.live,
    /**
     * Returns what the stage plays. A rewound live stays after the end of its broadcast, but not once access is lost.
     */
    choose: (live: LiveCard | undefined, watchable: Watchable | undefined, isOnStage: boolean) => {
      const isGranted = watchable?.playback.granted ?? false;
      const isOver = watchable === undefined || watchable.playback.reason === 'OFFLINE';
      if (live && current?.live === live && isOnStage && (isGranted || isOver)) return current.watchable;
      const staged = isGranted && isOnStage ? watchable : undefined;
      if (live && staged?.live) latest.current = { eventId, live, watchable: staged };
      return staged;
    },
    onRewind,
    forget: useCallback(() => setRewound(undefined), []),
  };
}
