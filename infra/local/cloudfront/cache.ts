/**
 * The edge's cache of an API, as the cache policy of constructs/behaviours.ts says: the key is path, whole query,
 * `Authorization` and `Origin`, and no cookie; how long is the origin's word (`s-maxage`, else `max-age`), within the
 * policy's limit. It keeps whole answers in memory, of GET alone, and does not collapse requests.
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

/** Whether an answer may be kept at all, before its body has come. */
export function secondsOf({ status, headers }: Pick<KeptAnswer, 'status' | 'headers'>): number {
  const control = headers['cache-control'] ?? '';
  // Errors are kept for no time (errorResponses of the distribution).
  if ((status !== 200 && status !== 302) || /no-store|no-cache|private/.test(control) || headers['set-cookie'])
    return 0;
  const seconds = Number(/s-maxage=(\d+)/.exec(control)?.[1] ?? /max-age=(\d+)/.exec(control)?.[1] ?? 0);
  return Math.min(seconds, edgeKeepSeconds);
}
