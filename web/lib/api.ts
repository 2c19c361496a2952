/**
 * The API client, typed by the contract, which is imported only as types, so that no schema reaches the browser. `await
 * api('GET /clubs/{id}', { params: { id } })` returns `{ data, message, … }` or throws an ApiError.
 */
import type { Contract, ContractKey } from '../../shared/contract/contract.ts';
import type {
  BodyInput,
  EndpointData,
  EndpointExtra,
  KeysWith,
  PathParams,
  QueryInput,
} from '../../shared/contract/endpoint.ts';
import { noteCachedAt } from './cached-answers.ts';
import { defaultConfig } from './config.ts';
import { takePrefetched } from './prefetched-responses.ts';
import { areResultsHidden } from './results-visibility.ts';
import { hasUnreadableFile, unreadableFileText } from './unreadable-file.ts';

export const genericErrorText = 'Algo salió mal. Intenta de nuevo en un rato';

/**
 * A text about a failure. JSX refuses it, so that only FailureText shows it: with the links and emphasis of a server's
 * message, and with the request's id.
 */
export interface ErrorText {
  readonly markup: string;
  /** Id of the request in the server's log, which the user can report. */
  readonly reference?: string | undefined;
}

export class ApiError extends Error {
  /** HTTP status; 0 if no response arrived. */
  readonly status: number;
  readonly code: string;
  /** The server's message; undefined without one. It is not in `message`, which JSX would show as letters. */
  readonly text: ErrorText | undefined;
  readonly #requestId: string | undefined;

