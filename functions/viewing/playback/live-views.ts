/**
 * Views of lives that the streaming service gave out: it asks nobody again while one runs, so each is kept with its
 * session, to be ended there when its session, its right or the user's one stream is somebody else's.
 */
import { deleteItem, type Key, putItem, queryItems } from '../../platform/aws/dynamo.ts';
import { endLiveView, type LiveView } from '../../platform/aws/live-streaming.ts';
import { everyShard, shardOf } from '../../platform/aws/shards.ts';

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

/**
 * Those whose instant has come, each until `judge` has looked: one that fails keeps nobody else waiting, and is thrown in
 * the end, to be looked at again the next time.
 */
export async function judgeDue(now: number, judge: (userId: string) => Promise<void>): Promise<void> {
  const before = new Date(now).toISOString();
  const failed: unknown[] = [];
  const judgeOne = async ({ pk, sk, userId }: Key & { userId: string }) => {
    try {
      await judge(userId);
      await deleteItem('leases', { pk, sk });
    } catch (error) {
      failed.push(error);
    }
  };
  await Promise.all(
    everyShard.map(async (shard) => {
      for await (const page of queryItems<Key & { userId: string }>('leases', duePartition(shard), { before }))
        for (const due of page) await judgeOne(due);
    }),
  );
  if (failed.length > 0) throw new AggregateError(failed, `${failed.length} live views were not judged`);
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

const duePartition = (shard: number) => `DUE#${shard}`;
const userKey = (userId: string) => `USER#${userId}`;
