/**
 * CloudFront emulator: ordered behaviours, origins with failover, signed URLs, response headers policies and error
 * pages. It refuses withdrawn media first, and caches API responses (cache.ts) but no files.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve, sep } from 'node:path';
import { addressFolders, type Behaviour, failoverStatuses } from '../../cdn.ts';
import type { EdgeStore } from '../key-value-store/key-value-store.ts';
import type { LocalS3 } from '../s3/s3.ts';
import type { Emulator } from '../wire/http-server.ts';
import { listenWithManySockets, ServiceError } from '../wire/http-server.ts';
import { EdgeCache } from './cache.ts';
import { refuseWithdrawn } from './edge-function.ts';
import { sendFile } from './files.ts';
import { forwardToOrigin, OriginError } from './http-origin.ts';
import type { TrustedKey } from './signature.ts';
import { createSignatureVerifier, matchesWildcard } from './signature.ts';

export type Origin =
  /** API Gateway. `headers` replace a viewer's headers of the same name. */
  | { type: 'http'; url: string; headers?: Record<string, string> }
  | { type: 'bucket'; bucket: string; store: Pick<LocalS3, 'objectPath'> }
  /** `files`: contents by path that replace the folder's files, such as the stage's `/config.json`. */
  | { type: 'folder'; path: string; files?: Record<string, string> };

export interface CdnOptions {
  port?: number;
  behaviours: Behaviour[];
  origins: Partial<Record<Behaviour['origin'], Origin>>;
  headers?: Partial<Record<Behaviour['headers'], Record<string, string>>>;
  trustedKeys?: TrustedKey[];
  /** Caches public API responses like the edge, so that changes appear as late as on AWS. */
  cachesResponses?: boolean;
  withdrawals?: EdgeStore;
}

export function startCdn({
  port,
  behaviours,
  origins,
  headers = {},
  trustedKeys = [],
  cachesResponses = false,
  withdrawals,
}: CdnOptions): Promise<Emulator> {
  for (const { path, origin, fallback = origin } of behaviours)
    if (!origins[origin] || !origins[fallback]) throw new Error(`Behaviour ${path} lacks an origin`);
  const verifySignature = createSignatureVerifier(trustedKeys);
  const cache = cachesResponses ? new EdgeCache() : undefined;

  return listenWithManySockets(async (request, response) => {
    try {
      const url = normaliseUrl(request);
      const behaviour = behaviours.find(({ path }) =>
        matchesWildcard(path.startsWith('/') ? path.slice(1) : path, url.pathname.slice(1)),
      );
      const origin = behaviour && origins[behaviour.origin];
      if (!behaviour || !origin) throw new ServiceError('NoSuchBehaviour', `No behaviour matches ${url.pathname}`, 404);
      const policy = headers[behaviour.headers] ?? {};
      for (const [name, value] of Object.entries(policy)) response.setHeader(name, value);
      if (behaviour.withdrawable && withdrawals && (await refuseWithdrawn(url.pathname, withdrawals, response))) return;
      if (behaviour.signedUrls) verifySignature(url);
      if (behaviour.cache !== 'origin') assertReadMethod(request);
      const fallback = behaviour.fallback && origins[behaviour.fallback];
      const forward = (one: Origin, forwardBehaviour: Behaviour) =>
        one.type === 'http'
          ? forwardToOrigin(one, { behaviour: forwardBehaviour, url, request, response, policy, cache })
          : serveFile(one, forwardBehaviour, url, request, response);
      try {
        await forward(origin, behaviour);
      } catch (error) {
        if (!fallback || !isFailure(error, behaviour)) throw error;
        // Same cache header as constructs/web-release.ts sets on the app's HTML.
        await forward(fallback, behaviour.fallback === 'web' ? { ...behaviour, cacheControl: 'no-cache' } : behaviour);
      }
    } catch (error) {
      answerError(error, request, response);
    }
  }, port);
}

const isFailure = (error: unknown, { origin }: Behaviour) =>
  error instanceof OriginError || (error instanceof ServiceError && failoverStatuses[origin].includes(error.status));

/** Normalises dot segments and needless escapes, so that no spelling of a path bypasses a behaviour's pattern. */
function normaliseUrl(request: IncomingMessage): URL {
  const base = `http://${request.headers.host ?? 'localhost'}`;
  const raw = request.url ?? '/';
  if (Buffer.byteLength(base + raw) > maxUrlBytes) throw new ServiceError('URITooLong', 'URI Too Long', 414);
  if (!raw.startsWith('/') || !URL.canParse(base + raw)) throw createBadRequestError();
  const url = new URL(base + raw);
  url.pathname = url.pathname.replace(/%([2-7][\da-f])/gi, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : escaped;
  });
  if (/%00|\\/i.test(url.pathname)) throw createBadRequestError();
  return url;
}

const maxUrlBytes = 8192;

const createBadRequestError = () => new ServiceError('BadRequest', 'Bad request', 400);

async function serveFile(
  origin: Extract<Origin, { type: 'bucket' | 'folder' }>,
  behaviour: Behaviour,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (request.method === 'OPTIONS') {
    response
      .writeHead(204, { 'access-control-allow-methods': 'GET, HEAD', 'access-control-allow-headers': 'Range' })
      .end();
    return;
  }
  assertReadMethod(request);
  const page = behaviour.files && new RegExp(behaviour.files).test(url.pathname) ? undefined : behaviour.page;
  const key = decodeKey(page ?? stripFolder(url.pathname, behaviour));
  const overlay = origin.type === 'folder' ? origin.files?.[`/${key}`] : undefined;
  if (behaviour.cacheControl) response.setHeader('cache-control', behaviour.cacheControl);
  if (overlay !== undefined) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(overlay) });
    response.end(request.method === 'HEAD' ? undefined : overlay);
    return;
  }
  const path =
    origin.type === 'folder' ? resolveInFolder(origin.path, key) : origin.store.objectPath(origin.bucket, key);
  // Without permission to list a bucket, S3 answers 403 for missing objects.
  if (!path || !(await sendFile(path, request, response, behaviour.cache !== 'disabled')))
    throw new ServiceError('AccessDenied', 'Access Denied', 403);
}

function stripFolder(path: string, { hasAddressFolders }: Behaviour): string {
  const folder = hasAddressFolders && addressFolders.find((one) => path.startsWith(`/${one}/`));
  return folder ? path.slice(folder.length + 1) : path;
}

function assertReadMethod({ method }: IncomingMessage): void {
  if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS') return;
  throw new ServiceError('MethodNotAllowed', 'This distribution does not allow the request method', 403);
}

function decodeKey(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    throw createBadRequestError();
  }
}

function resolveInFolder(folder: string, key: string): string | undefined {
  const path = resolve(join(folder, key));
  return path.startsWith(resolve(folder) + sep) ? path : undefined;
}

function answerError(error: unknown, request: IncomingMessage, response: ServerResponse) {
  const isServiceError = error instanceof ServiceError;
  if (!isServiceError || error.status >= 500) {
    process.stderr.write(
      `cdn: ${request.method} ${request.url?.split('?', 1)[0]}: ${error instanceof Error ? error.stack : error}\n`,
    );
  }
  if (response.headersSent) return void response.destroy();
  const { code, message, status } = isServiceError ? error : new ServiceError('InternalError', 'Internal error', 500);
  response.setHeader('cache-control', 'no-store');
  response.writeHead(status, { 'content-type': 'text/xml', 'x-cache': 'Error from cloudfront' });
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${text}</Message></Error>`);
}
