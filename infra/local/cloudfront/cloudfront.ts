/**
 * CloudFront on one machine: ordered behaviours with CloudFront's path patterns, origins (an HTTP API, an S3 bucket, a
 * folder), signed URLs, response headers policies, CloudFront's own error pages. Of an API it keeps what cache.ts says;
 * files it reads anew each time. Refuses methods that a behaviour's origin cannot serve.
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request as forward } from 'node:http';
import { join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createGzip } from 'node:zlib';
import type { Behaviour } from '../../cdn.ts';
import type { LocalS3 } from '../s3/s3.ts';
import { acceptedEncoding, brotliOptions, isCompressible } from '../wire/compression.ts';
import type { StandIn } from '../wire/stand-in.ts';
import { listenToMany, ServiceError } from '../wire/stand-in.ts';
import { EdgeCache, type KeptAnswer, secondsOf } from './cache.ts';
import { sendFile } from './files.ts';
import type { TrustedKey } from './signature.ts';
import { matchesWildcard, signatureChecker, signatureParameters } from './signature.ts';

export type Origin =
  /** The API gateway. */
  | { type: 'http'; url: string }
  | { type: 'bucket'; bucket: string; store: Pick<LocalS3, 'objectPath'> }
  /** `files` lie over the folder: what differs from stage to stage (`/config.json`). */
  | { type: 'folder'; path: string; files?: Record<string, string> };

export interface CdnOptions {
  port?: number;
  host?: string;
  behaviours: Behaviour[];
  origins: Partial<Record<Behaviour['origin'], Origin>>;
  /** Response headers policies by name. */
  headers?: Partial<Record<Behaviour['headers'], Record<string, string>>>;
  trustedKeys?: TrustedKey[];
  /** Keeps what the API calls public, as the edge does: a change then shows as late as it does on AWS. */
  keepsAnswers?: boolean;
}

export function startCdn({
  port,
  host,
  behaviours,
  origins,
  headers = {},
  trustedKeys = [],
  keepsAnswers = false,
}: CdnOptions): Promise<StandIn> {
  for (const { path, origin } of behaviours) {
    if (!origins[origin]) throw new Error(`Behaviour ${path} needs the origin ${origin}`);
  }
  const checkSignature = signatureChecker(trustedKeys);
  const cache = keepsAnswers ? new EdgeCache() : undefined;

  return listenToMany(
    async (request, response) => {
      try {
        const url = viewerUrl(request);
        const behaviour = behaviours.find(({ path }) =>
          matchesWildcard(path.startsWith('/') ? path.slice(1) : path, url.pathname.slice(1)),
        );
        const origin = behaviour && origins[behaviour.origin];
        if (!behaviour || !origin) throw new ServiceError('NoSuchBehaviour', `No behaviour fits ${url.pathname}`, 404);
        const policy = headers[behaviour.headers] ?? {};
        for (const [name, value] of Object.entries(policy)) response.setHeader(name, value);
        if (behaviour.signedUrls) checkSignature(url, request.socket.remoteAddress ?? '');
        if (origin.type === 'http') await passOn(origin.url, behaviour, url, request, response, policy, cache);
        else await serve(origin, behaviour, url, request, response);
      } catch (error) {
        answerError(error, request, response);
      }
    },
    port,
    host,
  );
}

/** Dot segments are resolved and needless escapes undone first, so that a pattern cannot be dodged by spelling. */
function viewerUrl(request: IncomingMessage): URL {
  const base = `http://${request.headers.host ?? 'localhost'}`;
  const raw = request.url ?? '/';
  if (!raw.startsWith('/') || !URL.canParse(base + raw)) throw badRequest();
  const url = new URL(base + raw);
  url.pathname = url.pathname.replace(/%([2-7][\da-f])/gi, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[\w.~-]/.test(character) ? character : escaped;
  });
  if (/%00|\\/i.test(url.pathname)) throw badRequest();
  return url;
}

const badRequest = () => new ServiceError('BadRequest', 'Bad request', 400);

/** A crowd shares these lines to the origin: a new one for each request costs more than the request. */
const lines = new Agent({ keepAlive: true, maxSockets: 256 });

const hopByHop = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

