/** Pictures that came with a form and wait in the uploads bucket. */
import { environment } from '../aws/environment.ts';
import { readObject } from '../aws/storage.ts';
import { storePicture } from './encode.ts';
import { parsePictureInboxKey } from './rules.ts';
import { readPictured, setPicture } from './store.ts';

/** Re-encodes and shows a waiting picture. Safe to repeat; gives false when nobody waits for it. */
export async function takeFromInbox(key: string, now: number): Promise<boolean> {
  const target = parsePictureInboxKey(key);
  if (!target) return false;
  const png = await readObject({ bucket: environment('UPLOADS_BUCKET'), key });
  if (!png || !(await readPictured(target.kind, target.id))) return false;
  await setPicture(target.kind, target.id, await storePicture(target.kind, target.id, png), now);
  return true;
}
