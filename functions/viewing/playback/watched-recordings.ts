/**
 * Requests the encoding of a recorded live when its first viewer, other than staff, watches it; for stages that encode
 * only watched recordings. Later viewers get seek-bar pictures, encryption and half the bytes.
 */
import { publishTransient } from '../../platform/events/domain-events.ts';
import { TtlCache } from '../../platform/lists/ttl-cache.ts';
import { encodesWhenWatched } from '../../recordings/media/broadcast-encoding.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';

/** At most one request per video, minute and process. The next viewer repeats a lost one. */
const requested = new TtlCache<void>(60_000, 500);

export async function requestEncoding(vod: StoredVod, now: number): Promise<void> {
  if (!encodesWhenWatched(vod)) return;
  await requested.get(vod.id, now, () => publishTransient('RecordingWatched', { vodId: vod.id }));
}
