/**
 * How every client of the SDK tries again: more often and sooner than its three attempts half a second apart, because
 * somebody waits. Services throttle for moments; all attempts together fit into what a request may take.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';

/**
 * Where three calls of ten are throttled, and three of a hundred lost, twelve attempts fail one call in 600,000; fifteen one
 * in seventeen million, for a second more of waiting.
 */
export const attempts = 15;

/** Milliseconds before the attempt of this number; by chance, so that those who collided do not meet again. */
const pauseBefore = (attempt: number) => Math.random() * Math.min(1_500, 20 * 2 ** attempt);

/**
 * Options of a client. Without the SDK's budget of retries that all calls of a process share: a function serves one
 * request at a time, and what the last one needed must not fail the next.
 */
export const persistent = (most = attempts) => {
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
 * Whatever is refused while our clock differs from the service's counts as worth another attempt with the SDK. But a
 * condition that did not hold was looked at all the same: only words about the clock or the load ask for more.
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

/** For what the SDK does not try again by itself: until `call` gives something, or for as many attempts. */
export async function persistently<T>(call: (attempt: number) => Promise<T | undefined>): Promise<T> {
  for (let attempt = 1; attempt < attempts; attempt += 1) {
    const found = await call(attempt);
    if (found !== undefined) return found;
    await sleep(pauseBefore(attempt));
  }
  const found = await call(attempts);
  if (found === undefined) throw new Error(`The service was too busy: gave up after ${attempts} attempts`);
  return found;
}
