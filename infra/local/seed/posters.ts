/** Posters of the demo league: each is drawn once, and copied to other items of the same clubs. */
import { ulid } from 'ulid';
import { environment } from '../../../functions/platform/aws/environment.ts';
import { readObject, writeObject } from '../../../functions/platform/aws/storage.ts';
import { type PictureKind, pictureKey } from '../../../functions/recordings/pictures/rules.ts';
import { writePicture } from '../../../functions/recordings/pictures/store-picture.ts';
import { toCardPicture } from '../../../shared/domain/media-address.ts';
import { createMatchPoster, createTitlePoster } from './pictures.ts';
import type { Match } from './steps.ts';

const drawnPosterKeys = new Map<string, string>();

type Sides = Pick<Match, 'sport' | 'home' | 'away'>;

export const storePoster = (kind: PictureKind, id: string, { sport, home, away }: Sides): Promise<string> =>
  storeDrawn(kind, id, `${sport}: ${home.name} – ${away.name}`, () => createMatchPoster(sport, home, away));

export const storeTitlePoster = (kind: PictureKind, id: string, heading: string, { sport, home }: Match) =>
  storeDrawn(kind, id, `${heading}: ${home.name}`, () => createTitlePoster(sport, home, heading));

async function storeDrawn(kind: PictureKind, id: string, name: string, draw: () => Promise<Buffer>): Promise<string> {
  const existingKey = drawnPosterKeys.get(name);
  const key = pictureKey(kind, id, ulid());
  if (
    existingKey &&
    (await copyImage(existingKey, key)) &&
    (await copyImage(toCardPicture(existingKey), toCardPicture(key)))
  )
    return key;
  await writePicture(key, await draw());
  drawnPosterKeys.set(name, key);
  return key;
}

async function copyImage(from: string, to: string): Promise<boolean> {
  const bucket = environment('MEDIA_BUCKET');
  const picture = await readObject({ bucket, key: from });
  if (!picture) return false;
  const cacheControl = 'public, max-age=31536000, immutable';
  await writeObject({ bucket, key: to }, picture, { contentType: 'image/webp', cacheControl });
  return true;
}
