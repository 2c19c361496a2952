/** An account is gone: what it pays for by itself ends too. Payments of the past stay with the provider, as the law asks. */
import { cancelSubscriptions } from '../payments/provider.ts';
import type { ServiceEvent } from './events.ts';

export async function handler(event: ServiceEvent<{ stripeCustomerId: string }>): Promise<void> {
  await cancelSubscriptions(event.detail.stripeCustomerId);
}
