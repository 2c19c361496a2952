/** A club's crest as the encoder takes it: a square PNG beside the picture that everybody sees, which goes with that. */
import { environment } from '../../platform/aws/environment.ts';
import { objectSize, readObject, writeObject } from '../../platform/aws/storage.ts';

/** Pixels: enough for the largest that a clip shows. */
const side = 144;

/** The key of the PNG in the media bucket, made when it is first needed; null for a club without a crest. */
export async function crestPng(picture: string | null): Promise<string | null> {
  if (!picture?.endsWith('.webp')) return null;
  const bucket = environment('MEDIA_BUCKET');
  // The same beginning as the picture's: the sweep takes both.
  const key = picture.replace(/webp$/, 'corner.png');
  if ((await objectSize({ bucket, key })) !== undefined) return key;
  const crest = await readObject({ bucket, key: picture });
  if (!crest) return null;
  const { default: sharp } = await import('sharp');
  const png = await sharp(crest)
    .resize({ width: side, height: side, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer();
  await writeObject({ bucket, key }, png, { contentType: 'image/png' });
  return key;
}
