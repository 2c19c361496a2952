/**
 * Views of lives that the streaming service gave out: it asks nobody again while one runs, so each is kept with its
 * session, to be ended there when its session, its right or the user's one stream is somebody else's.
 */
import { createHash } from 'node:crypto';
import { deleteItem, type Key, putItem, queryItems } from '../../platform/aws/dynamo.ts';
import { endLiveView, type LiveView } from '../../platform/aws/live-streaming.ts';

export interface KeptView extends LiveView, Key {
  sessionHash: string;
}

/** Longer than any broadcast (seconds); after that the service has ended it. */
const keepSeconds = 24 * 3600;

/**
 * Notes when somebody's views are to be judged again because the clock may have ended their right: nothing else tells.
 * One item a person and instant; at a season's end it is the same instant for all, hence several partitions.
 */
export async function judgeLater(userId: string, at: number, now: number): Promise<void> {
  if (at > now + keepSeconds * 1000) return;
  const sk = `${new Date(at).toISOString()}#${userId}`;
  await putItem('leases', {
    pk: duePartition(shardOf(userId)),
    sk,
    userId,
    expiresAt: Math.ceil(at / 1000) + keepSeconds,
  });
}

/** Those whose instant has come, each until `judge` has looked. */
export async function judgeDue(now: number, judge: (userId: string) => Promise<void>): Promise<void> {
  const before = new Date(now).toISOString();
  for (let shard = 0; shard < shards; shard += 1) {
    for await (const page of queryItems<Key & { userId: string }>('leases', duePartition(shard), { before })) {
      for (const { pk, sk, userId } of page) {
        await judge(userId);
        await deleteItem('leases', { pk, sk });
      }
    }
  }
}

/** Keep a view before its address is given out: what is not kept cannot be ended. */
export async function keepLiveView(userId: string, sessionHash: string, view: LiveView, now: number): Promise<void> {
  const sk = `LIVE#${sessionHash}#${view.channelArn}`;
  const expiresAt = Math.ceil(now / 1000) + keepSeconds;
  await putItem('leases', { pk: userKey(userId), sk, sessionHash, ...view, expiresAt });
}

/** Ends the views that `which` says, at the service and here. Safe to repeat. */
export async function endLiveViews(
  userId: string,
  which: (view: KeptView) => boolean | Promise<boolean>,
): Promise<void> {
  for await (const views of queryItems<KeptView>('leases', userKey(userId), { prefix: 'LIVE#' })) {
    for (const view of views) {
      if (!(await which(view))) continue;
      await endLiveView(view);
      await deleteItem('leases', { pk: view.pk, sk: view.sk });
    }
  }
}

const shards = 8;
const shardOf = (userId: string) => createHash('sha256').update(userId).digest().readUInt32BE() % shards;
const duePartition = (shard: number) => `DUE#${shard}`;
const userKey = (userId: string) => `USER#${userId}`;
