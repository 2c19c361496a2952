/**
 * Answers that every visitor gets alike, kept ready for the next: as long as none of the collections that they are made
 * of changes, and no longer than the contract lets the edge keep them. A crowd then costs a function one read of each
 * log a second.
 */
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { bypassesEdge } from './edge.ts';
import { logRequest } from './request-log.ts';
import { isUnchanged } from './responses.ts';

/** A collection, as far as it can say whether anything in it has changed. */
export interface Source {
  refresh(maxAgeMs: number): Promise<void>;
  readonly sequence: number;
}

interface Kept {
  answer: APIGatewayProxyStructuredResultV2;
  sequences: readonly number[];
  /** Milliseconds since 1970. */
  until: number;
}

/** What another function wrote may show this late; the edge answers with what is older than that. */
const sourceAgeMs = 1_000;
/** Letters of all that is kept. */
const most = 16 * 1024 ** 2;
/** What an answer takes beside its address and body: headers and objects. */
const eachTakes = 1_000;

export class ResponseCache {
  readonly #sources: readonly Source[];
  /** The longest kept first. */
  readonly #kept = new Map<string, Kept>();
  #size = 0;

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  /** The ready answer to a request, else what `work` gives, which is kept where it may be. */
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
      // The work meets the same trouble, and says so.
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
    this.#size += sizeOf(key, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#size <= most) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    const kept = this.#kept.get(key);
    if (!kept) return;
    this.#kept.delete(key);
    this.#size -= sizeOf(key, kept);
  }
}

const sizeOf = (key: string, { answer }: Kept) => eachTakes + key.length + (answer.body?.length ?? 0);
