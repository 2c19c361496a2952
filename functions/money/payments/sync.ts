/**
 * Takes over what the provider holds. A look at the provider is written only when no other look was written since it
 * began: whatever the order of events, the last write rests on a look that began after the last event.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Refusal } from '../../../shared/errors.ts';
import { events } from '../../league/events/store.ts';
import { getUser } from '../../people/accounts/store.ts';
import { ConditionFailed, updateItem } from '../../platform/aws/dynamo.ts';
import type { StoredUser } from '../../platform/session/rules.ts';
import { userKey } from '../../platform/session/sessions.ts';
import { readFacts, userOfCustomer } from './provider.ts';
import { applied, entitlements, type Facts } from './rules.ts';

const attempts = 20;

/** Gives the user as it is afterwards; undefined when the customer is none of ours (any more). */
export async function syncCustomer(customerId: string): Promise<StoredUser | undefined> {
  const userId = await userOfCustomer(customerId);
  if (!userId) return undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const user = await getUser(userId);
    if (!user) return undefined;
    const facts = await readFacts(customerId);
    const found = entitlements(facts, await endsOfEvents(facts));
    const written = await write(user, applied(user, found, Date.now()), customerId);
    if (written) return written;
    await sleep(Math.random() * 40 * (attempt + 1));
  }
  // The provider sends its event again, and the reconciliation looks too.
  throw new Refusal('REQ5030');
}

async function write(
  user: StoredUser,
  next: Pick<StoredUser, 'role' | 'subscription' | 'purchases'>,
  customerId: string,
) {
  const version = user.paymentsVersion ?? 0;
  try {
    return await updateItem<StoredUser>(
      'users',
      userKey(user.id),
      {
        expression:
          'SET #role = :role, subscription = :subscription, purchases = :purchases, stripeCustomerId = :customer, paymentsVersion = :next',
        names: { '#role': 'role' },
        values: {
          ':role': next.role,
          ':subscription': next.subscription,
          ':purchases': next.purchases,
          ':customer': customerId,
          ':next': version + 1,
          ':version': version,
          ':before': user.role,
        },
      },
      // The role too: it may have been changed by the partner or an operator since.
      { condition: '#role = :before AND (attribute_not_exists(paymentsVersion) OR paymentsVersion = :version)' },
    );
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

async function endsOfEvents({ charges }: Facts): Promise<Map<string, number>> {
  const ids = [...new Set(charges.flatMap(({ event }) => (event ? [event.id] : [])))];
  const found = await Promise.all(ids.map((id) => events.get(id)));
  return new Map(found.flatMap((event) => (event ? [[event.id, Date.parse(event.scheduledFinishDate)]] : [])));
}
