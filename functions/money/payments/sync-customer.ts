/**
 * Syncs a user with the payment provider. A result is written only if no other sync was written since it began to read,
 * so that older data never replaces newer data.
 */
import { events } from '../../league/events/store.ts';
import { endRights } from '../../people/accounts/end-rights.ts';
import { describeUser, getUser, updateUserWrite } from '../../people/accounts/store.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import type { Condition } from '../../platform/aws/dynamo.ts';
import { retryWrite } from '../../platform/aws/dynamo-errors.ts';
import { buyerWrites, holderWrites, markSold } from './buyers.ts';
import { computeEntitlements, type Entitlements, type Facts, losesRights, type PaidMatch } from './rules.ts';
import { readFacts } from './stripe/customer-facts.ts';
import { findUserOfCustomer } from './stripe/customers.ts';
import { ignoreMissing } from './stripe/errors.ts';

/**
 * Returns the user afterwards; undefined for a customer without a user, or one who is deleted meanwhile: the event of
 * the deletion then ends the rights.
 */
export async function syncCustomer(customerId: string): Promise<StoredUser | undefined> {
  const userId = await findUserOfCustomer(customerId);
  return userId ? sync(userId, customerId, () => readFacts(customerId)).catch(ignoreMissing) : undefined;
}

/** Ends the rights of a customer who was deleted at the provider, unless the user has another one by now. */
export async function endDeletedCustomer(userId: string, customerId: string): Promise<void> {
  if ((await getUser(userId))?.stripeCustomerId !== customerId) return;
  await sync(userId, customerId, async () => ({ subscriptions: [], charges: [] }));
}

const sync = (userId: string, customerId: string, read: () => Promise<Facts>): Promise<StoredUser | undefined> =>
  retryWrite(async () => {
    const user = await getUser(userId);
    if (!user) return undefined;
    const facts = await read();
    const entitlements = computeEntitlements(facts, await readMatches(facts));
    await markSold(entitlements.purchases, Date.now());
    return write(user, entitlements, customerId);
  });

/** @throws ConditionFailed if the payments were synced since the user was read */
async function write(user: StoredUser, next: Entitlements, customerId: string): Promise<StoredUser> {
  const change = { ...next, stripeCustomerId: customerId, paymentsVersion: (user.paymentsVersion ?? 0) + 1 };
  const [changed, now] = [{ ...user, ...change }, Date.now()];
  const person = updateUserWrite(user.id, change, hasSeenPayments(user));
  const writes = [person, ...holderWrites(user, changed, now), ...buyerWrites(user, next.purchases)];
  const changes = describeUser(user, change, 'purchases');
  if (losesRights(user, changed, now)) await endRights(user.id, writes, now, changes);
  else await transactAudited(writes, changes);
  return changed;
}

/** Condition: no other sync was written since the user was read. */
export const hasSeenPayments = ({ paymentsVersion = 0 }: StoredUser): Condition => ({
  expression: '(attribute_not_exists(paymentsVersion) OR paymentsVersion = :version)',
  values: { ':version': paymentsVersion },
});

async function readMatches({ charges }: Facts): Promise<Map<string, PaidMatch>> {
  const ids = [...new Set(charges.flatMap(({ event }) => (event ? [event.id] : [])))];
  const matches = await Promise.all(ids.map((id) => events.get(id)));
  return new Map(matches.flatMap((event) => (event ? [[event.id, event]] : [])));
}
