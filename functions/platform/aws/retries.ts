/**
 * Retry policy of every SDK client. It retries more often and sooner than the SDK, whose three attempts are half a
 * second apart, because users wait and throttling is short. All attempts fit into one request.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';

/**
 * With 30 % of calls throttled and 3 % lost, one call in 17 million still fails after fifteen attempts. Twelve attempts
 * would fail one in 600,000 and take a second less.
 */
export const attempts = 15;

const pauseBefore = (attempt: number) => Math.random() * Math.min(1_500, 20 * 2 ** attempt);

/**
 * Client options. They omit the SDK's retry budget, which all calls of a process share: one request must not make the
 * next one fail.
 */
export const withRetries = (maxAttempts = attempts) => {
  const createStrategy = () => new ConfiguredRetryStrategy(maxAttempts, pauseBefore);
  const retryStrategy: RetryStrategy = {
    mode: 'standard',
    acquireInitialRetryToken: (scope) => createStrategy().acquireInitialRetryToken(scope),
    refreshRetryTokenForRetry: (token, information) => {
      if (isFinal(information.error)) throw information.error;
      return createStrategy().refreshRetryTokenForRetry(token, information);
    },
    recordSuccess: () => {},
  };
  return { retryStrategy };
};

/**
 * True for an answer that a retry cannot change, such as a failed condition. The SDK would retry every error while the
 * local clock differs from the service's.
 */
function isFinal(error: unknown): boolean {
  const { name = '', $fault, $metadata } = (error ?? {}) as Partial<ServiceException>;
  return $fault === 'client' && $metadata?.clockSkewCorrected === true && !clockOrLoadErrors.test(name);
}

const clockOrLoadErrors =
  /^(AuthFailure|InvalidSignatureException|RequestExpired|RequestInTheFuture|RequestTimeTooSkewed|SignatureDoesNotMatch)$|Throttl|TooMany|Exceeded|SlowDown/;

interface ServiceException {
  name: string;
  $fault: 'client' | 'server';
  $metadata: { clockSkewCorrected?: boolean };
}

type RetryStrategy = Pick<
  ConfiguredRetryStrategy,
  'mode' | 'acquireInitialRetryToken' | 'refreshRetryTokenForRetry' | 'recordSuccess'
>;

/** Retries calls that the SDK does not retry: until `call` returns a value, or `attempts` times. */
export async function retryUntilDone<T>(call: (attempt: number) => Promise<T | undefined>): Promise<T> {
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const answer = await call(attempt);
    if (answer !== undefined) return answer;
    await sleep(pauseBefore(attempt));
  }
  const answer = await call(attempts);
  if (answer !== undefined) return answer;
  // Answered with 503, by its name (platform/http/responses.ts).
  throw Object.assign(new Error(`Gave up after ${attempts} attempts`), { name: 'TooManyRequests' });
}

/**
 * Makes a client when it is first needed, for functions that may never call the service. Its callers mark the call as
 * pure, so that the bundler leaves out clients that a bundle never uses.
 */
export function makeOnce<Client>(make: () => Client): () => Client {
  let made: Client | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type ErrorClass = abstract new (...values: never[]) => Error;

/** Ignores, as a `catch` handler, errors of these classes. */
export const ignore =
  (...classes: readonly ErrorClass[]) =>
  (error: unknown): undefined => {
    if (!classes.some((one) => error instanceof one)) throw error;
  };
