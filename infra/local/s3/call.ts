/** A verified S3 request, with helpers that answer it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ObjectStore, StoredObject } from './store.ts';
import { writeXml } from './xml.ts';

export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  bucket: string;
  /** Empty for calls on the bucket. */
  key: string;
  query: Map<string, string>;
  /** Returns a header, or the query parameter that replaces it in presigned requests. */
  header(name: string): string | undefined;
  /** True for a header that the signature covers. */
  isSigned(name: string): boolean;
  payloadHash: string;
  store: ObjectStore;
  /** True with object lock: the bucket keeps all versions of an object. */
  isLocked: boolean;
  onCreated(object: StoredObject): void;
}

export type Operation = (call: Call) => Promise<void> | void;

export function answerXml({ response }: Call, root: string, content: object): void {
  const body = Buffer.from(writeXml(root, content));
  response.writeHead(200, { 'content-type': 'application/xml', 'content-length': body.length }).end(body);
}

export function answerEmpty({ response }: Call, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end();
}

/** Picks the upload's headers that are stored and returned with every download; `s3.ts` refuses others. */
export function pickStoredHeaders({ header }: Call): Record<string, string> {
  const cacheControl = header('cache-control');
  return {
    'content-type': header('content-type') ?? 'binary/octet-stream',
    ...(cacheControl && { 'cache-control': cacheControl }),
  };
}
