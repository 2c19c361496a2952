/**
 * `If-None-Match: *` on a write: an object that exists is not written again. A header that is not signed does not count,
 * because whoever holds a presigned address could leave it out.
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-writes.html
 */
import { ServiceError } from '../wire/http-server.ts';
import type { Call } from './call.ts';
import type { ObjectStore } from './store.ts';

interface Pending {
  store: ObjectStore;
  bucket: string;
  key: string;
  isDeletedMeanwhile: boolean;
}

const pending = new Set<Pending>();

/** Runs a write; `assertAbsent` belongs into the synchronous step that stores the object. @throws ServiceError 409, 412 */
export async function writeConditionally(
  call: Call,
  write: (assertAbsent: () => void) => Promise<void>,
): Promise<void> {
  const condition = call.isSigned('if-none-match') ? call.header('if-none-match') : undefined;
  if (condition === undefined) return write(() => {});
  if (condition !== '*') throw new ServiceError('NotImplemented', 'The local S3 supports only If-None-Match: *.', 501);
  const { store, bucket, key } = call;
  const own: Pending = { store, bucket, key, isDeletedMeanwhile: false };
  pending.add(own);
  try {
    await write(() => {
      if (store.get(bucket, key)) throw new ServiceError('PreconditionFailed', 'The object exists already.', 412);
      if (own.isDeletedMeanwhile)
        throw new ServiceError('ConditionalRequestConflict', 'The object was deleted meanwhile.', 409);
    });
  } finally {
    pending.delete(own);
  }
}

/** A write that waits for its body conflicts with a deletion of its key. */
export function noteDeletion(store: ObjectStore, bucket: string, key: string): void {
  for (const one of pending)
    if (one.store === store && one.bucket === bucket && one.key === key) one.isDeletedMeanwhile = true;
}
