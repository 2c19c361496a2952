/**
 * Caches publicly cacheable responses until one of their collections changes, at most for the contract's `cache`
 * seconds. A crowd costs a function one read of each log a second.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { bypassesEdge } from './edge.ts';
import { logRequest } from './request-log.ts';
import { isUnchanged } from './responses.ts';

/** A collection that can report whether anything in it has changed. */
export interface Source {
  refresh(maxAgeMs: number): Promise<void>;
  readonly sequence: number;
}

interface Kept {
  answer: APIGatewayProxyStructuredResultV2;
  sequences: readonly number[];
  /** Milliseconds since the Unix epoch. */
  until: number;
}

/** Maximum delay of changes made by other functions; the edge serves older responses anyway. */
const sourceAgeMs = 1_000;
/** Limit of the cache, in characters. */
const maxCharacters = 16 * 1024 ** 2;
/** Estimated characters of a response besides key and body. */
const overheadCharacters = 1_000;

export class ResponseCache {
  readonly #sources: readonly Source[];
  /** Oldest first. */
  readonly #kept = new Map<string, Kept>();
  #size = 0;

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
    const kept = this.#kept.get(key);
    if (kept && kept.until > now && kept.sequences.every((sequence, index) => sequence === sequences[index])) {
      const { answer } = kept;
      const unchanged = isUnchanged(known, answer);
      const given = unchanged ? { statusCode: 304, headers: answer.headers ?? {} } : answer;
      logRequest(event.routeKey, given.statusCode, startedAt);
      return given;
    }
    const answer = await work();
    if (answer.statusCode === 200) this.#keep(key, { answer, sequences, until: now + endpoint.cache * 1000 });
    return answer;
  }

  #keep(key: string, kept: Kept): void {
    this.#forget(key);
    this.#kept.set(key, kept);
    this.#size += estimateSize(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= maxCharacters) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#size -= estimateSize(key, kept);
  }
}

const estimateSize = (key: string, { answer }: Kept) => overheadCharacters + key.length + (answer.body?.length ?? 0);
