/** CloudFront's compression rules: text types between 1,000 bytes and 10 MB. */
import type { IncomingMessage } from 'node:http';
import { constants } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

const compressibleTypes = /^(text|application\/(json|javascript|vnd.apple|manifest)|image\/svg)/;

export const isCompressible = (type: string, size: number) =>
  compressibleTypes.test(type) && size >= 1000 && size <= 1e7;

export function findAcceptedEncoding(request: IncomingMessage): Encoding | undefined {
  const accepted = String(request.headers['accept-encoding'] ?? '');
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name));
}

/** Prefers speed to small output; `size` is the uncompressed size in bytes. */
export const createBrotliOptions = (size: number) => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: size },
});
