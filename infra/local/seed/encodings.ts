/** Copies one demo video's encoding to other videos, instead of encoding each. */
import { environment } from '../../../functions/platform/aws/environment.ts';
import { copyObject, listObjects } from '../../../functions/platform/aws/storage.ts';
import { readEncryptionKey, saveEncryptionKey } from '../../../functions/recordings/media/encoding.ts';
import type { StoredVod } from '../../../functions/recordings/vods/rules.ts';
import {
  generationFolder,
  type MediaKind,
  posterKey,
  toCardPicture,
  webPosterKey,
} from '../../../shared/domain/media-address.ts';

/** Copies an encoding to another video; idempotent. */
export async function copyEncoding({ id: from, generation }: StoredVod, kind: MediaKind, to: string): Promise<void> {
  if (!generation) throw new Error(`Demo video ${from} has no encoding`);
  const bucket = environment('MEDIA_BUCKET');
  const [source, target] = [generationFolder('vods', from, generation), generationFolder(kind, to, generation)];
  for (const { key } of await listObjects(bucket, `${source}/`))
    await copyObject(bucket, key, target + key.slice(source.length));
  for (const toPoster of [posterKey, webPosterKey, toCardPosterKey])
    await copyObject(bucket, toPoster('vods', from, generation), toPoster(kind, to, generation));
  const key = await readEncryptionKey({ kind: 'vods', id: from }, generation);
  if (key) await saveEncryptionKey({ kind, id: to }, generation, Buffer.from(key).toString('hex'));
}

const toCardPosterKey: typeof webPosterKey = (...encoding) => toCardPicture(webPosterKey(...encoding));

export const createCopiedFields = ({ size, generation, duration, sprites }: StoredVod) => ({
  status: 'FINISHED' as const,
  size,
  generation,
  duration,
  sprites,
});
