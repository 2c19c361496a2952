/**
 * Creates an account by email alone, to buy a match: no password, and a session as after a remembered login. It stays
 * unclaimed until a payment; from then on a link to that address is the only way to log in.
 */
import { ulid } from 'ulid';
import { ApiError } from '../../../shared/contract/errors.ts';
import { acceptAtSignUp } from '../../../shared/domain/documents.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { openSession } from '../../platform/auth/sessions.ts';
import { createLimitError, type Limit, spend } from '../../platform/limits/limits.ts';
import { createOrFindOwner } from './email-owner.ts';
import { requestRecovery } from './recovery-request.ts';
import { createUserItem, isUnclaimed } from './rules.ts';

/** Sign-ups per email: each one replaces the unclaimed account before it. */
const sameEmail: Limit = { name: 'signup-email', max: 10, minutes: 60 };

export async function signUpByEmail(email: string, now: number) {
  await spend(sameEmail, email, tooOften, now);
  const user = createUserItem(
    {
      id: ulid(now),
      role: 'REGULAR_BASIC',
      name: '',
      surname: '',
      email,
      withoutPassword: true,
      accepted: acceptAtSignUp(now),
    },
    now,
  );
  const { session, write } = openSession(user, true, now);
  const owner = await createOrFindOwner(user, [write], now);
  if (owner) throw await toSignUpError(owner, now);
  return { user, ...session };
}

const tooOften = 'Se ha intentado demasiadas veces con este email. Prueba dentro de una hora.';

/** Users with a password or another role must log in. Buyers without a password get a link by email, from a job. */
async function toSignUpError(owner: StoredUser, now: number): Promise<ApiError> {
  if (isUnclaimed(owner)) return createLimitError(sameEmail, tooOften, now);
  if (!owner.withoutPassword || owner.disabled || owner.stripeCustomerId === undefined) return new ApiError('SR4092');
  await requestRecovery(owner.email);
  return new ApiError('SR4093');
}
