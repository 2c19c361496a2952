/** The request that is being worked on, for what is asked by many and told of none: lines of the log, and kept rows. */
import { AsyncLocalStorage } from 'node:async_hooks';

interface CurrentRequest {
  /** What API Gateway answers with as `apigw-requestid`, and the page shows beside a failure. */
  id: string;
  /** By the clock of `performance.now()`. */
  begunAt: number;
}

export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

/** Runs the work of one request. */
export function withinRequest<Result>(id: string, work: () => Result): Result {
  return currentRequest.run({ id, begunAt: performance.now() }, work);
}
