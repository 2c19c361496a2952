/** Endpoints of large uploads in parts. Only the uploader, staff of the same club and admins may continue one. */
import { ApiError } from '../../shared/contract/errors.ts';
import { uploadEndpoints } from '../../shared/contract/uploads.ts';
import type { Caller } from '../platform/auth/rules.ts';
import { abortMultipartUpload, listParts, presignPart, readObjectSize } from '../platform/aws/storage.ts';
import { serve } from '../platform/http/serve.ts';
import { getMediaCollection, removeMedia } from '../recordings/media/media-kinds.ts';
import { finishOrDefer } from '../recordings/uploads/finish-upload.ts';
import { computePartSize, countParts, isComplete } from '../recordings/uploads/rules.ts';
import { forgetUpload, getUpload, type StoredUpload, toTicket, uploadAddress } from '../recordings/uploads/store.ts';

/** Lifetime of a part's presigned URL. */
const partAddressSeconds = 3600;

export const handler = serve(uploadEndpoints, {
  'GET /uploads/{id}': async ({ params, caller }) => {
    const upload = await requireUpload(params.id, caller);
    const received = (await listParts(uploadAddress(upload), upload.s3UploadId)) ?? (await requireAllParts(upload));
    return {
      data: {
        upload: {
          ...toTicket(upload),
          fileName: upload.fileName,
          received: received.map(({ part, size }) => ({ part, size })),
        },
      },
    };
  },

  'POST /uploads/{id}/parts': async ({ params, body, caller }) => {
    const upload = await requireUpload(params.id, caller);
    const last = countParts(upload.size);
    if (body.parts.some((part) => part > last)) throw new ApiError('REQ4000');
    const urls = body.parts.map(async (part) => ({
      part,
      url: await presignPart(uploadAddress(upload), upload.s3UploadId, part, partAddressSeconds),
    }));
    return { data: { urls: await Promise.all(urls) } };
  },

  'POST /uploads/{id}/complete': async ({ params, caller }) => {
    const upload = await requireUpload(params.id, caller);
    const received = await listParts(uploadAddress(upload), upload.s3UploadId);
    if (!received) await requireAllParts(upload);
    else {
      if (!isComplete(received, upload.size)) throw new ApiError('UPL4000');
      if (!(await getMediaCollection(upload.kind).get(upload.itemId))) return giveUp(upload);
      await finishOrDefer(upload);
    }
    return { message: 'Subida completada' };
  },

  'DELETE /uploads/{id}': async ({ params, caller, now }) => {
    const upload = await requireUpload(params.id, caller);
    await abortMultipartUpload(uploadAddress(upload), upload.s3UploadId);
    const item = await getMediaCollection(upload.kind).get(upload.itemId);
    if (item?.status === 'SENT' && item.generation === null) await removeMedia(upload.kind, item.id, now);
    await forgetUpload(upload.id);
    return { message: 'Subida cancelada' };
  },
});

/** Lists the parts of a completed upload. @throws ApiError 404 if S3 has deleted the parts of an unfinished one. */
async function requireAllParts(upload: StoredUpload): Promise<{ part: number; size: number }[]> {
  if ((await readObjectSize(uploadAddress(upload))) === undefined) throw new ApiError('UPL4040');
  return Array.from({ length: countParts(upload.size) }, (_, index) => ({
    part: index + 1,
    size: computePartSize(upload.size, index + 1),
  }));
}

/** The video was deleted meanwhile: aborts the upload. */
async function giveUp(upload: StoredUpload): Promise<never> {
  await abortMultipartUpload(uploadAddress(upload), upload.s3UploadId);
  await forgetUpload(upload.id);
  throw new ApiError('UPL4040');
}

async function requireUpload(id: string, { user }: Caller): Promise<StoredUpload> {
  const upload = await getUpload(id);
  const isOwn = upload?.createdBy === user.id || (user.clubId !== null && upload?.clubId === user.clubId);
  if (!upload || !(isOwn || user.role === 'ADMIN')) throw new ApiError('UPL4040');
  return upload;
}
