import { ulid } from 'ulid';
import type * as z from 'zod';
import type { SignUp } from '../../../shared/contract/accounts.ts';
import { ApiError } from '../../../shared/contract/errors.ts';
import { acceptAtSignUp } from '../../../shared/domain/documents.ts';
import { paths } from '../../../shared/domain/paths.ts';
import { addFavourite, listFavourites, removeFavourite } from '../../league/clubs/favourites.ts';
import { requireClubs } from '../../league/clubs/store.ts';
import type { StoredUser } from '../../platform/auth/rules.ts';
import { openSession } from '../../platform/auth/sessions.ts';
import { pageUrl } from '../../platform/aws/addresses.ts';
import { type Condition, transact, type Write } from '../../platform/aws/dynamo.ts';
import { retryWrite } from '../../platform/aws/dynamo-errors.ts';
import { setPassword } from '../../platform/aws/identity.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { countUp, createLimitError, type Limit, spend, toNetwork } from '../../platform/limits/limits.ts';
import { renderEmail } from '../../platform/mail/email-template.ts';
import { queueEmail } from '../../platform/mail/outbox.ts';
import { rightsChangedWrite } from './end-rights.ts';
import { requestRecovery } from './recovery.ts';
import { claims, createUserItem, isUnclaimed } from './rules.ts';
import { createUserWrites, findUser, replaceUserWrites } from './store.ts';

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
  await spend(sameEmail, email, 'Se ha intentado demasiadas veces con este email. Prueba dentro de una hora.', now);
  const blank = {
    id: ulid(now),
    role: 'REGULAR_BASIC' as const,
    name: '',
    surname: '',
    withoutPassword: true as const,
  };
  const user = createUserItem({ ...blank, email, accepted: acceptAtSignUp(now) }, now);
  const { session, write } = openSession(user, true, now);
  const owner = await createOrFindOwner(user, [write], now);
  if (owner) throw await toSignUpError(owner);
  return { user, ...session };
}

/** Users with a password or another role must log in. Buyers without a password get a link by email, from a job. */
async function toSignUpError(owner: StoredUser): Promise<ApiError> {
  if (!owner.withoutPassword || owner.disabled || owner.stripeCustomerId === undefined) return new ApiError('SR4092');
  await requestRecovery(owner.email);
  return new ApiError('SR4093');
}

/**
 * Creates the account and `also` in one transaction, or returns the current owner of the email. One of several
 * concurrent sign-ups creates it, the others find it.
 */
const createOrFindOwner = (user: StoredUser, also: Write[], now: number): Promise<StoredUser | undefined> =>
  retryWrite(async () => {
    const owner = await findUser(user.email);
    if (owner && !isUnclaimed(owner)) return owner;
    if (owner) await replace(owner, user, also, now);
    else await transact([...createUserWrites(user), ...also]);
    return undefined;
  });

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
