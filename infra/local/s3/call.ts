/** A verified S3 request and the helpers with which operations answer it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { ServiceError } from '../wire/http-server.ts';
import type { ObjectStore, StoredObject } from './store.ts';
import { writeXml, type XmlValue } from './xml.ts';

export interface Call {
  request: IncomingMessage;
  response: ServerResponse;
  bucket: string;
  /** Empty for calls on the bucket. */
  key: string;
  query: Map<string, string>;
  /** A header or, in presigned requests, the query parameter that replaces it. */
  header(name: string): string | undefined;
  payloadHash: string;
  store: ObjectStore;
  onCreated(object: StoredObject, reason: CreationReason): void;
}

export type CreationReason = 'PutObject' | 'CopyObject' | 'CompleteMultipartUpload';

export type Operation = (call: Call) => Promise<void> | void;

export function answerXml({ response }: Call, root: string, content: XmlValue, status = 200): void {
  const body = Buffer.from(writeXml(root, content));
  response.writeHead(status, { 'content-type': 'application/xml', 'content-length': body.length }).end(body);
}

export function answerEmpty({ response }: Call, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, headers).end();
}

const storedHeaders = [
  'content-type',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'expires',
];

/** Picks the upload headers that S3 stores and returns with every download. */
export function pickStoredHeaders({ request, query, header }: Call): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': 'binary/octet-stream' };
  for (const name of storedHeaders) {
    // `aws-chunked` describes the transfer, not the object.
    const value = header(name)?.replace(/^aws-chunked(,\s*|$)/, '');
    if (value) headers[name] = value;
  }
  for (const name of [...Object.keys(request.headers), ...[...query.keys()].map((name) => name.toLowerCase())]) {
    const value = name.startsWith(metadataPrefix) ? header(name) : undefined;
    if (value !== undefined) headers[name] = value;
  }
  const metadata = Object.entries(headers).filter(([name]) => name.startsWith(metadataPrefix));
  const bytes = metadata.reduce(
    (sum, [name, value]) => sum + Buffer.byteLength(name.slice(metadataPrefix.length) + value),
    0,
  );
  if (bytes > 2048)
    throw new ServiceError('MetadataTooLarge', 'Your metadata headers exceed the maximum allowed metadata size');
  return headers;
}

const metadataPrefix = 'x-amz-meta-';
