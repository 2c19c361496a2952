import { accountEndpoints } from '../../shared/contract/accounts.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { followSignals } from '../broadcast/live/match-signal.ts';
import { ensureProfile, findProfile } from '../broadcast/live/profile.ts';
import { copyEventFields, isOnAir, type StoredSource } from '../broadcast/live/rules.ts';
import { changeSource, sources } from '../broadcast/live/store.ts';
import { requireEvent } from '../league/events/store.ts';
import { exportInvoices } from '../money/invoices/store.ts';
import { exportOrders } from '../money/withdrawals/store.ts';
import { checkCaptcha } from '../people/accounts/captcha.ts';
import { endRights } from '../people/accounts/end-rights.ts';
import { checkPassword, countLoginAttempt, rememberNetwork } from '../people/accounts/login-limits.ts';
import { changeContact, changePassword, deleteAccount, exportPersonalData } from '../people/accounts/profile.ts';
import { recoveries, redeemResetLink, requestRecovery } from '../people/accounts/recovery.ts';
import { findLoginError, toPublicUser } from '../people/accounts/rules.ts';
import { createSessionCookies } from '../people/accounts/session-cookies.ts';
import { limitSignUps, signUp, signUpByEmail } from '../people/accounts/sign-up.ts';
import { findUser } from '../people/accounts/store.ts';
import { type Caller, isAdmin, type StoredUser, withEffectiveRights } from '../platform/auth/rules.ts';
import { endSessionWrite, startSession } from '../platform/auth/sessions.ts';
import { pictureUrl } from '../platform/aws/addresses.ts';
import { environment } from '../platform/aws/environment.ts';
import { findCurrentStream } from '../platform/aws/live-streaming.ts';
import { serve } from '../platform/http/serve.ts';
import { spend, toNetwork } from '../platform/limits/limits.ts';
import { readReturns } from '../platform/mail/returned-mail.ts';
import { exportAlertData } from '../reach/alerts/store.ts';
import { findViewerClips } from '../recordings/clips/store.ts';
import { exportChanges } from '../trust/audit/read-audit.ts';
import { listTeamsOfUser } from '../trust/families/store.ts';
import { exportMatters } from '../trust/matters/store.ts';
import { exportStatements } from '../trust/rights/store.ts';
import { keepReported } from '../viewing/library/progress.ts';
import { readShelf } from '../viewing/library/store.ts';
import { leaveStream, renewStream, takeStream } from '../viewing/playback/stream-lease.ts';
import { countUniqueViewers } from '../viewing/playback/views.ts';
import { countReports } from '../viewing/quality/count-reports.ts';

