/**
 * Extends purchases of a rescheduled match: the 90 days count from its new end. The next sync has the same effect, but
 * may be months away.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { events } from '../../league/events/store.ts';
import { describeUser, getUser, updateUserWrite } from '../../people/accounts/store.ts';
import { transactAudited } from '../../platform/audit/trail.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { getItems } from '../../platform/aws/dynamo.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import { listBuyers } from './buyers.ts';
import { computeAccessEnd } from './rules.ts';

export async function followRescheduledEvent(eventId: string): Promise<void> {
  const event = await events.get(eventId);
  if (!event) return;
  const until = computeAccessEnd(event);
  for await (const userIds of listBuyers(eventId)) {
    const found = await getItems(userIds.map((id) => ({ table: 'users', key: userKey(id) })));
    for (const user of found as (StoredUser | undefined)[]) if (user) await prolong(user, eventId, until);
  }
}

/** Retries on conflict: a concurrent sync may have used the old date. */
async function prolong(seen: StoredUser, eventId: string, until: string): Promise<void> {
  let user: StoredUser | undefined = seen;
  for (let attempt = 0; user && attempt < attempts; attempt += 1) {
    if (!user.purchases.some((one) => one.id === eventId && one.until < until)) return;
    const purchases = user.purchases.map((one) => (one.id === eventId && one.until < until ? { ...one, until } : one));
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

const attempts = 20;
