/**
 * The recording of a broadcast that is on the air: the service writes its playlists anew every half a minute. Where it
 * records one broadcast in several, as after a change of its settings, it is the last one, from its own first second.
 */
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { TtlCache } from '../../platform/lists/ttl-cache.ts';
import { isOnAir, type StoredSource } from '../live/rules.ts';
import { type BroadcastRef, getBroadcast } from './store.ts';

const looks = new TtlCache<boolean>(2_000, 500);

/** The broadcast on the air at a source that can be watched from its beginning; the first half a minute cannot. */
export async function canGoBackTo({ channelArn, broadcast }: StoredSource, now: number): Promise<string | undefined> {
  if (!broadcast || !isOnAir({ broadcast }, now)) return undefined;
  const { id } = broadcast;
  return (await looks.get(id, now, () => isListed({ channelArn, id }))) ? id : undefined;
}

async function isListed(ref: BroadcastRef): Promise<boolean> {
  const prefix = (await getBroadcast(ref))?.recordingPrefix;
  return prefix !== undefined && (await readObject(playlistOf(prefix), 1)) !== undefined;
}

/** A recording's playlist: the master, or that of a rendition. */
export const playlistOf = (prefix: string, rendition?: string) => ({
  bucket: environment('RECORDINGS_BUCKET'),
  key: `${hlsFolder(prefix)}/${rendition ? `${rendition}/playlist` : 'master'}.m3u8`,
});

export const hlsFolder = (prefix: string) => `${prefix}/media/hls`;
