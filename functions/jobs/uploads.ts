/** Objects that arrive in the uploads bucket, and uploads whose parts are complete. */
import { transact } from '../platform/aws/dynamo.ts';
import type { ObjectCreated, ServiceEvent } from '../platform/aws/service-events.ts';
import { findDeleted } from '../recordings/media/deleted-videos.ts';
import { beginEncoding } from '../recordings/media/encoding.ts';
import { noteUploadGarbage } from '../recordings/media/garbage.ts';
import { getMediaCollection, isMediaKind } from '../recordings/media/media-kinds.ts';
import { awaitsEncoding, canPlaySource } from '../recordings/media/rules.ts';
import { packSource } from '../recordings/packing/pack-source.ts';
import { finishUpload } from '../recordings/uploads/finish-upload.ts';
import { parseSourceKey } from '../recordings/uploads/rules.ts';
import { getUpload } from '../recordings/uploads/store.ts';

/** A source has arrived: starts its encoding, or deletes it if its video no longer exists. Idempotent. */
export async function uploadArrived(event: ObjectCreated): Promise<void> {
  const target = parseSourceKey(event.detail.object.key);
  if (!target || !isMediaKind(target.kind)) return;
  const ref = { kind: target.kind, id: target.id };
  const item = await getMediaCollection(ref.kind).get(ref.id);
  if (item) {
    if (item.status === 'SENT' || awaitsEncoding(item)) await beginEncoding(ref, Date.now());
  } else if (!(await findDeleted(ref.kind, ref.id))) {
    await transact(noteUploadGarbage(ref.kind, ref.id, Date.now()));
  }
}

/**
 * Packs a source that browsers can play without an encoding, so that it plays within seconds. A function of its own, so
 * that its failures and duration do not delay the encoding. Idempotent.
 */
export async function sourceArrived(event: ObjectCreated): Promise<void> {
  const target = parseSourceKey(event.detail.object.key);
  if (!target || !isMediaKind(target.kind)) return;
  const item = await getMediaCollection(target.kind).get(target.id);
  if (item && canPlaySource(item)) await packSource({ kind: target.kind, id: target.id }, Date.now());
}

/** Completes large uploads, which takes longer than a browser can wait. */
export async function completeUpload({ detail }: ServiceEvent<{ uploadId: string }>): Promise<void> {
  const upload = await getUpload(detail.uploadId);
  if (upload) await finishUpload(upload);
}
