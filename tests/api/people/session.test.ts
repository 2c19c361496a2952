import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createPerson, fetchCaptchaToken } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';
import { edgeHeaders, logIn, randomIp } from '../../support/people.ts';

const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { endSessions } = await import('../../../functions/people/accounts/end-rights.ts');

const password = 'una-clave-larga';

async function withPassword(...args: Parameters<typeof createPerson>) {
  const someone = await createPerson(...args);
  await setPassword(someone.user.id, password);
  return someone;
}

describe('login', () => {
  test('[A-API-1] answers token, isLiveUser and user; the token works', async () => {
    const { user } = await withPassword('REGULAR_BASIC');
    const { status, data } = await logIn(user.email.toUpperCase(), password);
    expect(status).toBe(200);
    expect(data.isLiveUser).toBe(false);
    expect(data.user).toMatchObject({ id: user.id, role: 'REGULAR_BASIC', email: user.email });
    const me = await call('GET /users/me', { token: data.token });
    expect(me.data.user.id).toBe(user.id);
  });

  test('[A-LOGIN-19] accepts the partner’s user id as well as the email', async () => {
    const { user } = await withPassword('REGULAR_SUBSCRIBER', { externalId: `PARTNER-${Date.now()}` });
    expect((await logIn(String(user.externalId), password)).status).toBe(200);
  });

  test('[A-LOGIN-16] gives the same answer for a wrong password and an unknown name', async () => {
    const { user } = await withPassword('REGULAR_BASIC');
    const wrong = await logIn(user.email, 'otra-cosa-mala');
    const unknown = await logIn('nadie@cantera.test', 'otra-cosa-mala');
    expect([wrong.status, wrong.code, wrong.message]).toEqual([401, 'SSN4011', 'Usuario / Contraseña incorrectos']);
    expect(unknown.body).toEqual(wrong.body);
  });

  test('[A-LOGIN-18][A-LOGIN-15] answers SR4006 for a deactivated account', async () => {
    const { user } = await withPassword('REGULAR_BASIC', { disabled: true });
    expect((await logIn(user.email, password)).code).toBe('SR4006');
  });

  test('[A-LOGIN-18][A-LOGIN-13] answers SSN4003 for a partner customer without subscription', async () => {
    const { user } = await withPassword('REGULAR_BASIC', {
      externalId: `PARTNER-ENDED-${Date.now()}`,
      emailConfirmedAt: '2020-01-01T00:00:00.000Z',
      partnerSubscription: { from: '2020-01-01T00:00:00.000Z', to: '2020-06-30T00:00:00.000Z' },
    });
    expect((await logIn(user.email, password)).code).toBe('SSN4003');
    const subscribing = await logIn(user.email, password, { subscribing: true });
    expect([subscribing.status, subscribing.data.user.role]).toEqual([200, 'REGULAR_BASIC']);
  });

  test('[A-API-16] answers 400 for a missing, invented, used, foreign or robot’s captcha token', async () => {
    const { user } = await withPassword('REGULAR_BASIC');
    const used = await fetchCaptchaToken('login');
    expect((await logIn(user.email, password, { captchaToken: used })).status).toBe(200);
    const [foreign, robots] = [await fetchCaptchaToken('signup'), await fetchCaptchaToken('login', 0.4)];
    for (const captcha of [undefined, 'inventado', used, foreign, robots]) {
      const answer = await logIn(user.email, password, { captchaToken: captcha });
      expect([answer.status, answer.code]).toEqual([400, 'CPT4000']);
    }
  });

  test('[A-SESS-11][A-SESS-12] sets lifetimes by remember flag and role', async () => {
    const days = async (role: 'ADMIN' | 'REGULAR_BASIC', remember: boolean) => {
      const { user } = await withPassword(role);
      const { data } = await logIn(user.email, password, { remember });
      return Math.round((Date.parse(data.expiresAt) - Date.now()) / 86_400_000);
    };
    expect(await days('REGULAR_BASIC', false)).toBe(1);
    expect(await days('REGULAR_BASIC', true)).toBe(365);
    expect(await days('ADMIN', true)).toBe(7);
  });

  test('[A-SESS-12][A-SESS-13] sets the cookies itself, for as long as the session', async () => {
    const cookies = async (role: 'ADMIN' | 'REGULAR_BASIC' | 'CLUB_STAFF', remember: boolean, headers = {}) => {
      const { user } = await withPassword(role, role === 'CLUB_STAFF' ? { clubId: ulid() } : {});
      const answer = await call('POST /session/login', {
        headers: { ...edgeHeaders(), ...headers },
        body: { username: user.email, password, captchaToken: await fetchCaptchaToken('login'), remember },
      });
      const value = encodeURIComponent(JSON.stringify({ token: answer.data.token, isLiveUser: role === 'ADMIN' }));
      return answer.headers.getSetCookie().map((cookie) => cookie.replace(value, 'VALUE'));
    };
    const writeCookie = (seconds: number) => `cantera-session=VALUE; Path=/; Max-Age=${seconds}; SameSite=Lax`;
    expect(await cookies('REGULAR_BASIC', true)).toEqual([writeCookie(365 * 86_400)]);
    expect(await cookies('REGULAR_BASIC', false)).toEqual([writeCookie(86_400)]);
    expect(await cookies('ADMIN', true)).toEqual([writeCookie(7 * 86_400)]);
    const ofStaff = `cantera-club-staff=true; Path=/; Max-Age=${365 * 86_400}; SameSite=Lax`;
    expect(await cookies('CLUB_STAFF', false)).toEqual([writeCookie(86_400), ofStaff]);
    const [encrypted] = await cookies('REGULAR_BASIC', true, { 'x-forwarded-proto': 'https' });
    expect(encrypted).toBe(`${writeCookie(365 * 86_400)}; Secure`);
  });

  test('[A-GEN-6] treats every admin as a live user', async () => {
    const { user } = await withPassword('ADMIN');
    expect((await logIn(user.email, password)).data.isLiveUser).toBe(true);
  });

  test('[A-LOGIN-4][A-LOGIN-5] rejects an empty name or password with the form’s text', async () => {
    expect((await logIn('', 'x')).message).toBe('Introduce tu email');
    expect((await logIn('x', '')).message).toBe('Introduce tu contraseña');
  });
});