async function passOn(
  target: string,
  behaviour: Behaviour,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
  policy: Record<string, string>,
  edge: EdgeCache | undefined,
) {
  const prefix = behaviour.stripPrefix ?? '';
  const query = url.search
    .slice(1)
    .split('&')
    .filter((part) => !behaviour.signedUrls || !signatureParameters.includes(part.split('=', 1)[0] ?? ''))
    .join('&');
  const path = (url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname) || '/';
  const cache = behaviour.cache === 'origin' && request.method === 'GET' ? edge : undefined;
  const key = cache ? EdgeCache.key(request, url.pathname + url.search) : '';
  const hit = cache?.find(key);
  if (hit) return sendKept(hit, request, response, policy, hit.age);
  // What the viewer has already is the edge's to compare: the origin gives it the whole answer.
  const own = new Set(['host', ...(cache ? ['if-none-match', 'if-modified-since', 'accept-encoding'] : [])]);
  const kept = Object.entries(request.headers).filter(([name]) => !hopByHop.has(name) && !own.has(name));
  const viewer = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const forwardedFor = [request.headers['x-forwarded-for'], viewer].filter(Boolean).join(', ');

  await new Promise<void>((done) => {
    const upstream = forward(
      `${target}${path}${query && `?${query}`}`,
      {
        agent: lines,
        method: request.method,
        headers: { ...Object.fromEntries(kept), 'x-forwarded-for': forwardedFor, via: '1.1 local (CloudFront)' },
      },
      (answer) => {
        const { statusCode: status = 502, headers } = answer;
        if (cache && secondsOf({ status, headers }) > 0) {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const whole = { status, headers, body: Buffer.concat(chunks) };
            cache.keep(key, whole);
            sendKept(whole, request, response, policy);
            done();
          });
          return;
        }
        for (const [name, value] of Object.entries(answer.headers)) {
          // A response headers policy has the last word over the origin.
          if (value !== undefined && !hopByHop.has(name) && !(name in policy)) response.setHeader(name, value);
        }
        const compression = compressionOf(request, answer);
        if (compression) {
          response.removeHeader('content-length');
          response.setHeader('content-encoding', compression.encoding);
          response.setHeader('vary', 'Accept-Encoding');
          const etag = answer.headers.etag;
          if (etag && !etag.startsWith('W/')) response.setHeader('etag', `W/${etag}`);
        }
        response.writeHead(answer.statusCode ?? 502);
        const sent = compression ? pipeline(answer, compression.stream, response) : pipeline(answer, response);
        sent.then(done, () => {
          response.destroy();
          done();
        });
      },
    );
    upstream.on('error', (error) => {
      // A viewer who has gone away took the origin's connection along: nobody is left to answer.
      if (response.headersSent || response.destroyed) response.destroy();
      else
        answerError(
          new ServiceError('OriginError', `The origin did not answer: ${error.message}`, 502),
          request,
          response,
        );
      done();
    });
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
}

/** An answer that the edge holds, to one viewer: a 304 for who has it already. */
function sendKept(
  { status, headers, body }: KeptAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  policy: Record<string, string>,
  age?: number,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.has(name) && name !== 'content-length' && !(name in policy)) {
      response.setHeader(name, value);
    }
  }
  response.setHeader('x-cache', age === undefined ? 'Miss from cloudfront' : 'Hit from cloudfront');
  if (age !== undefined) response.setHeader('age', age);
  const { etag } = headers;
  const known = request.headers['if-none-match']?.split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''));
  if (etag && known?.includes(etag.replace(/^W\//, ''))) return void response.writeHead(304).end();
  const compression = compressionOf(request, { statusCode: status, headers });
  if (!compression) return void response.writeHead(status, { 'content-length': body.length }).end(body);
  response.setHeader('content-encoding', compression.encoding);
  response.setHeader('vary', 'Accept-Encoding');
  if (etag && !etag.startsWith('W/')) response.setHeader('etag', `W/${etag}`);
  response.writeHead(status);
  pipeline([body], compression.stream, response).catch(() => response.destroy());
}

/** CloudFront compresses only what it might cache. */
function compressionOf(request: IncomingMessage, answer: Pick<IncomingMessage, 'statusCode' | 'headers'>) {
  const { 'content-type': type = '', 'content-length': length, 'cache-control': cache = '' } = answer.headers;
  const encoding = acceptedEncoding(request);
  if (!encoding || answer.statusCode !== 200 || request.method !== 'GET' || answer.headers['content-encoding']) return;
  if (/no-store|private/.test(cache) || !isCompressible(type, Number(length))) return;
  return { encoding, stream: encoding === 'br' ? createBrotliCompress(brotliOptions(Number(length))) : createGzip() };
}

async function serve(
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
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    throw new ServiceError(
      'MethodNotAllowed',
      'This distribution is not configured to allow the HTTP request method',
      403,
    );
  }
  const isFile = url.pathname.slice(url.pathname.lastIndexOf('/')).includes('.');
  const screen = isFile ? undefined : behaviour.screens?.find(({ under }) => url.pathname.startsWith(under));
  const key = decodeKey(screen?.page ?? url.pathname);
  const overlay = origin.type === 'folder' ? origin.files?.[`/${key}`] : undefined;
  if (behaviour.cacheControl) response.setHeader('cache-control', behaviour.cacheControl);
  if (overlay !== undefined) {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(overlay) });
    response.end(request.method === 'HEAD' ? undefined : overlay);
    return;
  }
  const path = origin.type === 'folder' ? insideFolder(origin.path, key) : origin.store.objectPath(origin.bucket, key);
  // Without permission to list the bucket, S3 says 403 for what does not exist.
  if (!path || !(await sendFile(path, request, response, behaviour.cache === 'enabled'))) {
    throw new ServiceError('AccessDenied', 'Access Denied', 403);
  }
}

function decodeKey(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice(1));
  } catch {
    throw badRequest();
  }
}

function insideFolder(folder: string, key: string): string | undefined {
  const path = resolve(join(folder, key));
  return path.startsWith(resolve(folder) + sep) ? path : undefined;
}

function answerError(error: unknown, request: IncomingMessage, response: ServerResponse) {
  const known = error instanceof ServiceError;
  if (!known || error.status >= 500) {
    process.stderr.write(
      `cdn: ${request.method} ${request.url?.split('?', 1)[0]}: ${error instanceof Error ? error.stack : error}\n`,
    );
  }
  if (response.headersSent) return void response.destroy();
  const { code, message, status } = known ? error : new ServiceError('InternalError', 'Internal error', 500);
  response.setHeader('cache-control', 'no-store');
  response.writeHead(status, { 'content-type': 'text/xml', 'x-cache': 'Error from cloudfront' });
  const text = message.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  response.end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${text}</Message></Error>`);
}
