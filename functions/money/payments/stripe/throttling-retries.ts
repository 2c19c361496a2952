/** Retries throttled calls with the same idempotency key; Stripe's client only retries network errors. */
import Stripe from 'stripe';
import { attempts, retryUntilDone } from '../../../platform/aws/retries.ts';

export function withThrottlingRetries(client: Stripe.HttpClient = Stripe.createNodeHttpClient()): Stripe.HttpClient {
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
