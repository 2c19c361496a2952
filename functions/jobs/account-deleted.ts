/** An account is gone: what it pays for by itself ends, and its shelf. Payments of the past stay, as the law asks. */
import { clearShelf } from '../library/store.ts';
import { cancelSubscriptions } from '../payments/provider.ts';
import type { ServiceEvent } from './events.ts';

export async function handler({
  detail: { userId, stripeCustomerId },
}: ServiceEvent<{ userId: string; stripeCustomerId?: string }>): Promise<void> {
  if (stripeCustomerId) await cancelSubscriptions(stripeCustomerId);
  await clearShelf(userId);
}
