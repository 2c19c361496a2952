/** Creates a video of any kind, with an upload in parts or with the file in a form. */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { FileDescription, UploadTicket } from '../../../shared/contract/uploads.ts';
import type { UploadedKind } from '../../../shared/domain/media-address.ts';
import { hasVideoName, hasVideoSignature } from '../../../shared/domain/video-file.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { environment } from '../../platform/aws/environment.ts';
import { writeObject } from '../../platform/aws/storage.ts';
import type { FormFile } from '../../platform/http/request.ts';
import { type Limit, spend } from '../../platform/limits/limits.ts';
import { pictureInboxKey, requirePng } from '../pictures/rules.ts';
import { sourceKey } from '../uploads/rules.ts';
import { openUpload, toTicket } from '../uploads/store.ts';
import { getMediaCollection, type MediaItem, removeMedia } from './media-kinds.ts';
import { createMediaFields, findAcceptedVideo, type MediaFields } from './rules.ts';

interface Creation<Fields> {
  kind: UploadedKind;
  /** Fields of the kind beside its media: title, clubs, order… */
  fields: Fields;
  visible: boolean;
  /** Description of a file that will be sent in parts. */
  file: FileDescription | undefined;
  video: FormFile | undefined;
  picture?: FormFile | undefined;
}

/** Fields that every kind stores beside its own. */
export interface Created {
  id: string;
  dateCreated: string;
  uploadId: string | null;
}

/** Limit per user: more than a club publishes in a weekend. */
const uploads: Limit = { name: 'uploads', max: 100, minutes: 60 };

export async function createMedia<Fields extends { title: string }>(
  { kind, fields, visible, file, video, picture }: Creation<Fields>,
  { caller, now }: { caller: Caller; now: number },
): Promise<{ id: string; upload: UploadTicket | undefined }> {
  const description = file ?? describeFile(video);
  if (!description) throw new ApiError('UPL4002');
  const wanted = findAcceptedVideo(kind);
  if (!hasVideoName(wanted, description) || (video && !hasVideoSignature(wanted, video.bytes))) {
    throw new ApiError(wanted === 'mp4' ? 'UPL4003' : 'UPL4001');
  }
  if (picture) requirePng(picture.bytes);
  await spend(uploads, caller.user.id, 'Has empezado demasiadas subidas. Espera a que terminen las que tienes.', now);

  const id = ulid(now);
  const key = sourceKey(kind, id, description.name);
  const item: Fields & MediaFields & Created = {
    ...fields,
    ...createMediaFields({ bucket: 'uploads', key }, description.size),
    visible,
    id,
    dateCreated: new Date(now).toISOString(),
    uploadId: null,
  };
  const collection = getMediaCollection(kind);
  if (file) {
    const { upload, write } = await openUpload({ kind, itemId: id, file, caller }, now);
    await collection.create({ ...item, uploadId: upload.id } as Omit<MediaItem, 'version'>, [write]);
    return { id, upload: toTicket(upload) };
  }
  await collection.create(item as Omit<MediaItem, 'version'>);
  await storeForm(kind, id, key, video, picture, now);
  return { id, upload: undefined };
}

/**
 * Stores the files of a form. The item exists first, because the event of their arrival looks for it; if storing fails,
 * it is deleted.
 */
async function storeForm(
  kind: UploadedKind,
  id: string,
  key: string,
  video: FormFile | undefined,
  picture: FormFile | undefined,
  now: number,
): Promise<void> {
  const bucket = environment('UPLOADS_BUCKET');
  try {
    if (picture) {
      await writeObject({ bucket, key: pictureInboxKey(kind, id) }, picture.bytes, { contentType: 'image/png' });
    }
    if (video) await writeObject({ bucket, key }, video.bytes, { contentType: video.type || 'video/mp4' });
  } catch (error) {
    await removeMedia(kind, id, now);
    throw error;
  }
}

function describeFile(file: FormFile | undefined): FileDescription | undefined {
  if (!file || file.bytes.length === 0) return undefined;
  return { name: file.name, size: file.bytes.length, type: file.type };
}
