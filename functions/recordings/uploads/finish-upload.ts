/** The end of an upload in parts: S3 makes one file of them, which takes minutes for a long match. */
import { publish } from '../../platform/aws/event-bus.ts';
import { completeMultipartUpload, listParts } from '../../platform/aws/storage.ts';
import { isComplete } from './rules.ts';
import { getUpload, type StoredUpload, uploadAddress } from './store.ts';

/** The name under which a job is asked to finish an upload. */
export const uploadCompleted = 'Upload Completed';

/** What S3 puts together well within the time that API Gateway waits. */
const smallBytes = 256 * 1024 ** 2;

/** Finishes a small upload at once, and has a larger one finished. */
export async function finishSoon(upload: StoredUpload): Promise<void> {
  if (upload.size <= smallBytes) await finishUpload(upload);
  else await publish(uploadCompleted, { uploadId: upload.id });
}

/** Makes one file of all parts; does nothing while some are missing, or when it was done before. */
export async function finishUpload(upload: StoredUpload): Promise<void> {
  const address = uploadAddress(upload);
  const received = await listParts(address, upload.s3UploadId);
  if (received && isComplete(received, upload.size)) {
    await completeMultipartUpload(address, upload.s3UploadId, received);
  }
}

/** For the reconciliation: all parts are there, and whoever sent them or was to finish it is gone. */
export async function finishForgotten(uploadId: string): Promise<void> {
  const upload = await getUpload(uploadId);
  if (!upload) return;
  const received = await listParts(uploadAddress(upload), upload.s3UploadId);
  if (received && isComplete(received, upload.size)) await finishSoon(upload);
}
