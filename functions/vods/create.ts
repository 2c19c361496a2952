/** A new VOD, either with an upload in parts or with the file itself in a form. */
import { ulid } from 'ulid';
import type * as z from 'zod';
import { Refusal } from '../../shared/errors.ts';
import type { UploadTicket } from '../../shared/uploads.ts';
import type { NewVod } from '../../shared/vods.ts';
import type { Caller } from '../accounts/rules.ts';
import { environment } from '../aws/environment.ts';
import { writeObject } from '../aws/storage.ts';
import { requireClubs } from '../clubs/store.ts';
import { requireEvent } from '../events/store.ts';
import type { FormFile } from '../http/request.ts';
import { newMedia } from '../media/rules.ts';
import { pictureInboxKey, requirePng } from '../thumbnails/rules.ts';
import { isVideo, sourceKey } from '../uploads/rules.ts';
import { openUpload, ticketOf } from '../uploads/store.ts';
import type { StoredVod } from './rules.ts';
import { removeVod, vods } from './store.ts';

interface Creation {
  body: z.output<typeof NewVod>;
  files: Record<string, FormFile | undefined>;
  caller: Caller;
  now: number;
}

export async function createVod(
  { body, files, caller, now }: Creation,
  clubIds: string[],
): Promise<{ id: string; upload: UploadTicket | undefined }> {
  const { file, ...fields } = body;
  const description = file ?? descriptionOf(files.vodFile);
  if (!description) throw new Refusal('UPL4002');
  if (!isVideo(description)) throw new Refusal('UPL4001');
  if (files.vodThumbFile) requirePng(files.vodThumbFile.bytes);
  await Promise.all([requireClubs(clubIds), requireEvent(fields.sportEventId)]);

  const id = ulid(now);
  const key = sourceKey('vods', id, description.name);
  const vod: Omit<StoredVod, 'version'> = {
    ...newMedia({ bucket: 'uploads', key }, description.size),
    ...fields,
    id,
    clubIds,
    renderOrder: null,
    dateCreated: new Date(now).toISOString(),
    uploadId: null,
  };
  if (file) {
    const { upload, write } = await openUpload({ kind: 'vods', itemId: id, file, caller }, now);
    await vods.create({ ...vod, uploadId: upload.id }, [write]);
    return { id, upload: ticketOf(upload) };
  }
  await vods.create(vod);
  await storeForm(id, key, files, now);
  return { id, upload: undefined };
}

/** The event of the object's arrival finds the item, so the item is first; it goes again when the file cannot be kept. */
async function storeForm(id: string, key: string, files: Creation['files'], now: number): Promise<void> {
  const bucket = environment('UPLOADS_BUCKET');
  try {
    if (files.vodThumbFile) {
      await writeObject({ bucket, key: pictureInboxKey('vods', id) }, files.vodThumbFile.bytes, {
        contentType: 'image/png',
      });
    }
    if (files.vodFile) await writeObject({ bucket, key }, files.vodFile.bytes, { contentType: 'video/mp4' });
  } catch (error) {
    await removeVod(id, now);
    throw error;
  }
}

function descriptionOf(file: FormFile | undefined) {
  if (!file || file.bytes.length === 0) return undefined;
  return { name: file.name, size: file.bytes.length, type: file.type };
}
