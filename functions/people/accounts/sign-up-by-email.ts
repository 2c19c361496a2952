/**
 * An account by an email alone, to buy a match: without a password, with a session as after a login that is remembered.
 * Until somebody pays it is nobody's; from then on the only way in is a link to that very address (rows E-PAY-1, A-PAY-11).
 */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { openSession } from '../../platform/auth/sessions.ts';
import { type Limit, spend, tooMany } from '../../platform/limits/limits.ts';
import { ownerInstead } from './email-owner.ts';
import { requestRecovery } from './recovery-request.ts';
import { isNobodys, newUser } from './rules.ts';

/** With one email: whoever types somebody else's ends what that person has not paid for yet. */
const sameEmail: Limit = { name: 'signup-email', most: 10, minutes: 60 };

export async function signUpByEmail(email: string, now: number) {
  await spend(sameEmail, email, tooOften, now);
  const user = newUser(
    { id: ulid(now), role: 'REGULAR_BASIC', name: '', surname: '', email, withoutPassword: true },
    now,
  );
  const { session, write } = openSession(user, true, now);
  const owner = await ownerInstead(user, [write], now);
  if (owner) throw await refusalOf(owner, now);
  return { user, ...session };
}

const tooOften = 'Se ha intentado demasiadas veces con este email. Prueba dentro de una hora.';

/** Who has a password, or is more than a viewer, logs in. Who has bought without one gets it by mail, from a job. */
async function refusalOf(owner: StoredUser, now: number): Promise<ApiError> {
  if (isNobodys(owner)) return tooMany(sameEmail, tooOften, now);
  if (!owner.withoutPassword || owner.disabled || owner.stripeCustomerId === undefined) return new ApiError('SR4092');
  await requestRecovery(owner.email);
  return new ApiError('SR4093');
}
