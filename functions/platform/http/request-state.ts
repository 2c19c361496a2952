/** State shared by the middleware of a request, keyed by the Lambda context so that it ends with the request. */
import type { Context } from 'aws-lambda';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import type { Caller } from '../auth/rules.ts';
import type { FormFile } from './request.ts';

export interface RequestState {
  endpoint: Endpoint;
  /** The bearer token as sent; never logged. */
  token: string | undefined;
  /** The partner's key as sent; never logged. */
  apiKey: string | undefined;
  ifNoneMatch: string | undefined;
  request: {
    params: Record<string, string>;
    query: unknown;
    body: unknown;
    files: Record<string, FormFile | undefined>;
    rawBody: string;
    headers: Readonly<Record<string, string | undefined>>;
    caller: Caller | undefined;
    link: string | undefined;
    now: number;
    address: string;
    origin: string | undefined;
    requestId: string;
  };
}

const key = 'state';

export function setState(context: Context, state: RequestState): void {
  Object.assign(context, { [key]: state });
}

/** @throws Error before `readRequest` has run. */
export function getState(context: Context): RequestState {
  const state = findState(context);
  if (!state) throw new Error('The request has not been read yet');
  return state;
}

export function findState(context: Context): RequestState | undefined {
  return (context as Context & { [key]?: RequestState })[key];
}
