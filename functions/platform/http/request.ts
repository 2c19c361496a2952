/** Request and response types of a handler, derived from its endpoint in the contract. */
import type {
  Access,
  DataInput,
  Endpoint,
  EndpointBody,
  EndpointExtra,
  EndpointQuery,
  Endpoints,
  PathParams,
} from '../../../shared/contract/endpoint.ts';
import type { Caller, ClubStaffCaller } from '../auth/rules.ts';

export type CallerFor<A extends Access> = A extends 'public' | 'scorer' | 'phone'
  ? Caller | undefined
  : A extends 'clubStaff'
    ? ClubStaffCaller
    : A extends 'partner'
      ? undefined
      : Caller;

/** A file of a multipart form, in memory. */
export interface FormFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A request of any endpoint; query and body are validated last. */
export interface AnyRequest {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
  files: Record<string, FormFile | undefined>;
  /** The unparsed body, where the endpoint asks for it. */
  rawBody: string;
  headers: Readonly<Record<string, string | undefined>>;
  caller: Caller | undefined;
  /** The token of a match's link, unverified, where the endpoint accepts one. */
  link: string | undefined;
  /** Milliseconds since the Unix epoch at the start of the request; every decision uses this time. */
  now: number;
  /** The caller's network address. */
  address: string;
}

export type Request<E extends Endpoint, Key> = Omit<AnyRequest, 'params' | 'query' | 'body' | 'caller'> & {
  params: PathParams<Key>;
  query: EndpointQuery<E>;
  body: EndpointBody<E>;
  caller: CallerFor<E['access']>;
};

/** A response without the JSON envelope: a playlist, a key, a redirect. */
export interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

export type Answer<E extends Endpoint> = E extends { produces: string }
  ? RawResponse
  : CommonFields &
      (DataInput<E> extends undefined ? { data?: undefined } : { data: DataInput<E> }) &
      Partial<EndpointExtra<E>>;

interface CommonFields {
  message?: string;
  /** Values of `Set-Cookie`. */
  cookies?: string[];
}

/** One handler per endpoint of a table; a missing handler does not compile. */
export type Handlers<Table extends Endpoints> = {
  [Key in keyof Table]: Table[Key] extends infer E extends Endpoint
    ? (request: Request<E, Key>) => Promise<Answer<E>>
    : never;
};
