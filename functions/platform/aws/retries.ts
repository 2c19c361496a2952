/**
 * Retry policy of every SDK client. Users wait and throttling is short, so it retries more often and sooner than the
 * SDK, whose three attempts are half a second apart; all attempts fit into one request.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';

/**
 * With 30 % of calls throttled and 3 % lost, twelve attempts fail one call in 600,000; fifteen fail one in 17 million
 * for a second more.
 */
export const attempts = 15;

/** Milliseconds before the given attempt, with jitter. */
const pauseBefore = (attempt: number) => Math.random() * Math.min(1_500, 20 * 2 ** attempt);

/**
 * Client options. They omit the SDK's retry budget, which all calls of a process share: one request must not make the
 * next one fail.
 */
export const withRetries = (most = attempts) => {
  const fresh = () => new ConfiguredRetryStrategy(most, pauseBefore);
  const retryStrategy: RetryStrategy = {
    mode: 'standard',
    acquireInitialRetryToken: (scope) => fresh().acquireInitialRetryToken(scope),
    refreshRetryTokenForRetry: (token, information) => {
      if (isVerdict(information.error)) throw information.error;
      return fresh().refreshRetryTokenForRetry(token, information);
    },
    recordSuccess: () => {},
  };
  return { retryStrategy };
};

/**
 * The SDK retries any error while the clocks differ. Failed conditions stay final: only errors about the clock or the
 * load are retried.
 */
function isVerdict(error: unknown): boolean {
  const { name = '', $fault, $metadata } = (error ?? {}) as Partial<ServiceException>;
  return $fault === 'client' && $metadata?.clockSkewCorrected === true && !ofClockOrLoad.test(name);
}

const ofClockOrLoad =
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
    const found = await call(attempt);
    if (found !== undefined) return found;
    await sleep(pauseBefore(attempt));
  }
  const found = await call(attempts);
  if (found === undefined) throw new Error(`The service was too busy: gave up after ${attempts} attempts`);
  return found;
}
