/** Open uploads, in the table `uploads`: the S3 upload, the video and the owner. */
import { ulid } from 'ulid';
import type { FileDescription, UploadTicket } from '../../../shared/contract/uploads.ts';
import { uploadPartBytes } from '../../../shared/domain/limits.ts';
import type { MediaKind } from '../../../shared/domain/media-address.ts';
import type { Caller } from '../../platform/auth/rules.ts';
import { deleteItem, getItem, type Key, putWrite, type Write } from '../../platform/aws/dynamo.ts';
import { environment } from '../../platform/aws/environment.ts';
import { createMultipartUpload } from '../../platform/aws/storage.ts';
import { countParts, sourceKey } from './rules.ts';

export interface StoredUpload {
  id: string;
  kind: MediaKind;
  itemId: string;
  key: string;
  s3UploadId: string;
  fileName: string;
  size: number;
  createdBy: string;
  clubId: string | null;
  dateCreated: string;
}

/**
 * Opens an upload for an item about to be created. Its write belongs into the item's transaction; if that fails, S3
 * deletes the parts after a week (lifecycle rule).
 */
export async function openUpload(
  target: { kind: MediaKind; itemId: string; file: FileDescription; caller: Caller },
  now: number,
): Promise<{ upload: StoredUpload; write: Write }> {
  const { kind, itemId, file, caller } = target;
  const key = sourceKey(kind, itemId, file.name);
  const upload: StoredUpload = {
    id: ulid(now),
    kind,
    itemId,
    key,
    s3UploadId: await createMultipartUpload({ bucket: environment('UPLOADS_BUCKET'), key }, file.type || 'video/mp4'),
    fileName: file.name,
    size: file.size,
    createdBy: caller.user.id,
    clubId: caller.user.clubId,
    dateCreated: new Date(now).toISOString(),
  };
  return { upload, write: putWrite('uploads', { ...upload, ...uploadKey(upload.id) }) };
}

export function getUpload(id: string): Promise<StoredUpload | undefined> {
  return getItem<StoredUpload>('uploads', uploadKey(id));
}

export function forgetUpload(id: string): Promise<void> {
  return deleteItem('uploads', uploadKey(id));
}

export function toTicket({ id, size }: StoredUpload): UploadTicket {
  return { id, size, partSize: uploadPartBytes, parts: countParts(size) };
}

export const uploadAddress = ({ key }: Pick<StoredUpload, 'key'>) => ({ bucket: environment('UPLOADS_BUCKET'), key });

const uploadKey = (id: string): Key => ({ pk: id, sk: 'UPLOAD' });
