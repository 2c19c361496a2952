import { toCardPicture } from '../../../shared/domain/media-address.ts';
import { environment } from '../../platform/aws/environment.ts';
import { writeObject } from '../../platform/aws/storage.ts';

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
