/**
 * Caches publicly cacheable responses until one of their collections changes, at most for the contract's `cache`
 * seconds. Whatever the number of requests, a warm function reads each log once a second.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { LruCache } from '../lists/lru-cache.ts';
import { logRequest } from '../observability/log.ts';
import { bypassesEdge } from './edge.ts';
import { isUnchanged } from './responses.ts';

/** A collection that can report whether anything in it has changed. */
export interface Source {
  refresh(maxAgeMs: number): Promise<void>;
  readonly sequence: number;
}

interface CachedResponse {
  answer: APIGatewayProxyStructuredResultV2;
  sequences: readonly number[];
  /** Milliseconds since the Unix epoch. */
  until: number;
}

/** Maximum delay of changes made by other functions; the edge serves older responses anyway. */
const sourceAgeMs = 1_000;
const maxCharacters = 16 * 1024 ** 2;
/** Estimated characters of a response besides key and body. */
const overheadCharacters = 1_000;

export class ResponseCache {
  readonly #sources: readonly Source[];
  readonly #responses = new LruCache(maxCharacters, estimateSize);

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  /** Returns the cached response, or the result of `work`, cached where allowed. */
  async answer(
    event: APIGatewayProxyEventV2,
    endpoint: Endpoint | undefined,
    work: () => Promise<APIGatewayProxyStructuredResultV2>,
  ): Promise<APIGatewayProxyStructuredResultV2> {
    const { authorization, 'if-none-match': known } = event.headers;
    if (this.#sources.length === 0 || !endpoint?.cache || endpoint.produces) return work();
    if (authorization !== undefined || bypassesEdge(event)) return work();
    const startedAt = performance.now();
    const now = Date.now();
    const key = `${event.rawPath}?${event.rawQueryString}`;
    try {
      await Promise.all(this.#sources.map((source) => source.refresh(sourceAgeMs)));
    } catch {
      // `work` will meet and report the same error.
      return work();
    }
    const sequences = this.#sources.map(({ sequence }) => sequence);
    const cached = this.#responses.get(key);
    const isCurrent = cached?.sequences.every((sequence, index) => sequence === sequences[index]);
    if (cached && isCurrent && cached.until > now) {
      const { answer } = cached;
      const response = isUnchanged(known, answer) ? { statusCode: 304, headers: answer.headers ?? {} } : answer;
      logRequest(event.routeKey, response.statusCode, startedAt);
      return response;
    }
    const answer = await work();
    const until = now + endpoint.cache * 1000;
    if (answer.statusCode === 200) this.#responses.set(key, { answer, sequences, until });
    return answer;
  }
}

function estimateSize(key: string, { answer }: CachedResponse): number {
  return overheadCharacters + key.length + (answer.body?.length ?? 0);
}
