/** Visits the buyers of a match one after the other, for emails that an interrupted run continues. */
import { divide } from '../../../shared/domain/divide.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { userKey } from '../../platform/auth/sessions.ts';
import { getItems } from '../../platform/aws/dynamo.ts';
import { listBuyers } from './buyers.ts';

/**
 * Calls `each` for the buyers after `toldUpTo`, and saves how far it has come; undefined if time ran out or another run
 * took the match.
 */
export async function visitBuyers<Match extends { eventId: string; toldUpTo?: string }>(
  match: Match,
  save: (match: Match) => Promise<Match | undefined>,
  { now, stopAt }: { now: number; stopAt: number },
  each: (user: StoredUser, until: string, amount: number | undefined) => Promise<void>,
): Promise<Match | undefined> {
  let reached = match;
  for await (const ids of listBuyers(match.eventId, match.toldUpTo)) {
    for (const some of divide(ids, atOnce)) {
      if (Date.now() > stopAt) return undefined;
      const users = await getItems(some.map((id) => ({ table: 'users', key: userKey(id) })));
      const holders = (users as (StoredUser | undefined)[]).flatMap(
        (user) => findHolder(user, match.eventId, now) ?? [],
      );
      await Promise.all(holders.map(({ user, until, amount }) => each(user, until, amount)));
      const saved = await save({ ...reached, toldUpTo: some.at(-1) });
      if (!saved) return undefined;
      reached = saved;
    }
  }
  return reached;
}

/** Undefined for deleted and disabled accounts, and for rights that have ended. */
function findHolder(user: StoredUser | undefined, eventId: string, now: number) {
  const right = user?.purchases.find(({ id }) => id === eventId);
  return user && !user.disabled && right && Date.parse(right.until) > now
    ? { user, until: right.until, amount: right.amount }
    : undefined;
}

/** Emails sent concurrently, well below SES's usual rate. */
const atOnce = 10;
