/**
 * Views of lives that the streaming service gave out: it asks nobody again while one runs, so each is kept with its
 * session, to be ended there when its session, its right or the user's one stream is somebody else's.
 */
import { deleteItem, type Key, putItem, queryItems } from '../../platform/aws/dynamo.ts';
import { endLiveView, type LiveView } from '../../platform/aws/live-streaming.ts';

export interface KeptView extends LiveView, Key {
  sessionHash: string;
}

/** Longer than any broadcast (seconds); after that the service has ended it. */
const keepSeconds = 24 * 3600;

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

const userKey = (userId: string) => `USER#${userId}`;
