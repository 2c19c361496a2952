/** Re-encodes PNG as WebP: only the pixels of an uploaded file are served. */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import { maxPixels } from '../../../shared/domain/png-file.ts';
import { type PictureKind, pictureKey, requirePng } from './rules.ts';
import { writePicture } from './write-picture.ts';

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
