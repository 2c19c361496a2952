/** The pictures of a finished encoding: counts those of the seek bar, and makes the best captured frame the poster. */
import { generationFolder, type MediaRef, posterKey, webPosterKey } from '../../../shared/domain/media-address.ts';
import { overlaps } from '../../../shared/domain/withdrawn.ts';
import { getItem } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { deleteObjects, listObjects, readObject, writeObject } from '../../platform/aws/storage.ts';
import { writePicture } from '../pictures/store-picture.ts';
import { findPosterSecond } from './captured-pictures.ts';
import { contentKey } from './garbage.ts';
import { choosePosterFrame, computeSpriteInterval, type MediaFields, type SourceInfo } from './rules.ts';

/**
 * Returns the picture fields of the item; idempotent, because the chosen frame stays the best. A source may be shorter
 * than it claims, so that the second of its poster was never captured.
 */
export async function completePictures(
  { kind, id }: MediaRef,
  generation: string,
  item: MediaFields,
): Promise<Required<Pick<MediaFields, 'sprites' | 'posterFrame'>>> {
  const bucket = environment('MEDIA_BUCKET');
  const [secret, sprites, frames] = await Promise.all([
    getItem<{ info: SourceInfo }>('vods', contentKey(kind, id, generation)),
    listObjects(bucket, `${generationFolder(kind, id, generation)}/sprite.`),
    listFrames({ kind, id }, generation),
  ]);
  const duration = secret?.info.duration ?? 0;
  const { withdrawn = [], posterAt } = item;
  const isWithdrawn = (posterFrame: number) => {
    const second = findPosterSecond({ duration, posterAt, posterFrame });
    return overlaps(withdrawn, { from: second - 1, to: second + 1 });
  };
  const left = frames.filter(({ number }) => !isWithdrawn(number));
  const posterFrame = choosePosterFrame(left.length > 0 ? left : frames) ?? 1;
  const chosen = frames.find(({ number }) => number === posterFrame);
  const picture = chosen && (await readObject({ bucket, key: chosen.key }));
  if (picture) await storePoster({ kind, id }, generation, picture);
  return {
    sprites: sprites.length > 0 ? { interval: computeSpriteInterval(duration), count: sprites.length } : null,
    posterFrame,
  };
}

/** Stores the poster as WebP, and as a JPEG under the encoder's name, which other releases of the product read. */
export async function storePoster({ kind, id }: MediaRef, generation: string, frame: Uint8Array): Promise<void> {
  const { default: sharp } = await import('sharp');
  const bucket = environment('MEDIA_BUCKET');
  await Promise.all([
    writeObject({ bucket, key: posterKey(kind, id, generation) }, frame, { contentType: 'image/jpeg' }),
    writePicture(webPosterKey(kind, id, generation), await sharp(frame).webp({ quality: 80 }).toBuffer()),
  ]);
}

/** Deletes the other captured frames, which are public; called once the item has stored `posterFrame`. */
export async function deleteOtherFrames(ref: MediaRef, generation: string): Promise<void> {
  const others = (await listFrames(ref, generation)).filter(({ number }) => number > 1);
  await deleteObjects(
    environment('MEDIA_BUCKET'),
    others.map(({ key }) => key),
  );
}

async function listFrames({ kind, id }: MediaRef, generation: string) {
  const prefix = posterKey(kind, id, generation).replace(/\d+\.jpg$/, '');
  const objects = await listObjects(environment('MEDIA_BUCKET'), prefix);
  return objects.map(({ key, size }) => ({ key, size, number: Number(/(\d+)\.jpg$/.exec(key)?.[1]) }));
}
