/**
 * Updates purchases of a changed match: the 90 days count from its new end, and its buyers find it by its new title.
 * The next sync has the same effect, but may be months away.
 */
import { isDeepStrictEqual } from 'node:util';
import { events } from '../../league/events/store.ts';
import { describeUser, getUser, updateUserWrite } from '../../people/accounts/store.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { getItems } from '../../platform/aws/dynamo.ts';
import { retryWrite } from '../../platform/aws/dynamo-errors.ts';
import { listBuyers } from './buyers.ts';
import { computeAccessEnd } from './rules.ts';
import { hasSeenPayments } from './sync-customer.ts';

export async function updatePurchases(eventId: string): Promise<void> {
  const event = await events.get(eventId);
  if (!event) return;
  const { title, sport } = event;
  const match = { title, sport, until: computeAccessEnd(event) };
  for await (const userIds of listBuyers(eventId)) {
    const users = await getItems(userIds.map((id) => ({ table: 'users', key: userKey(id) })));
    for (const user of users as (StoredUser | undefined)[])
      if (user && withMatch(user, eventId, match)) await updatePurchase(user.id, eventId, match);
  }
}

/** A concurrent sync may have used the old date, so that the user is read again. */
const updatePurchase = (userId: string, eventId: string, match: MatchOfPurchase): Promise<void> =>
  retryWrite(async () => {
    const user = await getUser(userId);
    const change = user && withMatch(user, eventId, match);
    if (!change) return;
    await transactAudited(
      [updateUserWrite(userId, change, hasSeenPayments(user))],
      describeUser(user, change, 'purchases'),
    );
  });

/** Undefined if the purchases stay as they are. */
function withMatch({ purchases, paymentsVersion = 0 }: StoredUser, eventId: string, match: MatchOfPurchase) {
  const changed = purchases.map((one) =>
    // A purchase after the match may last longer.
    one.id === eventId ? { ...one, ...match, ...(one.until > match.until && { until: one.until }) } : one,
  );
  return isDeepStrictEqual(changed, purchases)
    ? undefined
    : { purchases: changed, paymentsVersion: paymentsVersion + 1 };
}

type MatchOfPurchase = Pick<StoredUser['purchases'][number], 'title' | 'sport' | 'until'>;
