/**
 * Broadcasts that ended without a video, in the table `broadcasts`: an item FAILED / {id} for each, so that 'Hoy' need
 * not search every channel.
 */
import { encodeTime } from 'ulid';
import { putWrite, type Write } from '../../platform/aws/dynamo.ts';
import { queryAll } from '../../platform/aws/dynamo-queries.ts';
import { type StoredBroadcast, toState } from './rules.ts';
import { type BroadcastRef, getBroadcasts } from './store.ts';

const partition = 'FAILED';

export const markFailedWrite = ({ id, channelArn }: BroadcastRef): Write =>
  putWrite('broadcasts', { pk: partition, sk: id, id, channelArn });

/** Lists failed broadcasts that began after `since`, newest first, without those whose recording came late. */
export async function listFailedBroadcasts(since: number): Promise<StoredBroadcast[]> {
  const refs = await queryAll<BroadcastRef>('broadcasts', partition, { after: encodeTime(since) });
  const broadcasts = await getBroadcasts(refs.toReversed().slice(0, maxReads));
  return broadcasts.flatMap((broadcast) => (broadcast && toState(broadcast) === 'FAILED' ? [broadcast] : []));
}

/** DynamoDB's limit of one BatchGetItem. */
const maxReads = 100;
