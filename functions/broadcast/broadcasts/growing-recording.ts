/**
 * Decides whether viewers can rewind a running broadcast to its start. They then watch its recording, whose playlists
 * IVS rewrites every half minute. After a change of settings IVS may start another recording; the latest counts.
 */
import type { Range } from '../../../shared/domain/withdrawn.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { TtlCache } from '../../platform/lists/lru-cache.ts';
import { playlistAddress } from '../../recordings/media/ivs-recording.ts';
import { isPhonePrefix } from '../../recordings/media/phone-recording.ts';
import { isAiredSinceStart } from '../live/airtime.ts';
import { isOnAir, type StoredSource } from '../live/rules.ts';
import { type BroadcastRef, getBroadcast } from './store.ts';

export interface RewindableBroadcast {
  id: string;
  /** Ranges that were taken out of it, in milliseconds since the Unix epoch. */
  withdrawn: readonly Range[];
}

const rewindable = new TtlCache<RewindableBroadcast | null>(2_000, 500);

/** Finds the broadcast if viewers can watch it from its start; IVS lists the first files after half a minute. */
export async function findRewindableBroadcast(
  source: StoredSource,
  now: number,
): Promise<RewindableBroadcast | undefined> {
  const { channelArn, broadcast } = source;
  if (!broadcast || !isOnAir({ broadcast }, now) || !isAiredSinceStart(source, broadcast.startedAt, now))
    return undefined;
  const { id } = broadcast;
  return (await rewindable.get(id, now, () => findListed({ channelArn, id }))) ?? undefined;
}

async function findListed(ref: BroadcastRef): Promise<RewindableBroadcast | null> {
  const { recordingPrefix, withdrawn = [] } = (await getBroadcast(ref)) ?? {};
  if (recordingPrefix === undefined) return null;
  const isListed =
    isPhonePrefix(recordingPrefix) || (await readObject(playlistAddress(recordingPrefix), 1)) !== undefined;
  return isListed ? { id: ref.id, withdrawn: withdrawn.map(({ from, to }) => ({ from, to })) } : null;
}
