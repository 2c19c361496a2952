import { segmentMs } from '../../../../../shared/domain/phone-segments.ts';
import type { ServerClock } from '../capture/clocks.ts';
import type { SegmentStore } from '../keep/segment-store.ts';
import type { Studio } from './studio.ts';

/**
 * Ends the time in which the phone's own clock counts, once the server has answered: what was filmed meanwhile is moved
 * to the server's time, and what follows has it.
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
  if (movedMs !== 0 && studio?.isLive) await studio.interrupt(adopt);
  else adopt();
}
