/** Ownership of email addresses: a new account may replace an unclaimed one (see `isUnclaimed`). */
import { listFavourites, removeFavourite } from '../../league/clubs/favourites.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { type Condition, transact, type Write } from '../../platform/aws/dynamo.ts';
import { ConditionFailed } from '../../platform/aws/dynamo-errors.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { rightsChangedWrite } from './end-rights.ts';
import { claims, isUnclaimed } from './rules.ts';
import { createUserWrites, findUser, replaceUserWrites } from './store.ts';

/** One for each concurrent sign-up that the limit allows (`sign-up-by-email.ts`), plus one. */
const attempts = 11;

/**
 * Creates the account and `also` in one transaction, or returns the current owner of the email. One of several
 * concurrent sign-ups creates it, the others find it.
 */
export async function createOrFindOwner(user: StoredUser, also: Write[], now: number): Promise<StoredUser | undefined> {
  let owner: StoredUser | undefined;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    try {
      if (owner) await replace(owner, user, also, now);
      else await transact([...createUserWrites(user), ...also]);
      return undefined;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
    }
    owner = await findUser(user.email);
    if (owner && !isUnclaimed(owner)) return owner;
  }
  return owner;
}

/**
 * Replaces an unclaimed account by a new one instead of reusing it: the new owner must not see what the previous one
 * viewed or typed.
 */
async function replace(unclaimed: StoredUser, user: StoredUser, also: Write[], now: number): Promise<void> {
  await transact([
    ...replaceUserWrites(unclaimed, user, isStillUnclaimed),
    ...also,
    domainEventWrite('AccountDeleted', { userId: unclaimed.id }, now),
    rightsChangedWrite(unclaimed.id, now),
  ]);
  // The favourites are removed last: after a crash a club may count one user too many.
  for (const clubId of await listFavourites(unclaimed.id)) await removeFavourite(unclaimed.id, clubId);
}

/** `isUnclaimed` as a condition: keeps an account that pays in the meantime. */
const isStillUnclaimed: Condition = {
  expression: [
    'withoutPassword = :yes AND #role = :basic AND disabled = :no AND externalId = :none AND emailConfirmedAt = :none',
    ...claims.map((name) => `attribute_not_exists(${name})`),
  ].join(' AND '),
  names: { '#role': 'role' },
  values: { ':yes': true, ':basic': 'REGULAR_BASIC', ':no': false, ':none': null },
};
