/** Buying a match by email alone: ownership of the account before payment, after it, and with a password. */
import { describe, expect, test } from 'vitest';
import { call, createClub, createPerson, createVod, fetchCaptchaToken } from '../../support/api.ts';
import { callWarm } from '../../support/aws-calls.ts';
import { eventually, is } from '../../support/eventually.ts';
import {
  edgeHeaders,
  listMails,
  logIn,
  pressButton,
  randomIp,
  requestPaymentLink,
  toSessionId,
  waitForMail,
} from '../../support/people.ts';
import { enterTimeWindow } from '../../support/time-window.ts';
import {
  buyMatch,
  choosePassword,
  enter,
  findLinkToken,
  isLive,
  match,
  openPaymentPage,
  wanted,
} from './email-purchase.ts';
import { address } from './sign-up.ts';

const { getUser, updateUserWrite } = await import('../../../functions/people/accounts/store.ts');
const { saveCustomer } = await import('../../../functions/people/partner/store.ts');
const { applyEvent } = await import('../../../functions/money/payments/provider-events.ts');
const { listEventsSince } = await import('../../../functions/money/payments/stripe/events.ts');
const { handler } = await import('../../../functions/api/accounts.ts');
const { transact } = await import('../../../functions/platform/aws/dynamo.ts');

describe('an email alone', () => {
  test('[E-PAY-1][A-PAY-11][A-SESS-12] gives, with accepted terms, a session in which the match can be bought and watched', async () => {
    const email = address();
    const { id } = await createVod({ sportEventId: match.id });
    const { status, data } = await enter(` ${email.toUpperCase()} `);
    expect(status).toBe(200);
    expect(data).toMatchObject({ isLiveUser: false, user: { role: 'REGULAR_BASIC', email, name: '', surname: '' } });
    expect(data.user.hasPassword).toBe(false);
    expect(Date.parse(data.expiresAt) - Date.now()).toBeGreaterThan(364 * 86_400_000);
    const { paymentLink: link } = (await requestPaymentLink(data, wanted)).data;
    await pressButton(`/pay/${toSessionId(link)}/pay`);
    const isGranted = async () =>
      (await call('GET /vods/{id}', { params: { id }, token: data.token })).data.vod.playback.granted;
    await eventually(isGranted, is(true));
  });

  test('[A-PAY-11] neither pays nor sets a password without its token', async () => {
    const email = address();
    await enter(email);
    expect((await requestPaymentLink({ token: '' }, wanted)).status).toBe(401);
    expect((await logIn(email, '')).status).toBe(400);
    expect((await logIn(email, 'lo-que-sea')).code).toBe('SSN4011');
    expect(await listMails(email)).toEqual([]);
  });

  test('[A-SEC-4][A-SIGNUP-12][A-SIGNUP-13][A-API-16] reports missing fields', async () => {
    const readRefusal = async (email: string, fields: object = {}) => {
      const { status, message } = await enter(email, fields);
      expect(status).toBe(400);
      return message;
    };
    const terms = 'Debes aceptar los términos y condiciones';
    for (const acceptTerms of [false, undefined, 'true', 1])
      expect(await readRefusal(address(), { acceptTerms })).toBe(terms);
    expect(await readRefusal('', { acceptTerms: false })).toBe('Por favor, introduce tu email');
    expect(await readRefusal('sin-arroba')).toBe('Por favor, introduce un email válido');
    const captcha = 'No se pudo verificar reCAPTCHA. Inténtalo de nuevo.';
    expect(await readRefusal(address(), { captchaToken: await fetchCaptchaToken('login') })).toBe(captcha);
    expect(await readRefusal(address(), { captchaToken: undefined })).toBe(captcha);
  });
});

