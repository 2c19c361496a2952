/** Stripe through its official client, with the keys of the stage. */
import Stripe from 'stripe';
import { ApiError } from '../../../../shared/contract/errors.ts';
import { environment, optionalEnvironment } from '../../../platform/aws/environment.ts';
import { attempts, retryUntilDone } from '../../../platform/aws/retries.ts';
import { readSecret } from '../../../platform/aws/secrets.ts';
import { measure } from '../../../platform/observability/metrics.ts';

/** Content of the secret STRIPE_SECRET_ARN. */
interface StripeSecret {
  apiKey: string;
  webhookSecret: string;
}

let client: Promise<{ stripe: Stripe; webhookSecret: string }> | undefined;

/**
 * Connects with the stage's keys. Not memoised on failure, so that a corrected secret works on the next call.
 * @throws ApiError PYM5030 while the keys are unset.
 */
export function connect() {
  client ??= open().catch((error: unknown) => {
    client = undefined;
    throw error;
  });
  return client;
}

function open() {
  return readSecret('STRIPE_SECRET_ARN').then((text) => {
    const { apiKey, webhookSecret } = JSON.parse(text) as StripeSecret;
    if (!apiKey && !webhookSecret) throw new ApiError('PYM5030');
    if (!apiKey || !webhookSecret) throw new Error('STRIPE_SECRET_ARN lacks apiKey or webhookSecret');
    const other = optionalEnvironment('STRIPE_API_URL');
    const address = other ? new URL(other) : undefined;
    const place = address
      ? { host: address.hostname, port: address.port, protocol: address.protocol.slice(0, -1) as 'http' | 'https' }
      : {};
    const calls = { httpClient: withThrottlingRetries(), maxNetworkRetries: 4, timeout: 6_000, telemetry: false };
    const stripe = new Stripe(apiKey, { ...place, ...calls });
    stripe.on('response', ({ status, path }: { status: number; path: string }) => {
      if (isRefusal(status)) measure('PaymentCallsFailed', 1, { status, path: path.split('?')[0] });
    });
    return { stripe, webhookSecret };
  });
}

/** Statuses that concern the whole account: invalid keys, throttling, outages. */
const isRefusal = (status: number) => status === 401 || status === 403 || status === 429 || status >= 500;

/** True if the keys are set; a stage may run for weeks before it sells anything. */
export async function takesPayments(): Promise<boolean> {
  try {
    await connect();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PYM5030') return false;
    throw error;
  }
}

// Fails at start rather than at the first payment if the variable is missing.
environment('STRIPE_SECRET_ARN');

/** Retries throttled calls with the same idempotency key; Stripe's client only retries network errors. */
function withThrottlingRetries(client: Stripe.HttpClient = Stripe.createNodeHttpClient()): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...call) =>
      retryUntilDone(async (attempt) => {
        const answer = await client.makeRequest(...call);
        if (answer.getStatusCode() !== 429 || attempt === attempts) return answer;
        // Reads to the end, so that the connection can be reused.
        await answer.toJSON();
        return undefined;
      }),
  };
}

/** The id of an object, which the provider sends alone unless it was asked for more. */
export const toId = (value: string | { id: string }): string => (typeof value === 'string' ? value : value.id);
