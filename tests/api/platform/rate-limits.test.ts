/** Rate limits count the right requests, and failures of others do not lock a user out. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createPerson, fetchCaptchaToken, type Person } from '../../support/api.ts';
import { logIn, randomIp, waitForMail } from '../../support/people.ts';
import { enterTimeWindow } from '../../support/time-window.ts';

const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { countLoginAttempt, rememberNetwork } = await import('../../../functions/people/accounts/login-limits.ts');
const { countUp, toNetwork, spend } = await import('../../../functions/platform/limits/limits.ts');
const { sendRecoveryLink } = await import('../../../functions/people/accounts/recovery.ts');

const password = 'una-clave-larga';
async function createSomeone(): Promise<Person> {
  const made = await createPerson('REGULAR_BASIC');
  await setPassword(made.user.id, password);
  return made;
}
const address = () => `198.51.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
const now = Date.now();
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => 'admitted',
    (error: { code?: string }) => error.code,
  );

describe('the network of an address', () => {
  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['::1', '0:0:0:0::/64'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['nobody', 'nobody'],
  ])('%s belongs to the network %s', (given, network) => expect(toNetwork(given)).toBe(network));
});

describe('a login', () => {
  test('[A-API-1] never counts right passwords: many users behind one address log in', async () => {
    const { user } = await createSomeone();
    const place = address();
    const comeIn = async () =>
      (await countLoginAttempt({ username: `${ulid()}@familia.test`, address: place, now }, 0.5))();
    for (let row = 0; row < 7; row += 1) await Promise.all(Array.from({ length: 10 }, comeIn));
    expect(await code(countLoginAttempt({ username: user.email, address: place, now }, 0.5))).toBe('admitted');
  });

  test('does not count attempts without a captcha', async () => {
    const { user } = await createSomeone();
    for (let guess = 0; guess < 30; guess += 1) {
      expect((await logIn(user.email, `mala-${guess}`, { captchaToken: 'inventado' })).code).toBe('CPT4000');
    }
    expect((await logIn(user.email, password)).status).toBe(200);
  });

  test('asks for more proof after distributed guesses, without locking out the owner’s networks', async () => {
    const { user } = await createSomeone();
    const home = address();
    await rememberNetwork(user.email, home, now);
    const guess = (score: number | undefined, from = address()) =>
      code(countLoginAttempt({ username: user.email, address: from, now }, score));
    for (let time = 0; time < 4; time += 1) expect(await guess(0.5)).toBe('admitted');
    expect(await guess(0.5)).toBe('CPT4001');
    expect(await guess(undefined)).toBe('REQ4290');
    for (let time = 0; time < 8; time += 1) expect(await guess(0.9)).toBe('admitted');
    expect(await guess(0.9)).toBe('REQ4290');
    expect(await guess(0.5, home)).toBe('admitted');
  });

  test('lets a locked-out user log in through an emailed link, and from that network afterwards', async () => {
    const { user } = await createSomeone();
    // The failures fill this window and the next, because the login may fall into either.
    const failures = [now, now + 15 * 60_000].flatMap((at) => Array<number>(12).fill(at));
    await Promise.all(
      failures.map((at) => countLoginAttempt({ username: user.email, address: address(), now: at }, 0.9)),
    );
    const refused = await logIn(user.email, password);
    expect([refused.status, refused.code]).toEqual([429, 'REQ4290']);
    expect(refused.message).toContain('olvidado tu contraseña');
    const other = address();
    await sendRecoveryLink({ id: ulid(), email: user.email }, Date.now());
    const token = String(/token=([\w-]+)/.exec((await waitForMail(user.email, /token=/)).text)?.[1]);
    expect((await call('POST /users/reset-password', { body: { token, newPassword: 'otra-clave-1' } })).status).toBe(
      200,
    );
    await rememberNetwork(user.email, other, now);
    expect(await code(countLoginAttempt({ username: user.email, address: other, now }, 0.5))).toBe('admitted');
  });

  test('counts parallel guesses', async () => {
    const { user } = await createSomeone();
    const place = randomIp();
    const guess = (_: unknown, index: number) => logIn(user.email, `mala-${index}`, {}, place);
    const answers = await Promise.all(Array.from({ length: 25 }, guess));
    expect(answers.filter(({ code: given }) => given === 'SSN4011').length).toBeLessThanOrEqual(8);
  });
});

describe('a stolen session', () => {
  test('allows few guesses of the password, and changes nothing on a wrong one', async () => {
    const { user, token } = await createSomeone();
    const change = (oldPassword: string) =>
      call('PATCH /users/me', { token, body: { phone: '612345678', oldPassword, newPassword: 'otra-clave-1' } });
    await enterTimeWindow(15);
    const codes = [];
    for (let guess = 0; guess < 5; guess += 1) codes.push((await change(`mala-${guess}`)).code);
    expect(codes).toEqual(Array(5).fill('SR4000'));
    expect((await change('mala')).status).toBe(429);
    const remove = await call('DELETE /users/me', { token, body: { password: 'mala' } });
    expect([remove.status, remove.message]).toEqual([429, expect.stringContaining('demasiadas veces')]);
    expect((await call('GET /users/me', { token })).data.user).toMatchObject({ id: user.id, phone: null });
  });
});

describe('public forms', () => {
  test('return 429 with the time to wait after too many from one network', async () => {
    const limit = { name: `try-${ulid()}`, max: 3, minutes: 60 };
    for (let time = 0; time < 3; time += 1) await spend(limit, 'red', 'Demasiado', now);
    await expect(spend(limit, 'red', 'Demasiado', now)).rejects.toMatchObject({
      code: 'REQ4290',
      message: 'Demasiado',
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
    });
    await spend(limit, 'otra', 'Demasiado', now);
    await spend(limit, 'red', 'Demasiado', now + 3_600_000);
    expect(await countUp(limit, 'otra', now)).toBe(2);
  });

  test('send no typed name to unconfirmed addresses', async () => {
    const email = `${ulid().toLowerCase()}@familia.test`;
    const name = 'Ganas 500 € en http://mala.test';
    const form = { name, surname: 'Ya', email, password: 'una-clave-larga', acceptTerms: true };
    const made = await call('POST /users', { body: { ...form, captchaToken: await fetchCaptchaToken('signup') } });
    expect(made.status).toBe(201);
    const mail = await waitForMail(email);
    expect(`${mail.subject} ${mail.text} ${mail.html}`).not.toMatch(/Ganas|mala\.test/);
  });
});
