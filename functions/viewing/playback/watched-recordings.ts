/**
 * Has recorded lives encoded that somebody watches, on stages that encode only those. The first viewer counts, and not
 * staff who check the picture: those who come after get seek-bar pictures, encryption and half the bytes.
 */
import { publishTransient } from '../../platform/events/domain-events.ts';
import { TtlCache } from '../../platform/lists/ttl-cache.ts';
import { encodesWhenWatched } from '../../recordings/media/broadcast-encoding.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';

/** A crowd asks once a minute and process. A lost request is repeated by the next viewer. */
const requested = new TtlCache<void>(60_000, 500);

export async function requestEncoding(vod: StoredVod, now: number): Promise<void> {
  if (!encodesWhenWatched(vod)) return;
  await requested.get(vod.id, now, () => publishTransient('RecordingWatched', { vodId: vod.id }));
}
