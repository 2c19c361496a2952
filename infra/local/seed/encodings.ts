/** Copies one demo video's encoding to other videos, lengthened by repeating its end, instead of encoding each. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ulid } from 'ulid';
import { environment } from '../../../functions/platform/aws/environment.ts';
import { copyObject, listObjects, readObject, writeObject } from '../../../functions/platform/aws/storage.ts';
import { readEncryptionKey, saveEncryptionKey } from '../../../functions/recordings/media/encoding.ts';
import { forgetDraft, keepDraft, noteGenerationGarbage } from '../../../functions/recordings/media/garbage.ts';
import type { MediaFields } from '../../../functions/recordings/media/rules.ts';
import type { StoredVod } from '../../../functions/recordings/vods/rules.ts';
import { vods } from '../../../functions/recordings/vods/store.ts';
import {
  generationFolder,
  type MediaKind,
  posterKey,
  toCardPicture,
  webPosterKey,
} from '../../../shared/domain/media-address.ts';
import { lengthenFile } from './repeated-file.ts';
import { lengthenPlaylist, type Repetition, toOriginalSprite } from './repeated-playlist.ts';

interface CopyOptions {
  /** Generation of the copy; defaults to the source's. */
  as?: string;
  repeated?: Repetition | undefined;
}

/** Copies an encoding to another video; idempotent. */
export async function copyEncoding(
  { id: from, generation, sprites }: StoredVod,
  kind: MediaKind,
  to: string,
  { as = generation ?? '', repeated }: CopyOptions = {},
): Promise<void> {
  if (!generation) throw new Error(`Demo video ${from} has no encoding`);
  const bucket = environment('MEDIA_BUCKET');
  const [source, target] = [generationFolder('vods', from, generation), generationFolder(kind, to, as)];
  for (const { key } of await listObjects(bucket, `${source}/`)) {
    const name = key.slice(source.length);
    if (repeated && /^\/index_\w+\.m3u8$/.test(name)) {
      const playlist = Buffer.from((await readObject({ bucket, key })) ?? []).toString();
      const address = { bucket, key: target + name };
      const contentType = 'application/vnd.apple.mpegurl';
      await writeObject(address, lengthenPlaylist(playlist, repeated), { contentType });
    } else if (!(repeated && name.startsWith('/sprite.'))) await copyObject(bucket, key, target + name);
  }
  const { interval, count } = lengthenSprites(sprites, repeated) ?? { interval: 0, count: 0 };
  for (let index = 0; repeated && index < count; index += 1) {
    await copyObject(
      bucket,
      source + toSpriteName(toOriginalSprite(index, interval, repeated)),
      target + toSpriteName(index),
    );
  }
  for (const toPoster of [posterKey, webPosterKey, toCardPosterKey])
    await copyObject(bucket, toPoster('vods', from, generation), toPoster(kind, to, as));
  const key = await readEncryptionKey({ kind: 'vods', id: from }, generation);
  if (key) await saveEncryptionKey({ kind, id: to }, as, Buffer.from(key).toString('hex'));
}

const toCardPosterKey: typeof webPosterKey = (...encoding) => toCardPicture(webPosterKey(...encoding));

const toSpriteName = (index: number) => `/sprite.${String(index).padStart(7, '0')}.jpg`;

const lengthenSprites = (sprites: MediaFields['sprites'], repeated: Repetition | undefined): MediaFields['sprites'] =>
  sprites && repeated ? { ...sprites, count: Math.ceil(repeated.goallessEnd.until / sprites.interval) } : sprites;

export const createCopiedFields = (
  { size, generation, duration, sprites }: StoredVod,
  repeated: Repetition | undefined,
) => ({
  status: 'FINISHED' as const,
  size,
  generation,
  duration: repeated?.goallessEnd.until ?? duration,
  sprites: lengthenSprites(sprites, repeated),
});

/**
 * Lengthens a recording's file, which is the film's, and its encoding by repeating its end; idempotent. The result is a
 * new generation, so that current viewers keep the old one.
 */
export async function lengthen(vod: StoredVod, film: string, repeated: Repetition): Promise<StoredVod> {
  const { id, generation: originalGeneration, source } = vod;
  if (!originalGeneration || !source || Math.abs((vod.duration ?? 0) - repeated.seconds) > 1) return vod;
  const address = { bucket: environment('UPLOADS_BUCKET'), key: source.key };
  const folder = await mkdtemp(join(tmpdir(), 'cantera-film-'));
  const file = await lengthenFile(film, repeated, folder)
    .then((path) => readFile(path))
    .finally(() => rm(folder, { recursive: true }));
  await writeObject(address, file, { contentType: 'video/mp4' });
  const [generation, now] = [ulid(), Date.now()];
  const draft = await keepDraft(`${generationFolder('vods', id, generation)}/`, now);
  await copyEncoding(vod, 'vods', id, { as: generation, repeated });
  const changed = await vods.change(
    id,
    (item) =>
      item.generation === originalGeneration
        ? { ...item, ...createCopiedFields(vod, repeated), generation, size: file.length }
        : undefined,
    () => [...noteGenerationGarbage('vods', id, originalGeneration, now), ...forgetDraft(draft)],
  );
  if (!changed) throw new Error('the recording no longer exists');
  return changed;
}
