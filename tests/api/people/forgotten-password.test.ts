/** Recovery of a forgotten password by an emailed link. */
import { ulid } from 'ulid';
import { describe, expect, test } from 'vitest';
import { call, createPerson, fetchCaptchaToken } from '../../support/api.ts';
import { callWarm } from '../../support/aws-calls.ts';
import { eventually, isFilled } from '../../support/eventually.ts';
import { listMails, logIn, randomIp } from '../../support/people.ts';
import { address } from './sign-up.ts';

const { setPassword } = await import('../../../functions/platform/aws/identity.ts');
const { handler } = await import('../../../functions/api/accounts.ts');
const { sendRecoveryLink } = await import('../../../functions/people/accounts/recovery.ts');

describe('the request for a forgotten password', () => {
  const requestReset = async (email: string) =>
    call('POST /users/forgot-password', { body: { email, captchaToken: await fetchCaptchaToken('forgotPassword') } });
  const findToken = async (email: string) => {
    const mails = await eventually(
      async () => (await listMails(email)).filter(({ subject }) => subject.startsWith('Recupera')),
      isFilled,
    );
    return String(/token=([\w-]+)/.exec(String(mails[0]?.text))?.[1]);
  };

  test('[A-API-9] sends one mail for a repeated event', async () => {
    const { user } = await createPerson('REGULAR_BASIC');
    const request = { id: ulid(), email: user.email };
    await Promise.all([sendRecoveryLink(request, Date.now()), sendRecoveryLink(request, Date.now())]);
    await sendRecoveryLink(request, Date.now());
    expect(await listMails(user.email)).toHaveLength(1);
  });

  test('[A-API-9][A-API-10][A-FORGOT-10][A-RESET-8][A-RESET-11] sets a new password once by an emailed link, and ends all sessions', async () => {
    const { user, token: session } = await createPerson('REGULAR_BASIC');
    await setPassword(user.id, 'la-de-antes');
    expect((await requestReset(user.email)).message).toBe(
      'Recibirás un correo con instrucciones para recuperar tu contraseña.',
    );
    const token = await findToken(user.email);
    const reset = (newPassword: string) => call('POST /users/reset-password', { body: { token, newPassword } });
    expect((await reset('corta')).message).toBe('La contraseña debe tener al menos 8 caracteres');
    expect((await reset('la-de-ahora ')).message).toBe('La contraseña no puede empezar ni terminar con un espacio');
    const done = await reset('la-de-ahora');
    expect(done.message).toBe('Contraseña actualizada con éxito. Ya puedes iniciar sesión con tu nueva contraseña.');
    expect((await reset('otra-mas-aun')).code).toBe('SR4002');
    expect((await call('GET /users/me', { token: session })).status).toBe(401);
    expect((await logIn(user.email, 'la-de-antes')).status).toBe(401);
    expect((await logIn(user.email, 'la-de-ahora')).status).toBe(200);
  });

  test('[A-FORGOT-9] gives the same answer for an unknown address, without email', async () => {
    const { user } = await createPerson('REGULAR_BASIC');
    const unknown = address();
    const [a, b] = [await requestReset(user.email), await requestReset(unknown)];
    expect([b.status, b.body]).toEqual([a.status, a.body]);
    await findToken(user.email);
    expect(await listMails(unknown)).toEqual([]);
  });

  // Retries after injected AWS faults would distort the durations.
  test.skipIf(process.env.FAULTS)('[A-FORGOT-9] takes as long for an unknown address as for a known one', async () => {
    const { user } = await createPerson('REGULAR_BASIC');
    const requestReset = async (email: string) => {
      const body = { email, captchaToken: await fetchCaptchaToken('forgotPassword') };
      return callWarm(handler, { endpoint: 'POST /users/forgot-password', body, address: randomIp() });
    };
    await requestReset(address());
    // The number of AWS calls stands for the duration: a lookup and an email would add some.
    const [known, unknown] = [await requestReset(user.email), await requestReset(address())];
    expect(known).toMatchObject({ statusCode: 200, calls: ['UpdateCommand', 'PutEventsCommand'] });
    expect(unknown).toEqual({ ...known, headers: expect.anything() });
    await findToken(user.email);
  });

  test('[A-RESET-4][A-SIGNUP-25] answers SR4002 for invented tokens', async () => {
    const answer = await call('POST /users/reset-password', {
      body: { token: 'inventado', newPassword: 'una-clave-nueva' },
    });
    expect([answer.status, answer.code]).toEqual([400, 'SR4002']);
  });
});
