/** Re-encodes PNG as WebP: only the pixels of an uploaded file are served. */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import { toCardPicture } from '../../../shared/domain/media-address.ts';
import { maxPixels } from '../../../shared/domain/png-file.ts';
import { environment } from '../../platform/aws/environment.ts';
import { writeObject } from '../../platform/aws/storage.ts';
import { type PictureKind, pictureKey, requirePng } from './rules.ts';

/** Pixels: for a hero on a large screen. */
const fullWidth = 1280;

/** Pixels: for a crest, which is drawn at most 136 CSS pixels wide. */
const crestWidth = 240;

/**
 * Re-encodes a PNG, stores it in two sizes and returns its key.
 * @throws ApiError for damaged files and decompression bombs.
 */
export async function storePicture(kind: PictureKind, id: string, png: Uint8Array): Promise<string> {
  requirePng(png);
  // The encoder is imported here, because most requests encode nothing.
  const { default: sharp } = await import('sharp');
  const picture = await sharp(png, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
    // Phones and editors note how the picture is turned.
    .autoOrient()
    .resize({ width: fullWidth, height: fullWidth, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .timeout({ seconds: 15 })
    .toBuffer()
    .catch(() => {
      throw new ApiError('IMG4001');
    });
  const key = pictureKey(kind, id, ulid());
  await writePicture(key, picture, kind === 'clubs' ? crestWidth : undefined);
  return key;
}

/** Writes a WebP and its small copy for cards; `cardWidth` in pixels is that of a card on a phone. */
export async function writePicture(key: string, picture: Buffer, cardWidth = 720): Promise<void> {
  const { default: sharp } = await import('sharp');
  const card = await sharp(picture)
    .resize({ width: cardWidth, withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
  await Promise.all([write(key, picture), write(toCardPicture(key), card)]);
}

function write(key: string, picture: Buffer): Promise<void> {
  return writeObject({ bucket: environment('MEDIA_BUCKET'), key }, picture, {
    contentType: 'image/webp',
    cacheControl: 'public, max-age=31536000, immutable',
  });
}
