/**
 * Updates purchases of a changed match: the 90 days count from its new end, and its buyers find it by its new title.
 * The next sync has the same effect, but may be months away.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { events } from '../../league/events/store.ts';
import { describeUser, getUser, updateUserWrite } from '../../people/accounts/store.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { getItems } from '../../platform/aws/dynamo.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import { listBuyers } from './buyers.ts';
import { computeAccessEnd } from './rules.ts';

export async function updatePurchases(eventId: string): Promise<void> {
  const event = await events.get(eventId);
  if (!event) return;
  const { title, sport } = event;
  const match = { title, sport, until: computeAccessEnd(event) };
  for await (const userIds of listBuyers(eventId)) {
    const users = await getItems(userIds.map((id) => ({ table: 'users', key: userKey(id) })));
    for (const user of users as (StoredUser | undefined)[]) if (user) await updatePurchase(user, eventId, match);
  }
}

/** Retries on conflict: a concurrent sync may have used the old date. */
async function updatePurchase(seen: StoredUser, eventId: string, match: MatchOfPurchase): Promise<void> {
  let user: StoredUser | undefined = seen;
  for (let attempt = 0; user && attempt < attempts; attempt += 1) {
    const purchases = user.purchases.map((one) =>
      // A purchase after the match may last longer.
      one.id === eventId ? { ...one, ...match, ...(one.until > match.until && { until: one.until }) } : one,
    );
    if (isDeepStrictEqual(purchases, user.purchases)) return;
    const version = user.paymentsVersion ?? 0;
    const unseen = { expression: '(attribute_not_exists(paymentsVersion) OR paymentsVersion = :version)' };
    const change = { purchases, paymentsVersion: version + 1 };
    try {
      await transactAudited(
        [updateUserWrite(user.id, change, { ...unseen, values: { ':version': version } })],
        describeUser(user, change, 'purchases'),
      );
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
    await sleep(Math.random() * 40 * (attempt + 1));
    user = await getUser(user.id);
  }
  if (user) throw new Error(`The purchases of ${user.id} change too fast: gave up after ${attempts} attempts`);
}

type MatchOfPurchase = Pick<StoredUser['purchases'][number], 'title' | 'sport' | 'until'>;

const attempts = 20;
