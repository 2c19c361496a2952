/** Sessions and own data. */
import { accountEndpoints } from '../../shared/accounts.ts';
import { Refusal } from '../../shared/errors.ts';
import { passwordIsRight } from '../aws/identity.ts';
import { endLiveView } from '../aws/live-streaming.ts';
import { serve } from '../http/serve.ts';
import { freeLease, renewLease, takeLease } from '../playback/lease.ts';
import { checkCaptcha } from './captcha.ts';
import { countAttempt, forgiveAttempts } from './login-limits.ts';
import { asOf, type Caller, isLiveUser, loginRefusal, publicUser } from './rules.ts';
import { endSession, startSession } from './sessions.ts';
import { findUser } from './store.ts';

export const handler = serve(accountEndpoints, {
  'POST /session/login': async ({ body, address, now }) => {
    const attempt = { username: body.username, address, now };
    await countAttempt(attempt);
    await checkCaptcha(body.captchaToken, 'login', address);
    const user = await findUser(body.username);
    // An unknown name asks for a password check too, so that it takes as long as a known one.
    const right = await passwordIsRight(user?.id ?? 'nobody', body.password);
    if (!user || !right) throw new Refusal('SSN4011');
    const refused = loginRefusal(user, now);
    if (refused) throw new Refusal(refused);
    await forgiveAttempts(attempt);
    const session = await startSession(user, body.remember, now);
    return { data: { ...session, isLiveUser: isLiveUser(user), user: publicUser(asOf(user, now)) } };
  },

  'GET /session/logout': logout,
  'GET /live/session/logout': logout,

  'PATCH /session': async ({ caller, body, now }) => {
    // Row A-SESS-9: live users never report; row V-PLAY-7: they and club staff are not limited.
    if (isLiveUser(caller.user)) throw new Refusal('SSN4030');
    if (caller.user.role === 'CLUB_STAFF') return {};
    const claim = { userId: caller.user.id, sessionHash: caller.sessionHash, now };
    if (!body.isWatching) await endLiveView((await freeLease(claim.userId, claim.sessionHash))?.live);
    else if (body.takeOver) await endLiveView((await takeLease(claim))?.live);
    else if (!(await renewLease(claim))) throw new Refusal('SSN4090');
    return {};
  },

  'GET /users/me': async ({ caller }) => ({ data: { user: publicUser(caller.user) } }),
  'GET /live/users/me': async ({ caller }) => ({ data: { user: publicUser(caller.user) } }),
});

async function logout({ caller }: { caller: Caller }) {
  await endSession(caller);
  await endLiveView((await freeLease(caller.user.id, caller.sessionHash))?.live);
  return { message: 'Sesión cerrada' };
}
