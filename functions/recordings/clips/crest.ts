/** A club's crest as a square PNG for the encoder, stored beside its picture. */
import { environment } from '../../platform/aws/environment.ts';
import { readObject, readObjectSize, writeObject } from '../../platform/aws/storage.ts';
import { fitCrest } from '../pictures/crest-image.ts';

/** Pixels: the largest size in a clip. */
const side = 144;

/** The PNG's key in the media bucket, created on first use; null for a club without a crest. */
export async function renderCrestPng(picture: string | null): Promise<string | null> {
  if (!picture?.endsWith('.webp')) return null;
  const bucket = environment('MEDIA_BUCKET');
  // Shares the picture's prefix, so that the sweep deletes both.
  const key = picture.replace(/webp$/, 'corner.png');
  if ((await readObjectSize({ bucket, key })) !== undefined) return key;
  const crest = await readObject({ bucket, key: picture });
  if (!crest) return null;
  const png = await fitCrest(crest, side);
  if (!png) return null;
  await writeObject({ bucket, key }, png, { contentType: 'image/png' });
  return key;
}