  constructor(status: number, code: string, markup: string, requestId?: string | null) {
    super(`${status} ${code}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.#requestId = (status >= 500 && requestId) || undefined;
    this.text = markup ? this.describe(markup) : undefined;
  }

  /** Returns the page's own text for this failure, with the request's id if the server failed. */
  describe(markup: string): ErrorText {
    return { markup, reference: this.#requestId };
  }
}

/** A file that cannot be read any more, which repetition does not help. */
const unreadableFile = 'UNREADABLE_FILE';
export const isUnreadableFile = (error: unknown) => error instanceof ApiError && error.code === unreadableFile;

/** Returns the error if a request failed because of its file, not of the network. */
export const findFileError = async (values: Iterable<unknown>): Promise<ApiError | undefined> =>
  (await hasUnreadableFile(values)) ? new ApiError(0, unreadableFile, unreadableFileText) : undefined;

/** Returns the text for a failure: the server's message, or else the page's own text. */
export function errorText(error: unknown, fallback: string = genericErrorText): ErrorText {
  return error instanceof ApiError && error.text ? error.text : withRequestId(error, fallback);
}

/** Returns the page's own text for a failure, with the request's id if the server failed. */
export const withRequestId = (error: unknown, text: string): ErrorText =>
  error instanceof ApiError ? error.describe(text) : { markup: text };

export const requestIdHeader = 'apigw-requestid';

/** Returns true if another user has changed the item meanwhile. */
export const isConflict = (error: unknown) => error instanceof ApiError && error.code === 'REQ4090';

type ParamsOption<T> = unknown extends T ? { params?: undefined } : { params: T };
type Optional<Name extends string, T> = undefined extends T
  ? { [K in Name]?: T }
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

export type CallOptions<Key extends ContractKey> = ParamsOption<PathParams<Key>> &
  Optional<'query', QueryInput<Contract[Key]>> &
  Optional<'body', BodyInput<Contract[Key]>> & {
    /** A form with files, sent instead of a JSON body. */
    form?: FormData;
    /** Asks without a token (true) or with it, instead of as the contract says (`readShared`). */
    isShared?: boolean;
    signal?: AbortSignal;
    /** Lets the request outlive the page. */
    keepalive?: boolean;
  };

export type Answer<Key extends ContractKey> = { data: EndpointData<Contract[Key]>; message?: string } & EndpointExtra<
  Contract[Key]
>;

export const client = {
  /** Base address of the API, set once from the configuration. */
  base: defaultConfig.apiUrl,
  /** The session's bearer token; undefined without a session. */
  token: undefined as string | undefined,
  /** Called when the server rejects a call's token. */
  onUnauthorized: undefined as ((token: string) => void) | undefined,
};

/** This key may be answered by the browser's HTTP cache, because it is polled every second during a match. */
const scoreKey = 'GET /sportevents/{id}/score';

/** The contract's statements, which the compiler compares: the contract itself must not reach the browser. */
const revealingKeys: Record<KeysWith<Contract, 'revealsResults'>, true> = {
  'GET /competitions/{slug}/standings': true,
  [scoreKey]: true,
};

export const publiclyCacheable: Record<KeysWith<Contract, 'publiclyCacheable'>, true> = {
  'GET /ad_videos': true,
  'GET /clubs': true,
  'GET /clubs/{id}/lives': true,
  'GET /clubs/{id}/vods': true,
  'GET /competitions': true,
  'GET /competitions/{slug}': true,
  'GET /competitions/{slug}/standings': true,
  'GET /content/categories': true,
  'GET /content/categories/{categoryId}/videos': true,
  'GET /liveusers': true,
  'GET /match-choices': true,
  'GET /public/content/videos': true,
  'GET /search': true,
  'GET /signals': true,
  'GET /sportevents': true,
  'GET /sportevents/{id}/clips': true,
  'GET /sportevents/{id}/lives': true,
  'GET /sportevents/{id}/vods': true,
  'GET /vods': true,
  [scoreKey]: true,
};

export async function api<Key extends ContractKey>(
  key: Key,
  ...[options]: Record<never, never> extends CallOptions<Key> ? [CallOptions<Key>?] : [CallOptions<Key>]
): Promise<Answer<Key>> {
  const call = (options ?? {}) as {
    params?: Record<string, string>;
    query?: Record<string, unknown>;
    body?: unknown;
    form?: FormData;
    isShared?: boolean;
    signal?: AbortSignal;
    keepalive?: boolean;
  };
  const [method = 'GET', template = '/'] = key.split(' ');
  const headers: Record<string, string> = { accept: 'application/json' };
  const isShared = call.isShared ?? Object.hasOwn(publiclyCacheable, key);
  if (client.token && !isShared) headers.authorization = `Bearer ${client.token}`;
  if (call.body !== undefined) headers['content-type'] = 'application/json';
  const address = toApiAddress(template, call.params, call.query);
  let response: Response;
  try {
    response =
      (method === 'GET' && (await takePrefetched(address, headers.authorization))) ||
      (await fetch(address, {
        method,
        headers,
        body: call.form ?? (call.body === undefined ? undefined : JSON.stringify(call.body)),
        signal: call.signal ?? null,
        cache: chooseCacheMode(key, headers.authorization),
        keepalive: call.keepalive ?? false,
      }));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw (
      (await findFileError(call.form?.values() ?? [])) ??
      new ApiError(0, 'NETWORK', 'No hay conexión. Comprueba tu red y vuelve a intentarlo.')
    );
  }
  noteCachedAt(response.headers.get('cantera-kept'));
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw toApiError(response.status, body, response.headers.get(requestIdHeader));
  if (!areResultsHidden() || Object.hasOwn(revealingKeys, key)) return (body ?? {}) as Answer<Key>;
  const { removeResults } = await import('./result-removal.ts');
  return removeResults(body ?? {}, /^\/(live|clubStaff)\//.test(template)) as Answer<Key>;
}

function chooseCacheMode(key: ContractKey, authorization: string | undefined): RequestCache {
  // Responses cached before the login or a payment must not be used.
  if (authorization) return 'no-store';
  // A logged-in user may have changed the data a moment ago.
  return client.token && key !== scoreKey ? 'no-cache' : 'default';
}

export function toApiAddress(
  template: string,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // A list becomes repeated parameters with brackets: clubIds[]=a&clubIds[]=b.
    if (Array.isArray(value)) for (const item of value) search.append(`${name}[]`, String(item));
    else if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return `${client.base}${path}${text && `?${text}`}`;
}

const tooLargeText = 'El archivo es demasiado grande para enviarse así. Usa la subida por partes.';

function toApiError(status: number, body: unknown, requestId: string | null): ApiError {
  const { code, message } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  // API Gateway itself rejects oversized bodies, in English and without a code.
  if (status === 413 && typeof code !== 'string') return new ApiError(status, 'REQ4130', tooLargeText);
  if (status === 401 && client.token && code === 'SSN4010') client.onUnauthorized?.(client.token);
  return new ApiError(
    status,
    typeof code === 'string' ? code : `HTTP${status}`,
    typeof message === 'string' ? message : '',
    requestId,
  );
}
