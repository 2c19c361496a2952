/** What a handler gets and gives. The types follow from the endpoint's entry in the contract. */
import type {
  Access,
  BodyOf,
  DataInput,
  Endpoint,
  Endpoints,
  ExtraOf,
  PathParams,
  QueryOf,
} from '../../../shared/contract/endpoint.ts';
import type { Caller, ClubStaffCaller } from '../auth/rules.ts';
import type { ConcatenatedGzip } from './concatenated-gzip.ts';

export type CallerFor<A extends Access> = A extends 'public' | 'scorer'
  ? Caller | undefined
  : A extends 'clubStaff'
    ? ClubStaffCaller
    : A extends 'partner'
      ? undefined
      : Caller;

/** A file of a multipart form, whole in memory. */
export interface FormFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

export interface Request<E extends Endpoint, Key> {
  params: PathParams<Key>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  files: Record<string, FormFile | undefined>;
  /** The body as it came, where the endpoint asks for that. */
  rawBody: string;
  headers: Readonly<Record<string, string | undefined>>;
  caller: CallerFor<E['access']>;
  /** The token of a scorer's link, unproven, where one may call with that instead. */
  link: string | undefined;
  /** Milliseconds since 1970 at the start of the request: the one clock of every decision in it. */
  now: number;
  /** The caller's network address. */
  address: string;
  /** The origin that the browser names, if any. */
  origin: string | undefined;
  requestId: string;
}

/** An answer that is not the JSON envelope: a playlist, a key, a redirect. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body?: string | ConcatenatedGzip | Uint8Array;
}

export type Answer<E extends Endpoint> = E extends { produces: string }
  ? RawResponse
  : { message?: string } & (DataInput<E> extends undefined ? { data?: undefined } : { data: DataInput<E> }) &
      Partial<ExtraOf<E>>;

/** One handler for each endpoint of a table: a missing one does not compile. */
export type Handlers<Table extends Endpoints> = {
  [Key in keyof Table]: Table[Key] extends infer E extends Endpoint
    ? (request: Request<E, Key>) => Promise<Answer<E>>
    : never;
};
