/** Serves files like S3 behind CloudFront: ETag and 304, single ranges, HEAD, compression of text types. */
import { createHash } from 'node:crypto';
import { open, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { type ByteRange, parseRange } from '../wire/byte-range.ts';
import { createBrotliOptions, type Encoding, findAcceptedEncoding, isCompressible } from '../wire/compression.ts';
import { sendBytes } from '../wire/send-bytes.ts';

/** Returns false, without an answer, where the file does not exist. */
export async function sendFile(path: string, request: IncomingMessage, response: ServerResponse, compress: boolean) {
  const info = await stat(path).catch(() => undefined);
  if (!info?.isFile()) return false;
  const etag = `"${createHash('md5').update(`${info.size}-${info.mtimeMs}-${info.ino}`).digest('hex')}"`;
  const type = contentTypes[extname(path).toLowerCase()] ?? (await detectContentType(path));
  response.setHeader('content-type', type);
  response.setHeader('etag', etag);
  response.setHeader('last-modified', info.mtime.toUTCString());
  response.setHeader('accept-ranges', 'bytes');

  if (isFresh(request, etag, info.mtimeMs)) {
    response.removeHeader('content-type');
    response.writeHead(304).end();
    return true;
  }
  const condition = request.headers['if-range'];
  const range = condition && condition !== etag ? undefined : parseRange(request.headers.range, info.size);
  if (range === 'unsatisfiable') {
    response.setHeader('content-range', `bytes */${info.size}`);
    response.writeHead(416).end();
    return true;
  }
  if (range) {
    response.setHeader('content-range', `bytes ${range.start}-${range.end}/${info.size}`);
    await send(response.writeHead(206, { 'content-length': range.end - range.start + 1 }), request, path, range);
    return true;
  }
  if (compress && isCompressible(type, info.size)) {
    response.setHeader('vary', 'Accept-Encoding');
    const encoding = findAcceptedEncoding(request);
    if (encoding) {
      const body = await compressFile(path, etag, encoding);
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length, etag: `W/${etag}` });
      response.end(request.method === 'HEAD' ? undefined : body);
      return true;
    }
  }
  await send(response.writeHead(200, { 'content-length': info.size }), request, path);
  return true;
}

async function send(response: ServerResponse, request: IncomingMessage, path: string, range?: ByteRange) {
  if (request.method === 'HEAD') return void response.end();
  await sendBytes(response, path, range);
}

function isFresh(request: IncomingMessage, etag: string, mtimeMs: number): boolean {
  const condition = request.headers['if-none-match'];
  if (condition !== undefined)
    return condition === '*' || condition.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag);
  const since = Date.parse(request.headers['if-modified-since'] ?? '');
  return Number.isFinite(since) && Math.floor(mtimeMs / 1000) * 1000 <= since;
}

const compressedCache = new Map<string, Buffer>();

async function compressFile(path: string, etag: string, encoding: Encoding): Promise<Buffer> {
  const id = [path, etag, encoding].join('\n');
  const cached = compressedCache.get(id);
  if (cached) return cached;
  const raw = await readFile(path);
  const body =
    encoding === 'br'
      ? await promisify(brotliCompress)(raw, createBrotliOptions(raw.length))
      : await promisify(gzip)(raw);
  if (compressedCache.size >= 300) compressedCache.delete(compressedCache.keys().next().value ?? '');
  compressedCache.set(id, body);
  return body;
}

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.map': 'application/json',
  '.mjs': 'text/javascript; charset=utf-8',
  '.mp4': 'video/mp4',
  '.pdf': 'application/pdf',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ts': 'video/MP2T',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'text/xml; charset=utf-8',
};

/** Detects the type by content, because images are stored without a file extension. */
async function detectContentType(path: string): Promise<string> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0).finally(() => file.close());
  const head = buffer.toString('latin1');
  if (head.startsWith('%PDF-')) return 'application/pdf';
  if (head.startsWith('\x89PNG')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'image/webp';
  return 'application/octet-stream';
}
