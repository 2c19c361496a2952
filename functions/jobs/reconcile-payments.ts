/** Every five minutes: takes over what events of the payment provider said that never arrived. */
import { customersWithEvents } from '../payments/provider.ts';
import { isHandled, markHandled, syncCustomer } from '../payments/sync.ts';

/** Longer than the pause between two runs, so that nothing falls in between. */
const lookBackMs = 60 * 60 * 1000;

/** An event this young may still be on its way. */
export async function handler(): Promise<void> {
  const now = Date.now();
  const missed = [];
  for (const found of await customersWithEvents(now - lookBackMs)) {
    if (!(await isHandled(found.eventId))) missed.push(found);
  }
  for (const customerId of new Set(missed.map((found) => found.customerId))) await syncCustomer(customerId);
  for (const { eventId } of missed) await markHandled(eventId, now);
}