describe('the email of an existing account', () => {
  test('[A-SIGNUP-24] is refused as at sign-up if the account has a password, is disabled, or is of staff or of the partner', async () => {
    const viewer = await createPerson('REGULAR_BASIC');
    const taken = [
      viewer.user.email,
      (await createPerson('CLUB_STAFF', { clubId: await createClub() })).user.email,
      (await createPerson('ADMIN')).user.email,
      (await createPerson('REGULAR_BASIC', { withoutPassword: true, disabled: true })).user.email,
      (await createPerson('REGULAR_BASIC', { withoutPassword: true, disabled: true, stripeCustomerId: 'cus_no' })).user
        .email,
    ];
    const customer = address();
    await saveCustomer(
      { email: customer, userId: `c-${customer}`, to: '2999-01-01T00:00:00.000Z', name: '', surname: '' },
      Date.now(),
    );
    for (const email of [...taken, customer])
      expect(await enter(email), email).toMatchObject({ status: 409, code: 'SR4092' });
    expect(await isLive(viewer.token)).toBe(true);
    for (const email of taken) expect(await listMails(email)).toEqual([]);
  });

  test('[A-PAY-11] passes to the next user who types it if nothing was paid, without data of the first', async () => {
    const email = address();
    const first = (await enter(email)).data;
    const clubId = await createClub();
    await call('PATCH /users/me', { token: first.token, body: { phone: '612345678' } });
    await call('PUT /users/me/favorite-clubs/{clubId}', { token: first.token, params: { clubId } });
    const second = (await enter(email)).data;
    expect([await isLive(first.token), await isLive(second.token)]).toEqual([false, true]);
    expect(second.user).toMatchObject({ email, phone: null, hasPassword: false });
    expect((await call('GET /users/me/favorite-clubs', { token: second.token })).data.clubs).toEqual([]);
    expect((await requestPaymentLink(first, wanted)).status).toBe(401);
    expect((await requestPaymentLink(second, wanted)).status).toBe(200);
  });

  test('[A-SIGNUP-19] can still sign up for a full account if nothing was paid', async () => {
    const email = address();
    const { token } = (await enter(email)).data;
    const form = { name: 'Eva', surname: 'Ruiz', email, password: 'clave-de-eva' };
    const body = { ...form, captchaToken: await fetchCaptchaToken('signup') };
    expect((await call('POST /users', { headers: edgeHeaders(), body })).status).toBe(201);
    expect(await isLive(token)).toBe(false);
    expect((await logIn(email, 'clave-de-eva')).data.user).toMatchObject({ name: 'Eva', hasPassword: true });
  });

  test('[A-PAY-11][A-RESET-8] requires the mailed link, which ends other sessions, once a payment has started', async () => {
    const { email, token } = await openPaymentPage();
    const again = await enter(email);
    expect([again.status, again.code, again.message]).toEqual([
      409,
      'SR4093',
      'Ya has comprado con este email. Te hemos enviado un enlace para entrar: abre tu email.',
    ]);
    expect(await isLive(token)).toBe(true);
    const mail = await waitForMail(email, /Entra en tu cuenta/);
    expect((await choosePassword(findLinkToken(mail))).status).toBe(200);
    expect(await isLive(token)).toBe(false);
    expect((await logIn(email, 'la-primera-clave')).data.user.hasPassword).toBe(true);
    expect((await enter(email)).code).toBe('SR4092');
    expect(await listMails(email)).toHaveLength(1);
  });

  test('[A-PAY-11][A-FORGOT-9] gets its mail from a job, as for a forgotten password', async () => {
    const { email } = await openPaymentPage();
    const body = { email, acceptTerms: true, captchaToken: await fetchCaptchaToken('signup') };
    const asked = await callWarm(handler, { endpoint: 'POST /users/by-email', body, address: randomIp() });
    expect(asked.statusCode).toBe(409);
    if (!process.env.FAULTS) expect(asked.calls.at(-1)).toBe('PutEventsCommand');
    await waitForMail(email, /Entra en tu cuenta/);
  });

  test('[A-PAY-11][B-STAFF-21] keeps an account that a club has invited meanwhile', async () => {
    const { token } = await createPerson('ADMIN');
    const email = address();
    const { user, token: session } = (await enter(email)).data;
    const invite = { email, clubId: await createClub() };
    expect((await call('POST /live/club-staff-users', { token, body: invite })).data.id).toBe(user.id);
    expect((await enter(email)).code).toBe('SR4092');
    expect(await isLive(session)).toBe(true);
    const { text } = await waitForMail(email, /invitado/);
    const accepted = await call('POST /club-staff-invitations/{token}/accept', {
      params: { token: findLinkToken({ text }) },
      body: { name: 'Nuria', password: 'clave-de-nuria' },
    });
    expect(accepted.status).toBe(200);
    const { data } = await logIn(email, 'clave-de-nuria');
    expect(data.user).toMatchObject({ id: user.id, role: 'CLUB_STAFF', hasPassword: true });
  });

  test('[A-PAY-11] is limited to ten requests an hour from anywhere', async () => {
    const email = address();
    await enterTimeWindow(60);
    const answers = [];
    for (let turn = 0; turn < 12; turn += 1) answers.push((await enter(email)).status);
    expect(answers).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });
});