export const handler = serve(accountEndpoints, {
  'POST /session/login': async ({ body, address, headers, now }) => {
    const { username } = body;
    const score = await checkCaptcha(body.captchaToken, 'login', address);
    const takeBack = await countLoginAttempt({ username, address, now }, score);
    const user = await findUser(username);
    // The password is also checked for unknown users, so that the duration does not tell who has an account.
    const isCorrect = await checkPassword(user?.id ?? 'nobody', body.password, now).catch(async (error: unknown) => {
      // The password was not checked, so this was no failure.
      await takeBack();
      throw error;
    });
    if (!user || !isCorrect) throw new ApiError('SSN4011');
    await takeBack();
    const refused = findLoginError(user, now, body.subscribing);
    if (refused) throw new ApiError(refused);
    await rememberNetwork(username, address, now);
    const session = await startSession(user, body.remember, now);
    return {
      data: { ...session, isLiveUser: isAdmin(user), user: toPublicUser(withEffectiveRights(user, now)) },
      cookies: createSessionCookies(user, session, { headers, now }),
    };
  },

  'GET /session/logout': logout,
  'GET /live/session/logout': logout,

  'PATCH /session': async ({ caller, body, now }) => {
    // Admins never report; they and club staff are not limited to one stream.
    if (isAdmin(caller.user)) throw new ApiError('SSN4030');
    const [holdsStream] = await Promise.all([
      caller.user.role === 'CLUB_STAFF' || reportWatching(caller, body, now),
      body.played && keepReported(caller, body.played, now),
      body.quality && countReports(body.quality, caller.user.id, { now }),
    ]);
    if (!holdsStream) throw new ApiError('SSN4090');
    return {};
  },

  'POST /users': async ({ body, address, now }) => {
    const score = await checkCaptcha(body.captchaToken, 'signup', address);
    await limitSignUps(address, score, now);
    return { data: { id: await signUp(body, now) }, message: 'Cuenta creada con éxito. Ya puedes iniciar sesión.' };
  },

  'POST /users/by-email': async ({ body, address, headers, now }) => {
    const score = await checkCaptcha(body.captchaToken, 'signup', address);
    await limitSignUps(address, score, now);
    const { user, ...session } = await signUpByEmail(body.email, now);
    return {
      data: { ...session, isLiveUser: isAdmin(user), user: toPublicUser(user) },
      cookies: createSessionCookies(user, session, { headers, now }),
    };
  },

  'POST /users/forgot-password': async ({ body, address, now }) => {
    await checkCaptcha(body.captchaToken, 'forgotPassword', address);
    await spend(recoveries, toNetwork(address), 'Demasiadas solicitudes. Espera unos minutos y vuelve a probar.', now);
    // Same behaviour for known and unknown addresses: a job creates and sends the link.
    await requestRecovery(body.email);
    return { message: 'Recibirás un correo con instrucciones para recuperar tu contraseña.' };
  },

  'POST /users/reset-password': async ({ body, address, now }) => {
    const { email } = await redeemResetLink(body.token, body.newPassword, now);
    // The link proves that the owner of the account uses this network.
    await rememberNetwork(email, address, now);
    return { message: 'Contraseña actualizada con éxito. Ya puedes iniciar sesión con tu nueva contraseña.' };
  },

  'GET /users/me': async ({ caller }) => {
    const { bouncedAt } = await readReturns(caller.user.email);
    return { data: { user: { ...toPublicUser(caller.user), ...(bouncedAt && { returnsMail: true as const }) } } };
  },
  'PATCH /users/me': async ({ caller, body: { oldPassword, newPassword, ...contact }, now }) => {
    // The password comes first: if it is wrong, the other fields must not change either.
    const isPassword = oldPassword && newPassword;
    if (isPassword) await changePassword(caller, oldPassword, newPassword, now);
    await changeContact(caller, contact, now);
    return { message: isPassword ? 'Contraseña actualizada correctamente' : 'Usuario actualizado con éxito.' };
  },
  'GET /users/me/data': async ({ caller }) => {
    const { id } = caller.user;
    const [person, { saved, begun }, alerts, own, matters, changes, imageRights, families, orders, invoices] =
      await Promise.all([
        exportPersonalData(caller),
        readShelf(id),
        exportAlertData(id),
        findViewerClips(id),
        exportMatters(id),
        exportChanges(id),
        exportStatements(caller.user),
        listTeamsOfUser(id),
        exportOrders(id),
        exportInvoices(id),
      ]);
    const clips = own.map(({ title, vodId, cut, dateCreated }) => ({ title, vodId, start: cut.start, dateCreated }));
    const others = { alerts, clips, matters, changes, imageRights, families, orders, invoices };
    // The contract names every field that goes out; others are dropped.
    return { data: { ...person, myList: saved, watched: begun, ...others } };
  },
  'DELETE /users/me': async ({ caller, body, now }) => {
    await deleteAccount(caller, body.password, now);
    return { message: 'Tu cuenta ha sido eliminada' };
  },

  'GET /live/users/me': async ({ caller, now }) => ({
    data: { user: await toBroadcaster(caller.user, await findProfile(caller.user.id), now) },
  }),
  'PATCH /live/users/me': async ({ caller, body: { oldPassword, newPassword, version, ...edit }, now }) => {
    if (oldPassword && newPassword) await changePassword(caller, oldPassword, newPassword, now);
    let profile = await findProfile(caller.user.id);
    if (Object.keys(edit).length > 0) {
      const { id } = profile ?? (await ensureProfile(caller.user, now));
      profile = await changeProfile(id, edit, version);
    }
    const message =
      newPassword && Object.keys(edit).length === 0
        ? 'Contraseña actualizada correctamente'
        : 'Usuario actualizado con éxito.';
    return { data: { user: await toBroadcaster(caller.user, profile, now) }, message };
  },
});

interface Report {
  isWatching: boolean;
  takeOver: boolean;
}

/** Renews, takes or releases the caller's stream lease. */
async function reportWatching(caller: Caller, { isWatching, takeOver }: Report, now: number): Promise<boolean> {
  if (isWatching && !takeOver) return renewStream(caller, now);
  await (isWatching ? takeStream(caller, now) : leaveStream(caller));
  return true;
}

async function changeProfile(
  id: string,
  edit: Partial<Pick<StoredSource, 'slug' | 'title' | 'summary' | 'sport' | 'sportEventId'>>,
  version: number | undefined,
) {
  const before = await sources.get(id);
  const event = await requireEvent(edit.sportEventId);
  const next = { ...before, ...edit };
  if (!next.sportEventId && !next.title) throw new ApiError('BRD4000');
  const changed = await changeSource(
    id,
    { ...edit, ...(edit.sportEventId !== undefined && copyEventFields(event)) },
    version,
  );
  await followSignals([before?.sportEventId, changed?.sportEventId], Date.now());
  return changed;
}

/** An admin with the broadcast profile. */
async function toBroadcaster(user: StoredUser, profile: StoredSource | undefined, now: number) {
  if (!profile) return toPublicUser(user);
  const { slug, title, summary, thumbnail, sport, sportEventId, streamKey, version } = profile;
  return {
    ...toPublicUser(user),
    slug,
    title,
    summary,
    sport,
    sportEventId,
    version,
    thumbnail: pictureUrl(thumbnail),
    isLive: isOnAir(profile, now),
    streamServer: environment('STREAM_SERVER'),
    streamAuthKey: streamKey,
    analytics: await countViewers(profile, now),
  };
}

async function countViewers(profile: StoredSource, now: number) {
  const [stream, uniqueLiveViewers] = await Promise.all([
    isOnAir(profile, now) ? findCurrentStream(profile.channelArn) : undefined,
    countUniqueViewers(`live/${profile.id}`),
  ]);
  return { liveViewers: stream?.viewers ?? 0, uniqueLiveViewers };
}

async function logout({ caller, now }: { caller: Caller; now: number }) {
  await endRights(caller.user.id, [endSessionWrite(caller)], now);
  await leaveStream(caller);
  return { message: 'Sesión cerrada' };
}
