/** Errors of DynamoDB's writes: failed conditions, and conflicts of transactions, which are retried. */
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { ApiError, type ErrorCode } from '../../../shared/contract/errors.ts';
import { retryUntilDone } from './retries.ts';

/** A condition failed: another writer was faster, or the item does not exist. */
export class ConditionFailed extends Error {
  /** Indexes of the transaction's writes whose condition failed. */
  readonly failed: readonly number[];
  /** Token of the put that created the conflicting item, if known. */
  readonly putBy: string | undefined;

  constructor(failed: readonly number[] = [0], putBy?: string) {
    super('A condition of the write did not hold');
    this.name = 'ConditionFailed';
    this.failed = failed;
    this.putBy = putBy;
  }
}

/** Ignores, as a `catch` handler, a failed condition after which nothing is left to write. */
export function ignoreFailedCondition(error: unknown): undefined {
  if (!(error instanceof ConditionFailed)) throw error;
}

/** Answers, as a `catch` handler, a failed condition with an error of the API. */
export const refuseFailedCondition =
  (code: ErrorCode) =>
  (error: unknown): never => {
    throw error instanceof ConditionFailed ? new ApiError(code) : error;
  };

/** False if the condition of the write failed; other errors are thrown. */
export const isWritten = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    (error: unknown) => ignoreFailedCondition(error) ?? false,
  );

/** True if other transactions caused the failure; the same write may succeed a moment later. */
export function isContention(error: unknown): boolean {
  return (
    error instanceof TransactionConflictException ||
    (error instanceof TransactionCanceledException &&
      (error.CancellationReasons ?? []).some(
        (reason) => reason.Code === 'TransactionConflict' || reason.Code === 'ThrottlingError',
      ))
  );
}

/** Retries on transaction conflicts, which the SDK does not, and maps errors to ConditionFailed. */
export async function withConditionErrors<T>(call: () => Promise<T>): Promise<T> {
  const { value } = await retryUntilDone(async (attempt) => {
    try {
      return { value: await call() };
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) throw new ConditionFailed([0], error.Item?.putBy?.S);
      if (error instanceof TransactionCanceledException) {
        const reasons = error.CancellationReasons ?? [];
        const failed = reasons.flatMap((reason, index) => (reason.Code === 'ConditionalCheckFailed' ? [index] : []));
        if (failed.length > 0) throw new ConditionFailed(failed);
      }
      if (!isContention(error) || attempt >= contentionAttempts) throw error;
      return undefined;
    }
  });
  return value;
}

const contentionAttempts = 8;

/** Calls `write`, which reads what it changes, again until its conditions hold: no other writer was faster. */
export async function retryWrite<T>(write: () => Promise<T>): Promise<T> {
  const { value } = await retryUntilDone(async () => {
    try {
      return { value: await write() };
    } catch (error) {
      if (!(error instanceof ConditionFailed) && !isContention(error)) throw error;
      return undefined;
    }
  });
  return value;
}