describe('the receipt', () => {
  test('[A-PAY-18][A-PAY-21] explains once how to watch elsewhere, with a link to set a password', async () => {
    const since = Date.now() - 1000;
    const { email, id, token } = await buyMatch();
    const customer = String((await getUser(id))?.stripeCustomerId);
    const told = (await listEventsSince(since)).filter(
      ({ data }) => 'customer' in data.object && data.object.customer === customer,
    );
    for (const event of [...told, ...told]) await applyEvent(event, Date.now());
    const mails = await listMails(email);
    expect(mails).toHaveLength(1);
    const text = String(mails[0]?.text);
    expect(text).toContain('Elige una contraseña para ver el partido también en otros dispositivos.');
    expect(text).toContain('El enlace caduca en 48 horas y solo sirve una vez.');
    expect(text).toContain('¿Has olvidado tu contraseña?');
    expect((await choosePassword(findLinkToken({ text }))).status).toBe(200);
    expect((await choosePassword(findLinkToken({ text }))).code).toBe('SR4002');
    expect(await isLive(token)).toBe(false);
    const { user } = (await logIn(email, 'la-primera-clave')).data;
    expect(user).toMatchObject({ id, hasPassword: true });
    expect(user.sportEvents.map(({ id: bought }) => bought)).toEqual([match.id]);
  });

  test('[A-PAY-18] has no such link for an account with a password', async () => {
    const { user, token } = await createPerson('REGULAR_BASIC');
    await pressButton(`/pay/${toSessionId((await requestPaymentLink({ token }, wanted)).data.paymentLink)}/pay`);
    const { text } = await waitForMail(user.email, /recibo/);
    expect(text).toContain('Ver mi cuenta');
    expect(text).not.toContain('token=');
  });
});

describe('a first password', () => {
  test('[A-PROF-16][A-ENT-1] is required before changing or deleting the account', async () => {
    const { token } = (await enter(address())).data;
    const body = { oldPassword: 'cualquiera-vale', newPassword: 'la-de-ahora' };
    expect((await call('PATCH /users/me', { token, body })).code).toBe('SR4000');
    expect((await call('DELETE /users/me', { token, body: { password: 'cualquiera' } })).code).toBe('SR4001');
    expect((await call('GET /users/me', { token })).data.user.hasPassword).toBe(false);
  });

  test('[A-PAY-11] does not pass manually granted access to the next user of the email', async () => {
    const email = address();
    const { user } = (await enter(email)).data;
    const grants = { events: [], subscription: null, log: [] };
    await transact([updateUserWrite(user.id, { grants })]);
    expect((await enter(email)).code).toBe('SR4092');
  });
});
