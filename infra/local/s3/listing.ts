/** ListObjectsV2 with prefix, delimiter and pages, ordered by UTF-8 bytes as in S3. */
import { ServiceError } from '../wire/http-server.ts';
import { answerXml, type Call, type Operation } from './call.ts';
import type { StoredObject } from './store.ts';

export const listObjectsV2: Operation = (call) => {
  const { query } = call;
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter') ?? '';
  const limit = parseLimit(query.get('max-keys'));
  const token = query.get('continuation-token');
  const from = token === undefined ? '' : Buffer.from(token, 'base64url').toString();
  const page = limit === 0 ? emptyPage : readPage(call, { prefix, delimiter, limit, from });
  answerXml(call, 'ListBucketResult', {
    IsTruncated: page.next !== undefined,
    NextContinuationToken: page.next === undefined ? undefined : Buffer.from(page.next).toString('base64url'),
    Contents: page.objects.map((object) => ({
      Key: object.key,
      LastModified: new Date(object.modified).toISOString(),
      ETag: `"${object.etag}"`,
      Size: object.size,
    })),
    CommonPrefixes: page.folders.map((folder) => ({ Prefix: folder })),
  });
};

interface Page {
  objects: StoredObject[];
  folders: string[];
  /** Key after which the next page starts; absent on the last page. */
  next?: string;
}

const emptyPage: Page = { objects: [], folders: [] };

/** Suffix that sorts after every key with the same prefix. */
const afterAllKeys = '\u{10ffff}';

function readPage(
  { store, bucket }: Call,
  { prefix, delimiter, limit, from }: { prefix: string; delimiter: string; limit: number; from: string },
): Page {
  const selectRowsAfter = store.index.prepare(
    'SELECT * FROM objects WHERE bucket = ? AND key > ? AND key >= ? ORDER BY key LIMIT ?',
  );
  const page: Page = { objects: [], folders: [] };
  const isPageFull = () => page.objects.length + page.folders.length >= limit;
  let position = from;
  for (;;) {
    let hasRows = false;
    // Rows are read one by one, because a folder of a thousand objects needs only its first row.
    for (const row of selectRowsAfter.iterate(bucket, position, prefix, limit + 1)) {
      hasRows = true;
      const key = String(row.key);
      if (!key.startsWith(prefix)) return page;
      if (isPageFull()) return { ...page, next: position };
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      if (end >= 0) {
        const folder = key.slice(0, end + delimiter.length);
        page.folders.push(folder);
        position = folder + afterAllKeys;
        // The next rows may lie inside this folder: the query starts again after it.
        break;
      }
      page.objects.push(store.toObject(row));
      position = key;
    }
    if (!hasRows) return page;
  }
}

export function parseLimit(parameter: string | undefined): number {
  const limit = Number(parameter ?? 1000);
  if (!Number.isInteger(limit) || limit < 0)
    throw new ServiceError('InvalidArgument', 'The limit must be a non-negative integer');
  return Math.min(limit, 1000);
}
