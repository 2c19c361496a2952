/** Form pictures that wait in the uploads bucket. */
import { environment } from '../../platform/aws/environment.ts';
import { readObject } from '../../platform/aws/storage.ts';
import { type PictureKind, parsePictureInboxKey } from './rules.ts';
import { type Pictured, setPicture } from './store.ts';
import { storePicture } from './store-picture.ts';

/** Re-encodes and shows a waiting picture; false if its item expects no picture. Idempotent. */
export async function takeFromInbox(
  key: string,
  collections: Record<PictureKind, Pictured>,
  now: number,
): Promise<boolean> {
  const target = parsePictureInboxKey(key);
  if (!target) return false;
  const collection = collections[target.kind];
  const png = await readObject({ bucket: environment('UPLOADS_BUCKET'), key });
  if (!png || !(await collection.get(target.id))) return false;
  await setPicture(collection, target.id, await storePicture(target.kind, target.id, png), now);
  return true;
}
