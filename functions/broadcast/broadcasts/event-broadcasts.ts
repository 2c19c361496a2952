/** The broadcasts that showed a match, and the folders of their recordings. */
import { sources } from '../live/store.ts';
import type { StoredBroadcast } from './rules.ts';
import { listBroadcasts } from './store.ts';

/** The broadcasts of all existing sources; those of a deleted source cannot be found. */
export async function listAllBroadcasts(): Promise<StoredBroadcast[]> {
  const broadcasts: StoredBroadcast[] = [];
  for (const { channelArn } of await sources.rows()) broadcasts.push(...(await listBroadcasts(channelArn)));
  return broadcasts;
}

export const listBroadcastsOfEvent = async (eventId: string, all = listAllBroadcasts): Promise<StoredBroadcast[]> =>
  (await all()).filter(({ event }) => event?.id === eventId);

/** The broadcasts of the channel that recorded into a folder, also if its source is deleted. */
export async function listBroadcastsOfFolder(prefix: string): Promise<StoredBroadcast[]> {
  const [, , account, channel] = prefix.split('/');
  return listBroadcasts(`arn:aws:ivs:${process.env.AWS_REGION}:${account}:channel/${channel}`);
}

/** Lists the folders of a broadcast's recordings: IVS may have started another one after a lost connection. */
export const listRecordingPrefixes = ({
  recordings,
  recordingPrefix,
}: Pick<StoredBroadcast, 'recordings' | 'recordingPrefix'>): string[] => [
  ...new Set([...Object.keys(recordings), ...(recordingPrefix ? [recordingPrefix] : [])]),
];
