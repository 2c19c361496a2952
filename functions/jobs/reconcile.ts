/**
 * Every minute: repairs what lost or late events left behind. Sources follow what IVS has on air, encodings follow
 * MediaConvert, a source that arrived unnoticed is encoded, and messages that could not be sent are tried again.
 */

import { environment } from '../aws/environment.ts';
import { currentStreams } from '../aws/live-streaming.ts';
import { objectSize } from '../aws/storage.ts';
import { streamObserved } from '../live/rules.ts';
import { sources } from '../live/store.ts';
import { deliverWaiting } from '../mail/outbox.ts';
import { beginEncoding, followJob, submit } from '../media/encode.ts';
import type { MediaItem } from '../media/kinds.ts';
import { mediaCollection, mediaKinds } from '../media/kinds.ts';
import { encodingFailed, failures, isAbandoned } from '../media/rules.ts';
import { notePeak } from '../playback/views.ts';

/** Time for the ordinary event to do the work first. */
const patienceMs = 60_000;

export async function handler(): Promise<void> {
  const now = Date.now();
  await reconcileSources(now);
  await deliverWaiting(now);
  for (const kind of mediaKinds) {
    const collection = mediaCollection(kind);
    const unfinished = (await collection.rows()).filter(({ status }) => status === 'SENT' || status === 'STARTED');
    for (const item of await collection.items(unfinished)) await reconcileMedia(kind, item, now);
  }
}

async function reconcileSources(now: number): Promise<void> {
  const rows = await sources.rows();
  if (rows.length === 0) return;
  const onAir = new Map((await currentStreams()).map((stream) => [stream.channelArn, stream]));
  for (const row of rows) {
    const stream = onAir.get(row.channelArn);
    if (!stream && !row.broadcast) continue;
    const source = await sources.change(row.id, (before) => streamObserved(before, stream, now));
    if (source?.broadcast && stream?.viewers) {
      await notePeak(`live/${source.id}`, source.broadcast.startedAt, stream.viewers);
    }
  }
}

async function reconcileMedia(kind: (typeof mediaKinds)[number], item: MediaItem, now: number): Promise<void> {
  const { pending } = item;
  if (pending) {
    if (now - Date.parse(pending.startedAt) < patienceMs) return;
    if (pending.jobId) await followJob(pending.jobId, now);
    else await submit({ kind, id: item.id }, pending.generation);
  } else if (item.status === 'SENT' && item.source?.bucket === 'uploads') {
    const arrived = await objectSize({ bucket: environment('UPLOADS_BUCKET'), key: item.source.key });
    if (arrived !== undefined) await beginEncoding({ kind, id: item.id }, now);
    else if (isAbandoned(item.dateCreated, now)) {
      await mediaCollection(kind).change(item.id, (current) => encodingFailed(current, null, failures.abandoned));
    }
  } else if (item.status === 'SENT') {
    await beginEncoding({ kind, id: item.id }, now);
  }
}
