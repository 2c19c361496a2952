import { ulid } from 'ulid';
import type * as z from 'zod';
import type { SignUp } from '../../../shared/contract/accounts.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { acceptAtSignUp } from '../../../shared/domain/documents.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { addFavourite } from '../../league/clubs/favourites.ts';
import { requireClubs } from '../../league/clubs/store.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { openSession } from '../../platform/auth/sessions.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { setPassword } from '../../platform/aws/identity.ts';
import { countUp, createLimitError, type Limit, spend, toNetwork } from '../../platform/limits/limits.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmail } from '../../platform/mail/outbox.ts';
import { createOrFindOwner } from './email-owner.ts';
import { requestRecovery } from './recovery-request.ts';
import { createUserItem, isUnclaimed } from './rules.ts';

/**
 * The user's items make the email unique. The login is created afterwards, so that password recovery completes an
 * account after a crash in between.
 */
export async function signUp(form: z.output<typeof SignUp>, now: number): Promise<string> {
  const { favoriteClubId } = form;
  if (favoriteClubId) await requireClubs([favoriteClubId]);
  const user = toUser(form, now);
  if (await createOrFindOwner(user, [], now)) throw new ApiError('SR4092');
  await setPassword(user.id, form.password);
  if (favoriteClubId) await addFavourite(user.id, favoriteClubId, now);
  await queueEmail(renderWelcome(user), now);
  return user.id;
}

function toUser(form: z.output<typeof SignUp>, now: number): StoredUser {
  return createUserItem(
    {
      id: ulid(now),
      role: 'REGULAR_BASIC',
      name: form.name,
      surname: form.surname,
      email: form.email,
      documentId: form.documentId ?? null,
      phone: form.phone ?? null,
      address: form.address ?? null,
      accepted: acceptAtSignUp(now),
      marketing: { accepted: form.acceptMarketing, changedAt: new Date(now).toISOString() },
    },
    now,
  );
}

/**
 * A stadium shares one network: past `max` a higher captcha score is required, past `refusedSignUps` sign-up is
 * blocked.
 */
const signUps: Limit = { name: 'signup-network', max: 30, minutes: 60 };
const refusedSignUps = 300;
const strictScore = 0.7;

export async function limitSignUps(address: string, score: number | undefined, now: number): Promise<void> {
  const count = await countUp(signUps, toNetwork(address), now);
  if (count <= signUps.max || (score !== undefined && score >= strictScore && count <= refusedSignUps)) return;
  throw createLimitError(signUps, 'Se han creado demasiadas cuentas desde tu red. Prueba dentro de una hora.', now);
}

/** The address is unconfirmed, so the email repeats nothing that was typed into the form. */
function renderWelcome({ email }: StoredUser) {
  return renderEmail({
    to: email,
    subject: 'Te damos la bienvenida a Cantera TV',
    lines: [
      'Hola. Tu cuenta ya está lista.',
      'Sigue a tus clubes, guarda partidos para más tarde y no te pierdas ningún directo de la cantera.',
    ],
    action: { label: 'Ver los partidos', url: pageUrl(paths.home) },
  });
}

/** Sign-ups per email: each one replaces the unclaimed account before it. */
const sameEmail: Limit = { name: 'signup-email', max: 10, minutes: 60 };

/**
 * Creates an account by email alone, to buy a match: no password, and a session as after a remembered login. It stays
 * unclaimed until a payment; from then on a link to that address is the only way to log in.
 */
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
