/**
 * Proxies requests to an HTTP origin, with the policies of constructs/behaviours.ts, the edge cache and compression.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request as forward } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { type Behaviour, failoverStatuses } from '../../cdn.ts';
import { createBrotliOptions, findAcceptedEncoding, isCompressible } from '../wire/compression.ts';
import { ServiceError } from '../wire/http-server.ts';
import { type CachedResponse, EdgeCache, readCacheSeconds } from './cache.ts';
import { signatureParameters } from './signature.ts';

/** The origin cannot be reached, or answered with a status that triggers failover. */
export class OriginError extends ServiceError {}

export interface ForwardOptions {
  behaviour: Behaviour;
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  policy: Record<string, string>;
  cache: EdgeCache | undefined;
}

/** Connections are reused, because opening one costs more than a request. */
const agent = new Agent({ keepAlive: true, maxSockets: 256 });

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

export async function forwardToOrigin(
  { url: target, headers: added }: { url: string; headers?: Record<string, string> },
  options: ForwardOptions,
): Promise<void> {
  const { behaviour, url, request, response, policy, cache: edge } = options;
  const address = toOriginAddress(behaviour, url);
  const isCacheable = behaviour.cache === 'origin' || isKeyedByPath(behaviour);
  const cache = isCacheable && request.method === 'GET' ? edge : undefined;
  const key = cache ? toCacheKey(options, address) : '';
  const hit = cache?.find(key);
  if (hit) return sendCached(hit, request, response, policy, hit.age);

  // The service makes three attempts by default (`connectionAttempts`); a body cannot be sent twice.
  const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
  let attempts = hasBody ? 1 : 3;
  const attempt = (done: () => void, failed: (error: Error) => void) => {
    attempts -= 1;
    const upstream = forward(
      target + address,
      { agent, method: request.method, headers: { ...createOriginHeaders(options, cache !== undefined), ...added } },
      (answer) => {
        const { statusCode: status = 502, headers } = answer;
        if (behaviour.fallback && behaviour.origin === 'api' && failoverStatuses.api.includes(status)) {
          answer.resume();
          failed(new OriginError('OriginError', `The origin answered ${status}`, 502));
          return;
        }
        if (cache && readCacheSeconds({ status, headers }) > 0) {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('end', () => {
            const cached = { status, headers, body: Buffer.concat(chunks) };
            cache.store(key, cached);
            sendCached(cached, request, response, policy);
            done();
          });
          return;
        }
        for (const [name, value] of Object.entries(answer.headers))
          if (value !== undefined && !hopByHop.has(name) && !(name in policy)) response.setHeader(name, value);
        const compression = createCompression(request, answer);
        if (compression) {
          response.removeHeader('content-length');
          response.setHeader('content-encoding', compression.encoding);
          varyByEncoding(response);
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
      // The viewer's disconnection also closed the connection to the origin.
      if (response.headersSent || response.destroyed) {
        response.destroy();
        done();
      } else if (attempts > 0) attempt(done, failed);
      else failed(new OriginError('OriginError', `The origin did not answer: ${error.message}`, 502));
    });
    response.on('close', () => upstream.destroy());
    if (hasBody) request.pipe(upstream);
    else upstream.end();
  };
  await new Promise<void>(attempt);
}

function toOriginAddress({ page, cache, stripPrefix = '', signedUrls }: Behaviour, url: URL): string {
  if (page) return `${page}?page=${encodeURIComponent(url.pathname)}`;
  if (isKeyedByPath({ cache })) return url.pathname;
  const query = url.search
    .slice(1)
    .split('&')
    .filter((part) => !signedUrls || !signatureParameters.includes(part.split('=', 1)[0] ?? ''))
    .join('&');
  const path = (url.pathname.startsWith(stripPrefix) ? url.pathname.slice(stripPrefix.length) : url.pathname) || '/';
  return path + (query && `?${query}`);
}

const isKeyedByPath = ({ cache }: Pick<Behaviour, 'cache'>) => cache === 'page' || cache === 'path';

const toCacheKey = ({ behaviour, url, request }: ForwardOptions, address: string) =>
  isKeyedByPath(behaviour)
    ? JSON.stringify([request.headers.host, address])
    : EdgeCache.toKey(request, url.pathname + url.search);

function createOriginHeaders({ behaviour, request }: ForwardOptions, isCached: boolean) {
  // Pages are cached for all viewers, so nothing that identifies one is forwarded.
  if (isKeyedByPath(behaviour)) return { 'user-agent': 'Amazon CloudFront', via };
  // The edge answers conditional requests itself: it needs the origin's full response.
  const edgeHeaders = new Set(['host', ...(isCached ? ['if-none-match', 'if-modified-since', 'accept-encoding'] : [])]);
  const forwardedHeaders = Object.entries(request.headers).filter(
    ([name]) => !hopByHop.has(name) && !edgeHeaders.has(name),
  );
  const viewer = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const forwardedFor = [request.headers['x-forwarded-for'], viewer].filter(Boolean).join(', ');
  return { ...Object.fromEntries(forwardedHeaders), 'x-forwarded-for': forwardedFor, via };
}

const via = '1.1 local (CloudFront)';

/** Sends a cached response; 304 where the viewer's ETag matches. */
function sendCached(
  { status, headers, body }: CachedResponse,
  request: IncomingMessage,
  response: ServerResponse,
  policy: Record<string, string>,
  age?: number,
): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined && !hopByHop.has(name) && name !== 'content-length' && !(name in policy))
      response.setHeader(name, value);
  }
  response.setHeader('x-cache', age === undefined ? 'Miss from cloudfront' : 'Hit from cloudfront');
  if (age !== undefined) response.setHeader('age', age);
  const { etag } = headers;
  const knownEtags = request.headers['if-none-match']?.split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''));
  if (etag && knownEtags?.includes(etag.replace(/^W\//, ''))) return void response.writeHead(304).end();
  const compression = createCompression(request, { statusCode: status, headers });
  if (!compression) return void response.writeHead(status, { 'content-length': body.length }).end(body);
  response.setHeader('content-encoding', compression.encoding);
  varyByEncoding(response);
  if (etag && !etag.startsWith('W/')) response.setHeader('etag', `W/${etag}`);
  response.writeHead(status);
  pipeline([body], compression.stream, response).catch(() => response.destroy());
}

function varyByEncoding(response: ServerResponse): void {
  const named = String(response.getHeader('vary') ?? '');
  if (!/\baccept-encoding\b/i.test(named))
    response.setHeader('vary', [named, 'Accept-Encoding'].filter(Boolean).join(', '));
}

/** CloudFront compresses only cacheable responses. */
function createCompression(request: IncomingMessage, answer: Pick<IncomingMessage, 'statusCode' | 'headers'>) {
  const { 'content-type': type = '', 'content-length': length, 'cache-control': cache = '' } = answer.headers;
  const encoding = findAcceptedEncoding(request);
  if (!encoding || answer.statusCode !== 200 || request.method !== 'GET' || answer.headers['content-encoding']) return;
  if (/no-store|private/.test(cache) || !isCompressible(type, Number(length))) return;
  return {
    encoding,
    stream: encoding === 'br' ? createBrotliCompress(createBrotliOptions(Number(length))) : createGzip(),
  };
}
