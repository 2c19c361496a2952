/** Completing a multipart upload: S3 assembles the file, which takes minutes for a long match. */
import { publish } from '../../platform/aws/event-bus.ts';
import { completeMultipartUpload, listParts } from '../../platform/aws/storage.ts';
import { isComplete } from './rules.ts';
import { getUpload, type StoredUpload, uploadAddress } from './store.ts';

/** Event that asks a job to complete an upload. */
export const uploadCompleted = 'Upload Completed';

/** Bytes: an upload of this size is completed well within API Gateway's timeout. */
const smallBytes = 256 * 1024 ** 2;

/** Completes a small upload at once, a larger one in a job. */
export async function finishOrDefer(upload: StoredUpload): Promise<void> {
  if (upload.size <= smallBytes) await finishUpload(upload);
  else await publish(uploadCompleted, { uploadId: upload.id });
}

/** Completes an upload whose parts have all arrived; idempotent. */
export async function finishUpload(upload: StoredUpload): Promise<void> {
  const address = uploadAddress(upload);
  const received = await listParts(address, upload.s3UploadId);
  if (received && isComplete(received, upload.size)) {
    await completeMultipartUpload(address, upload.s3UploadId, received);
  }
}

/** Completes an upload for the reconciliation, after its client or job died. */
export async function finishAbandoned(uploadId: string): Promise<void> {
  const upload = await getUpload(uploadId);
  if (!upload) return;
  const received = await listParts(uploadAddress(upload), upload.s3UploadId);
  if (received && isComplete(received, upload.size)) await finishOrDefer(upload);
}
