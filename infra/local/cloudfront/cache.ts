/**
 * Edge cache for API responses by the cache policy in constructs/behaviours.ts: keyed by path, query, `Authorization` and
 * `Origin`; lifetime from `s-maxage` or `max-age`. In memory, GET only, without request coalescing.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { edgeKeepSeconds } from '../../cdn.ts';

export interface KeptAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

const most = 2_000;

export class EdgeCache {
  readonly #kept = new Map<string, { answer: KeptAnswer; storedAt: number; until: number }>();

  static key(request: IncomingMessage, path: string): string {
    const { authorization = '', origin = '' } = request.headers;
    return JSON.stringify([request.headers.host, path, authorization, origin]);
  }

  find(key: string, now = Date.now()): (KeptAnswer & { age: number }) | undefined {
    const found = this.#kept.get(key);
    if (!found || found.until <= now) return undefined;
    return { ...found.answer, age: Math.floor((now - found.storedAt) / 1000) };
  }

  keep(key: string, answer: KeptAnswer, now = Date.now()): void {
    const seconds = secondsOf(answer);
    if (seconds === 0) return;
    const oldest = this.#kept.size >= most ? this.#kept.keys().next().value : undefined;
    if (oldest !== undefined) this.#kept.delete(oldest);
    this.#kept.set(key, { answer, storedAt: now, until: now + seconds * 1000 });
  }
}

/** Seconds for which a response may be cached; 0 means not at all. */
export function secondsOf({ status, headers }: Pick<KeptAnswer, 'status' | 'headers'>): number {
  const control = headers['cache-control'] ?? '';
  // Errors are never cached (`errorResponses` of the distribution).
  if ((status !== 200 && status !== 302) || /no-store|no-cache|private/.test(control) || headers['set-cookie'])
    return 0;
  const seconds = Number(/s-maxage=(\d+)/.exec(control)?.[1] ?? /max-age=(\d+)/.exec(control)?.[1] ?? 0);
  return Math.min(seconds, edgeKeepSeconds);
}
