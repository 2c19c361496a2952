/** The request that is being worked on, for what many ask and nobody tells of it: lines of the log, and kept rows. */
import { AsyncLocalStorage } from 'node:async_hooks';

interface CurrentRequest {
  /** What API Gateway answers with as `apigw-requestid`, and the page shows beside a failure. */
  id: string;
  /** What is done once for it; nothing any more when it has ended. */
  done: Map<object, Promise<void>> | undefined;
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

/** Does the work of one request. */
export async function withinRequest<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  const request: CurrentRequest = { id, done: new Map() };
  try {
    return await currentRequest.run(request, work);
  } finally {
    request.done = undefined;
  }
}

/** Does something for `what`, or waits for its end where it has been begun for this request. What fails is done again. */
export function oncePerRequest(what: object, work: () => Promise<void>): Promise<void> {
  const done = currentRequest.getStore()?.done;
  const known = done?.get(what);
  if (known) return known;
  const begun = work();
  done?.set(what, begun);
  begun.catch(() => done?.delete(what));
  return begun;
}

/** What was done once counts no longer. */
export function forgetInRequest(what: object): void {
  currentRequest.getStore()?.done?.delete(what);
}
