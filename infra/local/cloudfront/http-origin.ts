/** Proxies requests to an HTTP origin with the policies of constructs/behaviours.ts, the edge cache and compression. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Agent, request as forward } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createBrotliCompress, createGzip } from 'node:zlib';
import { type Behaviour, failoverStatuses } from '../../cdn.ts';
import { createBrotliOptions, findAcceptedEncoding, isCompressible } from '../wire/compression.ts';
import { ServiceError } from '../wire/stand-in.ts';
import { EdgeCache, type KeptAnswer, secondsOf } from './cache.ts';
import { signatureParameters } from './signature.ts';

/** The origin is unreachable, or answered with a status that triggers failover. */
export class OriginFailed extends ServiceError {}

export interface Passing {
  behaviour: Behaviour;
  url: URL;
  request: IncomingMessage;
  response: ServerResponse;
  /** The response headers policy. */
  policy: Record<string, string>;
  cache: EdgeCache | undefined;
}

/** Pooled connections to the origin: opening one costs more than a request. */
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

export async function passOn(target: string, passing: Passing): Promise<void> {
  const { behaviour, url, request, response, policy, cache: edge } = passing;
  const address = addressAtOrigin(behaviour, url);
  const isKept = behaviour.cache === 'origin' || behaviour.cache === 'page';
  const cache = isKept && request.method === 'GET' ? edge : undefined;
  const key = cache ? keyOf(passing, address) : '';
  const hit = cache?.find(key);
  if (hit) return sendKept(hit, request, response, policy, hit.age);

  await new Promise<void>((done, failed) => {
    const upstream = forward(
      target + address,
      { agent: lines, method: request.method, headers: headersToOrigin(passing, cache !== undefined) },
      (answer) => {
        const { statusCode: status = 502, headers } = answer;
        if (behaviour.fallback && behaviour.origin === 'api' && failoverStatuses.api.includes(status)) {
          answer.resume();
          failed(new OriginFailed('OriginError', `The origin answered ${status}`, 502));
          return;
        }
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
          // A response headers policy overrides the origin's headers.
          if (value !== undefined && !hopByHop.has(name) && !(name in policy)) response.setHeader(name, value);
        }
        const compression = compressionOf(request, answer);
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
      // The viewer disconnected, which also closed the connection to the origin.
      if (response.headersSent || response.destroyed) {
        response.destroy();
        done();
      } else failed(new OriginFailed('OriginError', `The origin did not answer: ${error.message}`, 502));
    });
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
}

/** Builds the path and query sent to the origin. */
function addressAtOrigin({ page, cache, stripPrefix = '', signedUrls }: Behaviour, url: URL): string {
  if (page) return `${page}?page=${encodeURIComponent(url.pathname)}`;
  if (cache === 'page') return url.pathname;
  const query = url.search
    .slice(1)
    .split('&')
    .filter((part) => !signedUrls || !signatureParameters.includes(part.split('=', 1)[0] ?? ''))
    .join('&');
  const path = (url.pathname.startsWith(stripPrefix) ? url.pathname.slice(stripPrefix.length) : url.pathname) || '/';
  return path + (query && `?${query}`);
}

const keyOf = ({ behaviour, url, request }: Passing, address: string) =>
  behaviour.cache === 'page'
    ? JSON.stringify([request.headers.host, address])
    : EdgeCache.key(request, url.pathname + url.search);

function headersToOrigin({ behaviour, request }: Passing, isCached: boolean) {
  // Pages are cached for all viewers: forward nothing that identifies one.
  if (behaviour.cache === 'page') return { 'user-agent': 'Amazon CloudFront', via };
  // The edge itself answers conditional requests, so it needs the full response from the origin.
  const own = new Set(['host', ...(isCached ? ['if-none-match', 'if-modified-since', 'accept-encoding'] : [])]);
  const kept = Object.entries(request.headers).filter(([name]) => !hopByHop.has(name) && !own.has(name));
  const viewer = request.socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const forwardedFor = [request.headers['x-forwarded-for'], viewer].filter(Boolean).join(', ');
  return { ...Object.fromEntries(kept), 'x-forwarded-for': forwardedFor, via };
}

const via = '1.1 local (CloudFront)';

/** Sends a cached response, or 304 where the viewer's ETag matches. */
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
  varyByEncoding(response);
  if (etag && !etag.startsWith('W/')) response.setHeader('etag', `W/${etag}`);
  response.writeHead(status);
  pipeline([body], compression.stream, response).catch(() => response.destroy());
}

/** Adds `Accept-Encoding` to the origin's `vary`. */
function varyByEncoding(response: ServerResponse): void {
  const named = String(response.getHeader('vary') ?? '');
  if (!/\baccept-encoding\b/i.test(named))
    response.setHeader('vary', [named, 'Accept-Encoding'].filter(Boolean).join(', '));
}

/** CloudFront compresses only cacheable responses. */
function compressionOf(request: IncomingMessage, answer: Pick<IncomingMessage, 'statusCode' | 'headers'>) {
  const { 'content-type': type = '', 'content-length': length, 'cache-control': cache = '' } = answer.headers;
  const encoding = findAcceptedEncoding(request);
  if (!encoding || answer.statusCode !== 200 || request.method !== 'GET' || answer.headers['content-encoding']) return;
  if (/no-store|private/.test(cache) || !isCompressible(type, Number(length))) return;
  return {
    encoding,
    stream: encoding === 'br' ? createBrotliCompress(createBrotliOptions(Number(length))) : createGzip(),
  };
}
