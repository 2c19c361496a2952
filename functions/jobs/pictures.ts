import { ApiError } from '../../shared/contract/errors.ts';
import { sources } from '../broadcast/live/store.ts';
import { environment } from '../platform/aws/environment.ts';
import type { ObjectCreated } from '../platform/aws/service-events.ts';
import { readObject } from '../platform/aws/storage.ts';
import { log } from '../platform/observability/log.ts';
import { type PictureKind, parsePictureInboxKey } from '../recordings/pictures/rules.ts';
import { type Pictured, pictured, setPicture } from '../recordings/pictures/store.ts';
import { storePicture } from '../recordings/pictures/store-picture.ts';

/** Re-encodes and shows an uploaded picture. Invalid files are left to the bucket's lifecycle rule. */
export async function pictureArrived(event: ObjectCreated): Promise<void> {
  const { key } = event.detail.object;
  try {
    await takeFromInbox(key, { ...pictured, cameras: sources }, Date.now());
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log('warn', 'picture refused', { key, code: error.code });
  }
}

/** Re-encodes and shows a waiting picture; false if its item expects no picture. Idempotent. */
async function takeFromInbox(key: string, collections: Record<PictureKind, Pictured>, now: number): Promise<boolean> {
  const target = parsePictureInboxKey(key);
  if (!target) return false;
  const collection = collections[target.kind];
  const png = await readObject({ bucket: environment('UPLOADS_BUCKET'), key });
  if (!png || !(await collection.get(target.id))) return false;
  await setPicture(collection, target.id, await storePicture(target.kind, target.id, png), now);
  return true;
}