describe('the protection against brute force', () => {
  test('[A-API-1] answers 429 to guesses, but not for another account from the same address', async () => {
    const [victim, other] = [await withPassword('REGULAR_BASIC'), await withPassword('REGULAR_BASIC')];
    const place = randomIp();
    const guess = (name: string) => logIn(victim.user.email, name, {}, place);
    const statuses = [];
    for (let attempt = 0; attempt < 10; attempt += 1) statuses.push((await guess(`mala-${attempt}`)).status);
    // From the fifth failure on, the login service locks the account by itself, at first for a second, and the API
    // reports that.
    expect(statuses.slice(0, 5)).toEqual(Array(5).fill(401));
    expect(statuses.slice(5).every((status) => status === 401 || status === 429)).toBe(true);
    expect(statuses).toContain(429);
    // Failures are counted per quarter of an hour; the limit restarts if one ends during the test.
    const stopped = await eventually(
      async () => {
        await guess('mala');
        return guess(password);
      },
      ({ status }) => status === 429,
    );
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await logIn(other.user.email, password, {}, place)).status).toBe(200);
  });
});

describe('a session', () => {
  test('[A-API-2][A-SESS-6] ends at once on logout', async () => {
    const { token } = await createPerson('REGULAR_BASIC');
    expect((await call('GET /session/logout', { token })).status).toBe(200);
    expect((await call('GET /users/me', { token })).status).toBe(401);
  });

  test('[A-API-3][A-SESS-6] ends by the logout of the back office if it is an admin’s', async () => {
    const { token } = await createPerson('ADMIN');
    expect((await call('GET /live/session/logout', { token })).status).toBe(200);
    expect((await call('GET /live/users/me', { token })).status).toBe(401);
  });

  test('[A-API-6] ends with all sessions of its user, but a later one does not', async () => {
    const { user, token } = await withPassword('REGULAR_BASIC');
    await endSessions(user.id, Date.now() + 1);
    expect((await call('GET /users/me', { token })).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const again = await logIn(user.email, password);
    expect((await call('GET /users/me', { token: again.data.token })).status).toBe(200);
  });

  test('[A-API-6] is not opened by an invented, truncated or foreign token', async () => {
    const { user, token } = await createPerson('REGULAR_BASIC');
    const other = await createPerson('REGULAR_BASIC');
    const foreign = `${other.user.id}.${token.split('.')[1]}`;
    for (const bad of ['', 'x', token.slice(0, -1), foreign, `${user.id}.`, 'a'.repeat(2000)])
      expect((await call('GET /users/me', { token: bad })).status).toBe(401);
  });
});

test('[V-ACC-9][A-PAY-20] resets the role after an expired subscription, and reports it', async () => {
  const { token } = await createPerson('REGULAR_SUBSCRIBER', {
    subscription: { provider: 'stripe', from: '2020-01-01T00:00:00.000Z', to: '2020-06-30T00:00:00.000Z' },
  });
  const { user } = (await call('GET /users/me', { token })).data;
  expect(user.role).toBe('REGULAR_BASIC');
  expect(user.subscription?.error?.type).toBe('PDS_EXPIRED');
});
