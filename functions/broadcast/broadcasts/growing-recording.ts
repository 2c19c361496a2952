/**
 * The recording of a running broadcast, whose playlists IVS rewrites every half minute. If there are several, as after
 * changed settings, it is the last one.
 */
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { TtlCache } from '../../platform/lists/ttl-cache.ts';
import { isAiredSinceStart } from '../live/airtime.ts';
import { isOnAir, type StoredSource } from '../live/rules.ts';
import { type BroadcastRef, getBroadcast } from './store.ts';

const looks = new TtlCache<boolean>(2_000, 500);

/** Id of the broadcast if it can be watched from its start, which takes half a minute. */
export async function findRewindableBroadcast(source: StoredSource, now: number): Promise<string | undefined> {
  const { channelArn, broadcast } = source;
  if (!broadcast || !isOnAir({ broadcast }, now) || !isAiredSinceStart(source, broadcast.startedAt, now))
    return undefined;
  const { id } = broadcast;
  return (await looks.get(id, now, () => isListed({ channelArn, id }))) ? id : undefined;
}

async function isListed(ref: BroadcastRef): Promise<boolean> {
  const prefix = (await getBroadcast(ref))?.recordingPrefix;
  return prefix !== undefined && (await readObject(playlistAddress(prefix), 1)) !== undefined;
}

/** The master playlist of a recording, or that of a rendition. */
export const playlistAddress = (prefix: string, rendition?: string) => ({
  bucket: environment('RECORDINGS_BUCKET'),
  key: `${hlsFolder(prefix)}/${rendition ? `${rendition}/playlist` : 'master'}.m3u8`,
});

export const hlsFolder = (prefix: string) => `${prefix}/media/hls`;
