/**
 * Stripe's client repeats what broke on the way, but not what was one call too many for a moment: this sends the same
 * call, with the same key, again.
 */
import Stripe from 'stripe';
import { attempts, persistently } from '../../platform/aws/retries.ts';

export function withTimeout(client: Stripe.HttpClient = Stripe.createNodeHttpClient()): Stripe.HttpClient {
  return {
    getClientName: () => client.getClientName(),
    makeRequest: (...call) =>
      persistently(async (attempt) => {
        const answer = await client.makeRequest(...call);
        if (answer.getStatusCode() !== 429 || attempt === attempts) return answer;
        // Read to its end, so that its line is free for the next.
        await answer.toJSON();
        return undefined;
      }),
  };
}
