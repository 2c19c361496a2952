/**
 * How an endpoint is described, and the types that follow from a description. The table in `contract.ts` is the one
 * source of API Gateway's routes, the handlers' types, request validation, the web client and the OpenAPI document.
 */
import type * as z from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call. `public`: anyone, the caller may be unknown. `viewer`: anyone logged in. `staff`: an admin or club
 * staff. `scorer`: the same, and whoever holds the scorer's link of a match, which the handler holds against the match.
 * `clubStaff`: club staff, who always have a club. `admin`: admins. `partner`: the partner's API key.
 */
export type Access = 'public' | 'viewer' | 'staff' | 'scorer' | 'clubStaff' | 'admin' | 'partner';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Endpoint {
  summary: string;
  access: Access;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** File fields that a multipart/form-data body may carry. */
  files?: Record<string, FormFileField>;
  /** The body is left as it came, for a handler that checks its signature. */
  rawBody?: true;
  /** The `data` of a successful answer. What the schema does not name never leaves the server. */
  data?: z.ZodType;
  /** Members of the answer beside `data` and `message`. */
  extra?: z.ZodObject;
  /** Status of a successful answer, 200 unless said. */
  status?: 200 | 201 | 202 | 302;
  /** Seconds for which a shared cache may keep the answer to a visitor. */
  cache?: number;
  /**
   * Codes that its handler refuses with, beside those that follow from the rest of this description: a test holds it
   * against the handlers' source, and against every answer of the API's tests.
   */
  refuses?: readonly ErrorCode[];
  /** The answer is not the JSON envelope but this media type (or a redirect to it). */
  produces?: string;
}

export interface FormFileField {
  /** The largest size. */
  bytes: number;
  type: 'image/png' | 'video/mp4' | 'video/*';
  /** A form without it is refused. */
  required?: true;
}

export type EndpointKey = `${Method} /${string}`;
export type Endpoints = Record<EndpointKey, Endpoint>;

/** Declares a feature's endpoints, keyed by method and path in API Gateway's braces: `'GET /clubs/{id}'`. */
export function defineEndpoints<const Table extends Endpoints>(table: Table): Table {
  return table;
}

/** `{ id: string }` for `'GET /clubs/{id}'`. */
export type PathParams<Key> = Key extends `${string}{${infer Name}}${infer Rest}`
  ? { [K in Name]: string } & PathParams<Rest>
  : unknown;

export type QueryOf<E> = E extends { query: infer S extends z.ZodType } ? z.output<S> : Record<never, never>;
export type QueryInput<E> = E extends { query: infer S extends z.ZodType } ? z.input<S> : undefined;
export type BodyOf<E> = E extends { body: infer S extends z.ZodType } ? z.output<S> : undefined;
export type BodyInput<E> = E extends { body: infer S extends z.ZodType } ? z.input<S> : undefined;
/** What a handler gives: the input of the schema, before defaults and stripping. */
export type DataInput<E> = E extends { data: infer S extends z.ZodType } ? z.input<S> : undefined;
/** What a client gets. */
export type DataOf<E> = E extends { data: infer S extends z.ZodType } ? z.output<S> : undefined;
export type ExtraOf<E> = E extends { extra: infer S extends z.ZodType } ? z.output<S> : Record<never, never>;

/** Splits `'GET /clubs/{id}'` into its method and path. */
export function splitKey(key: string): { method: Method; path: string } {
  const space = key.indexOf(' ');
  return { method: key.slice(0, space) as Method, path: key.slice(space + 1) };
}
