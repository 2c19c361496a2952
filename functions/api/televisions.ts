/** Endpoints of the television login, confirmed on a phone. */
import { ApiError } from '../../shared/contract/errors.ts';
import { televisionEndpoints } from '../../shared/contract/televisions.ts';
import { toPublicUser } from '../people/accounts/rules.ts';
import { createSessionCookies } from '../people/accounts/session-cookies.ts';
import { mayUseTelevision, nameDevice } from '../people/televisions/rules.ts';
import { confirmTelevision, createTelevision, declineTelevision, findTelevision } from '../people/televisions/store.ts';
import type { Caller } from '../platform/auth/rules.ts';
import { findPerson, hashToken } from '../platform/auth/sessions.ts';
import { serve } from '../platform/http/serve.ts';
import { hashValue, type Limit, spend, spendGuess, toNetwork } from '../platform/limits/limits.ts';

/** Codes per network and wrong codes per user: at this rate, guessing takes years. */
const newCodes: Limit = { name: 'television-network', max: 30, minutes: 10 };
const guesses: Limit = { name: 'television-guesses', max: 10, minutes: 10 };

export const handler = serve(televisionEndpoints, {
  'POST /session/televisions': async ({ headers, address, now }) => {
    const network = toNetwork(address);
    await spend(newCodes, network, 'Demasiados códigos desde tu red. Espera unos minutos y vuelve a probar.', now);
    const { code, secret, expiresAt } = await createTelevision(
      { device: nameDevice(headers['user-agent']), network },
      now,
    );
    return { data: { code, secret, expiresAt: new Date(expiresAt * 1000).toISOString() } };
  },

  'POST /session/televisions/answer': async ({ body, headers, now }) => {
    const television = await findTelevision(body.code, now);
    // Comparing hashes leaks no timing about the secret.
    if (television?.secretHash !== hashToken(body.secret)) throw new ApiError('TVS4040');
    const { state, userId, sessionEndsAt = '' } = television;
    if (state !== 'CONFIRMED') return { data: { state } };
    const user = userId && (await findPerson(userId, now));
    if (!user) throw new ApiError('TVS4040');
    const token = `${user.id}.${body.secret}`;
    return {
      data: { state, token, expiresAt: sessionEndsAt, user: toPublicUser(user) },
      cookies: createSessionCookies(user, { token, expiresAt: sessionEndsAt }, { headers, now }),
    };
  },

  'POST /users/me/televisions/find': async ({ caller, body, address, now }) => {
    const { device, askedAt, network } = await requireTypedTelevision(caller, body.code, now);
    return { data: { device, askedAt, isNear: network === hashValue(toNetwork(address)) } };
  },

  'POST /users/me/televisions': async ({ caller, body: { code, askedAt, confirm }, now }) => {
    const television = await requireTypedTelevision(caller, code, now);
    const answered = { ...television, code, askedAt };
    const done = confirm ? await confirmTelevision(answered, caller.user, now) : await declineTelevision(answered, now);
    if (!done && !(await isRepeatedAnswer(caller, { code, askedAt, confirm }, now))) throw new ApiError('TVS4040');
    return {
      message: confirm ? 'Listo: tu televisión ya ha entrado en tu cuenta.' : 'No ha entrado nadie en tu cuenta.',
    };
  },
});

/** True if the same answer was stored before: a repeated request succeeds. */
async function isRepeatedAnswer(
  { user }: Caller,
  { code, askedAt, confirm }: { code: string; askedAt: string; confirm: boolean },
  now: number,
): Promise<boolean> {
  const after = await findTelevision(code, now);
  if (after?.askedAt !== askedAt) return false;
  return confirm ? after.state === 'CONFIRMED' && after.userId === user.id : after.state === 'DECLINED';
}

/** The television with the typed code. Wrong codes count against the limit. */
async function requireTypedTelevision({ user }: Caller, code: string, now: number) {
  if (!mayUseTelevision(user))
    throw new ApiError('SSN4030', 'En una televisión solo entran las cuentas de espectador.');
  const message = 'Demasiados códigos equivocados. Espera unos minutos y vuelve a probar.';
  const takeBack = await spendGuess(guesses, user.id, message, now);
  const television = await findTelevision(code, now);
  if (!television) throw new ApiError('TVS4040');
  await takeBack();
  return television;
}
