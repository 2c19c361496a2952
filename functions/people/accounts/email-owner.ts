/** Who has an email: a new account takes it, also from one that is nobody's (`isNobodys`). */
import { favouritesOf, removeFavourite } from '../../league/clubs/favourites.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { type Condition, ConditionFailed, transact, type Write } from '../../platform/aws/dynamo.ts';
import { newDomainEvent, publishDomainEvent, putDomainEvent } from '../../platform/events/domain-events.ts';
import { rightsChanged } from './end-rights.ts';
import { isNobodys } from './rules.ts';
import { createUserWrites, findUser, replaceUserWrites } from './store.ts';

/** One try for each of those who may want the same email at the same time (`sign-up-by-email.ts`), and one more. */
const attempts = 11;

/**
 * Makes the account, with what belongs to it in the same transaction; or gives who has its email instead. Of many at the
 * same time one makes it, and whoever comes after meets that one.
 */
export async function ownerInstead(user: StoredUser, also: Write[], now: number): Promise<StoredUser | undefined> {
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
    if (owner && !isNobodys(owner)) return owner;
  }
  return owner;
}

/**
 * Another account, and not another session of the same: what the one before has looked at, chosen or typed is not the next
 * one's to see, and whoever is about to pay with it finds that it has gone.
 */
async function replace(nobodys: StoredUser, user: StoredUser, also: Write[], now: number): Promise<void> {
  const facts = [newDomainEvent('AccountDeleted', { userId: nobodys.id }, now), rightsChanged(nobodys.id, now)];
  await transact([...replaceUserWrites(nobodys, user, stillNobodys), ...also, ...facts.map(putDomainEvent)]);
  for (const fact of facts) await publishDomainEvent(fact);
  // Last: what a crash leaves of it is one too many in a club's count.
  for (const clubId of await favouritesOf(nobodys.id)) await removeFavourite(nobodys.id, clubId);
}

/** `isNobodys` as a condition: whoever begins to pay meanwhile keeps the account. */
const stillNobodys: Condition = {
  expression: [
    'withoutPassword = :yes AND #role = :basic AND disabled = :no AND externalId = :none',
    ...['stripeCustomerId', 'grants', 'invited'].map((name) => `attribute_not_exists(${name})`),
  ].join(' AND '),
  names: { '#role': 'role' },
  values: { ':yes': true, ':basic': 'REGULAR_BASIC', ':no': false, ':none': null },
};
