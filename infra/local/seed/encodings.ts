/** What was encoded for one video of the demo league serves others as well, longer where its calm end is repeated. */
import { CopyObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ulid } from 'ulid';
import { environment } from '../../../functions/platform/aws/environment.ts';
import { persistent } from '../../../functions/platform/aws/retries.ts';
import { listObjects, readObject, writeObject } from '../../../functions/platform/aws/storage.ts';
import { encryptionKey, saveEncryptionKey } from '../../../functions/recordings/media/encoding.ts';
import { forgetDraft, garbageOfGeneration, keepDraft } from '../../../functions/recordings/media/garbage.ts';
import type { MediaFields } from '../../../functions/recordings/media/rules.ts';
import type { StoredVod } from '../../../functions/recordings/vods/rules.ts';
import { vods } from '../../../functions/recordings/vods/store.ts';
import { generationFolder, type MediaKind, posterKey } from '../../../shared/domain/media-address.ts';
import { drawnPicture, type Repeated, repeatedPlaylist } from './repeated.ts';
import { repeatedFile } from './repeated-file.ts';

interface Copy {
  /** The generation that it becomes; otherwise the same one. */
  as?: string;
  /** How long it is shown. */
  repeated?: Repeated | undefined;
}

/** Copies an encoding to its own address under another video. May be repeated. */
export async function copyEncoding(
  { id: from, generation, sprites }: StoredVod,
  kind: MediaKind,
  to: string,
  { as = generation ?? '', repeated }: Copy = {},
): Promise<void> {
  if (!generation) throw new Error(`Demo video ${from} has no encoding`);
  const bucket = environment('MEDIA_BUCKET');
  const [own, target] = [generationFolder('vods', from, generation), generationFolder(kind, to, as)];
  for (const { key } of await listObjects(bucket, `${own}/`)) {
    const name = key.slice(own.length);
    if (repeated && /^\/index_\w+\.m3u8$/.test(name)) {
      const playlist = Buffer.from((await readObject({ bucket, key })) ?? []).toString();
      const address = { bucket, key: target + name };
      const contentType = 'application/vnd.apple.mpegurl';
      await writeObject(address, repeatedPlaylist(playlist, repeated), { contentType });
    } else if (!(repeated && name.startsWith('/sprite.'))) await copyObject(bucket, key, target + name);
  }
  const { interval, count } = spritesOf(sprites, repeated) ?? { interval: 0, count: 0 };
  for (let index = 0; repeated && index < count; index += 1) {
    await copyObject(bucket, own + sprite(drawnPicture(index, interval, repeated)), target + sprite(index));
  }
  await copyObject(bucket, posterKey('vods', from, generation), posterKey(kind, to, as));
  const key = await encryptionKey({ kind: 'vods', id: from }, generation);
  if (key) await saveEncryptionKey({ kind, id: to }, as, Buffer.from(key).toString('hex'));
}

const sprite = (index: number) => `/sprite.${String(index).padStart(7, '0')}.jpg`;

const spritesOf = (sprites: MediaFields['sprites'], repeated: Repeated | undefined): MediaFields['sprites'] =>
  sprites && repeated ? { ...sprites, count: Math.ceil(repeated.calm.until / sprites.interval) } : sprites;

/** What an item says of an encoding that was copied. */
export const copiedFields = ({ size, generation, duration, sprites }: StoredVod, repeated: Repeated | undefined) => ({
  ...{ status: 'FINISHED' as const, size, generation },
  ...{ duration: repeated?.calm.until ?? duration, sprites: spritesOf(sprites, repeated) },
});

/**
 * Repeats the calm end in a recording's file and, as a generation of its own, in what was encoded of it: who watches the
 * short one goes on with it. Longer already, it stays as it is.
 */
export async function lengthen(vod: StoredVod, repeated: Repeated): Promise<StoredVod> {
  const { id, generation: drawn, source } = vod;
  if (!drawn || !source || Math.abs((vod.duration ?? 0) - repeated.seconds) > 1) return vod;
  const address = { bucket: environment('UPLOADS_BUCKET'), key: source.key };
  const file = repeatedFile(Buffer.from((await readObject(address)) ?? []), repeated);
  await writeObject(address, file, { contentType: 'video/mp4' });
  const [generation, now] = [ulid(), Date.now()];
  const note = await keepDraft(`${generationFolder('vods', id, generation)}/`, now);
  await copyEncoding(vod, 'vods', id, { as: generation, repeated });
  const kept = await vods.change(
    id,
    (item) =>
      item.generation === drawn
        ? { ...item, ...copiedFields(vod, repeated), generation, size: file.length }
        : undefined,
    () => [...garbageOfGeneration('vods', id, drawn, now), ...forgetDraft(note)],
  );
  if (!kept) throw new Error('it is gone');
  return kept;
}

async function copyObject(bucket: string, from: string, to: string): Promise<void> {
  client ??= new S3Client(persistent());
  await client.send(new CopyObjectCommand({ Bucket: bucket, Key: to, CopySource: `${bucket}/${from}` }));
}

let client: S3Client | undefined;
