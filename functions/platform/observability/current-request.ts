/**
 * The current request, available without passing it along: for log lines, audit entries, and work done once per
 * request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

/** The author of the changes of a request or job. */
export interface Actor {
  /** The user's id; absent for the system, a visitor or the partner. */
  userId?: string;
  role: 'ADMIN' | 'CLUB_STAFF' | 'USER' | 'VISITOR' | 'SCORER' | 'PHONE' | 'PARTNER' | 'SYSTEM';
  /** Endpoint, job or command. */
  via: string;
  requestId?: string;
}

interface CurrentRequest {
  /** The id that API Gateway returns as `apigw-requestid`, and that pages show beside an error. */
  id: string;
  /** Results of work done once in this request; undefined after its end. */
  done: Map<object, Promise<void>> | undefined;
  /** Set once the caller is authorised. */
  actor?: Actor;
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

export async function runWithinRequest<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  const request: CurrentRequest = { id, done: new Map() };
  try {
    return await currentRequest.run(request, work);
  } finally {
    request.done = undefined;
  }
}

/** Runs `work` once per request for `what`; later calls get the same promise, or another run after a failure. */
export function runOncePerRequest(what: object, work: () => Promise<void>): Promise<void> {
  const done = currentRequest.getStore()?.done;
  const earlier = done?.get(what);
  if (earlier) return earlier;
  const begun = work();
  done?.set(what, begun);
  begun.catch(() => done?.delete(what));
  return begun;
}

/** Makes the next `runOncePerRequest` run again. */
export function forgetInRequest(what: object): void {
  currentRequest.getStore()?.done?.delete(what);
}
