/** Stores a viewer's position and the played parts of a recording. */
import type { ShelfVideo } from '../../../shared/contract/library.ts';
import type { PlaybackReport, VideoPlaybackReport } from '../../../shared/domain/playback-report.ts';
import { events } from '../../league/events/store.ts';
import { type Caller, isAdmin } from '../../platform/auth/rules.ts';
import { TtlCache } from '../../platform/lists/lru-cache.ts';
import type { StoredVod } from '../../recordings/vods/rules.ts';
import { decideAccess } from '../playback/rules.ts';
import { countParts } from '../playback/views.ts';
import { findPublished, type PublishedVideo } from './library-videos.ts';
import { keepPosition } from './store.ts';

/** `found` is the item of the video. Idempotent. */
export async function keepProgress(
  caller: Caller,
  video: ShelfVideo,
  published: PublishedVideo,
  { position, watched }: PlaybackReport,
  now: number,
): Promise<void> {
  await Promise.all([
    keepPosition(caller.user.id, video, position, now),
    // Only recordings have an audience curve.
    'sport' in published && watched.length > 0 && countPlayed(caller, published, watched),
  ]);
}

/** Like `keepProgress`, from a watch report; ignores a deleted video. */
export async function keepReported(
  caller: Caller,
  { kind, id, ...played }: VideoPlaybackReport,
  now: number,
): Promise<void> {
  const video = { kind, id };
  const item = await publishedCache.get(`${kind}/${id}`, now, () => findPublished(video));
  if (item) await keepProgress(caller, video, item, played, now);
}

/** A whole audience reports the same match: a function reads it once a second. */
const publishedCache = new TtlCache<PublishedVideo | undefined>(1_000, 500);

/** Counts every permitted viewer, except admins. */
async function countPlayed(caller: Caller, vod: StoredVod, watched: readonly number[]): Promise<void> {
  if (isAdmin(caller.user) || !(await mayWatch(caller, vod))) return;
  await countParts(`vods/${vod.id}`, caller.user.id, watched);
}

async function mayWatch(caller: Caller, { sportEventId, clubIds }: StoredVod): Promise<boolean> {
  // A personal right is enough, even if the match is not visible.
  const unread = sportEventId ? { id: sportEventId, isPublic: false } : undefined;
  if (decideAccess(caller, { event: unread, clubIds }).granted) return true;
  const event = sportEventId ? await events.get(sportEventId) : undefined;
  return decideAccess(caller, { event, clubIds }).granted;
}
