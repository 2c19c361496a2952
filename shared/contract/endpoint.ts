/**
 * The description of an endpoint and the types derived from it. The table in `contract.ts` is the single source of API
 * Gateway's routes, handler types, validation, the web client and the OpenAPI document.
 */
import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Permitted callers. `public`: anyone. `viewer`: any user. `staff`: admins and club staff. `scorer`: staff, or a holder of a
 * match's scorer link, which the handler checks. `phone`: likewise, with the match's camera link. `clubStaff`: club staff,
 * who always have a club. `admin`: admins. `partner`: the partner's API key.
 */
export type Access = 'public' | 'viewer' | 'staff' | 'scorer' | 'phone' | 'clubStaff' | 'admin' | 'partner';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint {
  summary: string;
  access: Access;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** File fields that a multipart/form-data body may contain. */
  files?: Record<string, FormFileField>;
  /** Leaves the body unparsed, for a handler that checks its signature. */
  rawBody?: true;
  /** The `data` of a successful response. Fields outside the schema never leave the server. */
  data?: z.ZodType;
  /** Further members of the response. */
  extra?: z.ZodObject;
  /** Status of a successful response; default 200. */
  status?: 200 | 201 | 202 | 302;
  /**
   * Seconds for which shared caches may keep the response to a visitor; 0 for never. A public GET must state it, unless it
   * `produces` a response whose handler sets the header.
   */
  cache?: number;
  /**
   * True if the response is the same for everybody: the app sends no token then, so that the edge's cache can answer. Most
   * single items differ, because staff also see hidden ones. Stated wherever `cache` allows keeping JSON.
   */
  publiclyCacheable?: boolean;
  /** True if the response is requested only to show results, which stay in it for users who hide results elsewhere. */
  revealsResults?: true;
  /**
   * Error codes of the handler, beside those that follow from this description. A test compares them with the handlers'
   * source and with every response in the API tests.
   */
  refuses?: readonly ErrorCode[];
  /** Media type of a response without the JSON envelope (or of a redirect's target). */
  produces?: string;
}

export interface FormFileField {
  /** Maximum size. */
  bytes: number;
  type: 'image/png' | 'video/mp4' | 'video/*' | 'application/pdf';
  required?: true;
}

export type EndpointKey = `${Method} /${string}`;
export type Endpoints = Record<EndpointKey, Endpoint>;

/** Declares a feature's endpoints, keyed by method and path: `'GET /clubs/{id}'`. */
export function defineEndpoints<const Table extends Endpoints>(table: Table): Table {
  return table;
}

/** Keys of the endpoints that state this as true. */
export type KeysWith<Table, Statement extends keyof Endpoint> = {
  [Key in keyof Table]: Table[Key] extends Record<Statement, true> ? Key : never;
}[keyof Table];

/** `{ id: string }` for `'GET /clubs/{id}'`. */
export type PathParams<Key> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;

export type EndpointQuery<E> = E extends { query: infer S extends z.ZodType } ? z.output<S> : Record<never, never>;
export type QueryInput<E> = E extends { query: infer S extends z.ZodType } ? z.input<S> : undefined;
export type EndpointBody<E> = E extends { body: infer S extends z.ZodType } ? z.output<S> : undefined;
export type BodyInput<E> = E extends { body: infer S extends z.ZodType } ? z.input<S> : undefined;
/** The handler's result: the schema's input, before defaults and stripping. */
export type DataInput<E> = E extends { data: infer S extends z.ZodType } ? z.input<S> : undefined;
/** The client's view: the schema's output. */
export type EndpointData<E> = E extends { data: infer S extends z.ZodType } ? z.output<S> : undefined;
export type EndpointExtra<E> = E extends { extra: infer S extends z.ZodType } ? z.output<S> : Record<never, never>;

/** Splits `'GET /clubs/{id}'` into method and path. */
export function splitKey(key: string): { method: Method; path: string } {
  const space = key.indexOf(' ');
  return { method: key.slice(0, space) as Method, path: key.slice(space + 1) };
}
