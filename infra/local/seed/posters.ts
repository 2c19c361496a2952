/** Posters of the demo matches: drawn once per pair of clubs and copied for further items. */
import { ulid } from 'ulid';
import { environment } from '../../../functions/platform/aws/environment.ts';
import { readObject, writeObject } from '../../../functions/platform/aws/storage.ts';
import { type PictureKind, pictureKey } from '../../../functions/recordings/pictures/rules.ts';
import { storePicture } from '../../../functions/recordings/pictures/store-picture.ts';
import { cardPicture } from '../../../shared/domain/media-address.ts';
import { createMatchPoster } from './pictures.ts';
import type { Match } from './steps.ts';

/** Keys of posters drawn by this process. */
const drawnPosterKeys = new Map<string, string>();

/** Stores a poster and returns its key. */
export async function storePoster(kind: PictureKind, id: string, { sport, home, away }: Match): Promise<string> {
  const pairing = `${sport}: ${home.name} – ${away.name}`;
  const existingKey = drawnPosterKeys.get(pairing);
  const key = pictureKey(kind, id, ulid());
  if (
    existingKey &&
    (await copyImage(existingKey, key)) &&
    (await copyImage(cardPicture(existingKey), cardPicture(key)))
  )
    return key;
  const first = await storePicture(kind, id, await createMatchPoster(sport, home, away));
  drawnPosterKeys.set(pairing, first);
  return first;
}

async function copyImage(from: string, to: string): Promise<boolean> {
  const bucket = environment('MEDIA_BUCKET');
  const picture = await readObject({ bucket, key: from });
  if (!picture) return false;
  const cacheControl = 'public, max-age=31536000, immutable';
  await writeObject({ bucket, key: to }, picture, { contentType: 'image/webp', cacheControl });
  return true;
}
