/**
 * Edge cache of API responses, with the cache policy of constructs/behaviours.ts: keyed by path, query, `Authorization`
 * and `Origin`, for `s-maxage` or `max-age`. GET only, in memory, without request coalescing.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { LruCache } from '../../../functions/platform/lists/lru-cache.ts';
import { maxEdgeCacheSeconds } from '../../cdn.ts';

export interface CachedResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const maxBytes = 32 * 1024 ** 2;
/** Estimated bytes of a response besides key and body. */
const overheadBytes = 2_000;

export class EdgeCache {
  readonly #entries = new LruCache<{ answer: CachedResponse; storedAt: number; until: number }>(
    maxBytes,
    (key, { answer }) => overheadBytes + key.length + answer.body.length,
  );

  static toKey(request: IncomingMessage, path: string): string {
    const { authorization = '', origin = '' } = request.headers;
    return JSON.stringify([request.headers.host, path, authorization, origin]);
  }

  find(key: string): (CachedResponse & { age: number }) | undefined {
    const now = Date.now();
    const entry = this.#entries.get(key);
    if (!entry || entry.until <= now) return undefined;
    return { ...entry.answer, age: Math.floor((now - entry.storedAt) / 1000) };
  }

  store(key: string, answer: CachedResponse): void {
    const [seconds, now] = [readCacheSeconds(answer), Date.now()];
    if (seconds > 0) this.#entries.set(key, { answer, storedAt: now, until: now + seconds * 1000 });
  }
}

/** Returns the seconds for which a response may be cached; 0 if it may not. */
export function readCacheSeconds({ status, headers }: Pick<CachedResponse, 'status' | 'headers'>): number {
  const control = headers['cache-control'] ?? '';
  // The distribution's `errorResponses` forbid caching errors.
  if ((status !== 200 && status !== 302) || /no-store|no-cache|private/.test(control) || headers['set-cookie'])
    return 0;
  const seconds = Number(/s-maxage=(\d+)/.exec(control)?.[1] ?? /max-age=(\d+)/.exec(control)?.[1] ?? 0);
  return Math.min(seconds, maxEdgeCacheSeconds);
}
