import { segmentMs } from '../../../../../shared/domain/phone-segments.ts';
import type { ServerClock } from '../capture/clocks.ts';
import type { SegmentStore } from '../keep/segment-store.ts';
import type { Studio } from './studio.ts';

/**
 * Ends the use of the phone's own clock, once the server has answered: stored segments are moved to the server's time,
 * and later ones have it.
 */
export async function settleTime(clock: ServerClock, store: SegmentStore, studio: Studio | undefined): Promise<void> {
  const { correction } = clock;
  if (correction === undefined) return;
  // Segments stay on the grid of slots; the rest of the correction is a second at most.
  const movedMs = segmentMs * Math.round(correction / segmentMs);
  const adopt = () => {
    clock.adopt();
    store.moveAssumed(movedMs);
  };
  if (movedMs !== 0 && studio) await studio.interrupt(adopt);
  else adopt();
}
