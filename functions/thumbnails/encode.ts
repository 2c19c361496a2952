/** PNG in, WebP out: nothing of an uploaded file but its pixels is ever served. */
import sharp from 'sharp';
import { ulid } from 'ulid';
import { Refusal } from '../../shared/errors.ts';
import { maxPixels } from '../../shared/png-file.ts';
import { environment } from '../aws/environment.ts';
import { writeObject } from '../aws/storage.ts';
import { type PictureKind, pictureKey, requirePng } from './rules.ts';

/** Wide enough for a hero on a large screen; cards take the same file from the cache. */
const maxWidth = 1280;

/** Re-encodes a PNG, stores it, and gives its key. Refuses damaged files and decompression bombs. */
export async function storePicture(kind: PictureKind, id: string, png: Uint8Array): Promise<string> {
  requirePng(png);
  const picture = await sharp(png, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    .resize({ width: maxWidth, height: maxWidth, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .timeout({ seconds: 15 })
    .toBuffer()
    .catch(() => {
      throw new Refusal('IMG4001');
    });
  const key = pictureKey(kind, id, ulid());
  await writeObject({ bucket: environment('MEDIA_BUCKET'), key }, picture, {
    contentType: 'image/webp',
    cacheControl: 'public, max-age=31536000, immutable',
  });
  return key;
}
