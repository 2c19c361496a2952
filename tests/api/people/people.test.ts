/** The kinds of users, their access, and their emails. */
import { describe, expect, test } from 'vitest';
import { partnerApiKey } from '../../../infra/local/keys.ts';
import { call, createClub, createEvent, createPerson, createVod, fetchCaptchaToken } from '../../support/api.ts';
import { eventually, has, isFilled } from '../../support/eventually.ts';
import { listMails, logIn, pressButton, requestPaymentLink, toSessionId } from '../../support/people.ts';

const { setPassword } = await import('../../../functions/platform/aws/identity.ts');

describe('access to a match', () => {
  test('[A-GEN-3] comes only from the partner, the event’s purchase, or a subscription', async () => {
    const match = await createEvent();
    const { id } = await createVod({ sportEventId: match.id });
    const playback = async (token?: string) => {
      const { granted, reason } = (await call('GET /vods/{id}', { params: { id }, token })).data.vod.playback;
      return { granted, reason };
    };
    const [nobody, buyer, subscriber] = await Promise.all([1, 2, 3].map(() => createPerson('REGULAR_BASIC')));
    expect(await playback()).toEqual({ granted: false, reason: 'LOGIN_REQUIRED' });
    for (const { token } of [nobody!, buyer!, subscriber!])
      expect(await playback(token)).toEqual({ granted: false, reason: 'PAYMENT_REQUIRED' });

    const payFor = async (someone: { token: string }, product: object, reason: string) => {
      const { paymentLink } = (await requestPaymentLink(someone, product)).data;
      await pressButton(`/pay/${toSessionId(paymentLink)}/pay`);
      const seen = await eventually(() => playback(someone.token), has({ granted: true }));
      expect(seen.reason).toBe(reason);
    };
    await payFor(buyer!, { productType: 'PT_SPORT_EVENT', sportEventId: match.id }, 'PURCHASE');
    await payFor(subscriber!, {}, 'SUBSCRIPTION');
    const token = await logInPartnerCustomer();
    expect(await playback(token)).toEqual({ granted: true, reason: 'SUBSCRIPTION' });
    expect(await playback(nobody?.token)).toEqual({ granted: false, reason: 'PAYMENT_REQUIRED' });

    // The purchase of an event covers that event only.
    const other = await createVod({ sportEventId: (await createEvent()).id });
    const others = await call('GET /vods/{id}', { params: { id: other.id }, token: buyer?.token });
    expect(others.data.vod.playback.granted).toBe(false);
  });
});

/** Logs in a customer that the partner created, by password recovery; returns the session's token. */
async function logInPartnerCustomer(): Promise<string> {
  const name = Math.random().toString(36).slice(2);
  const customer = { email: `${name}@partner.test`, userId: `ONDA-${name}`, to: '2999-06-30' };
  await call('POST /partner/customers', { headers: { 'x-api-key': partnerApiKey }, body: customer });
  await call('POST /users/forgot-password', {
    body: { email: customer.email, captchaToken: await fetchCaptchaToken('forgotPassword') },
  });
  const [mail] = await eventually(() => listMails(customer.email), isFilled);
  const token = String(/token=([\w-]+)/.exec(String(mail?.text))?.[1]);
  await call('POST /users/reset-password', { body: { token, newPassword: 'clave-del-cliente' } });
  return (await logIn(customer.userId, 'clave-del-cliente')).data.token;
}

describe('kinds of users', () => {
  test('[A-GEN-4] act for one club only if they are club staff', async () => {
    const [own, other] = [await createClub(), await createClub()];
    const bound = await createPerson('CLUB_STAFF', { clubId: own });
    const rename = (id: string) =>
      call('PATCH /clubStaff/clubs/{id}', { token: bound.token, params: { id }, body: { name: 'CD Atado' } });
    expect([(await rename(own)).status, (await rename(other)).status]).toEqual([200, 403]);
    const unbound = await createPerson('CLUB_STAFF');
    expect((await call('GET /clubStaff/vods', { token: unbound.token })).status).toBe(403);
  });
});

describe('mail', () => {
  const address = () => `familia-${Math.random().toString(36).slice(2)}@cantera.test`;
  const waitForMail = async (email: string, subject: RegExp) => {
    const mails = await eventually(
      () => listMails(email),
      (list) => list.some((mail) => subject.test(mail.subject)),
    );
    return mails.find((mail) => subject.test(mail.subject));
  };

  test('[A-GEN-10] sends resets, invitations, welcomes, receipts and contact messages as text and HTML', async () => {
    const someone = await createPerson('REGULAR_BASIC');
    await setPassword(someone.user.id, 'una-clave-larga');
    const { email } = someone.user;
    const [invited, newcomer, admin] = [address(), address(), await createPerson('ADMIN')];
    await call('POST /users/forgot-password', {
      body: { email, captchaToken: await fetchCaptchaToken('forgotPassword') },
    });
    await call('POST /live/club-staff-users', {
      token: admin.token,
      body: { email: invited, clubId: await createClub() },
    });
    await call('POST /users', {
      body: {
        name: 'Eva',
        surname: 'Ruiz',
        email: newcomer,
        password: 'clave-de-eva',
        captchaToken: await fetchCaptchaToken('signup'),
      },
    });
    await pressButton(`/pay/${toSessionId((await requestPaymentLink(someone)).data.paymentLink)}/pay`);
    await call('POST /public/contact/teams', {
      body: {
        name: `Club de ${newcomer}`,
        email: newcomer,
        message: 'Somos un club.',
        captchaToken: await fetchCaptchaToken('contact'),
      },
    });
    const mails = await Promise.all([
      waitForMail(email, /^Recupera tu contraseña/),
      waitForMail(invited, /^Te han invitado a gestionar/),
      waitForMail(newcomer, /^Te damos la bienvenida/),
      waitForMail(email, /^Tu recibo/),
      waitForMail('equipos@cantera.test', new RegExp(`^Mensaje de Club de ${newcomer}`)),
    ]);
    for (const mail of mails) {
      expect(mail?.from).toMatch(/^"?Cantera TV"? <hola@cantera\.test>$/);
      expect(mail?.text).toMatch(/\S/);
      expect(mail?.html).toMatch(/^<!doctype html><html lang="es">.*name="viewport"/s);
      // Text and HTML say the same.
      for (const line of mail?.text.split('\n\n').slice(0, 2) ?? []) {
        expect(mail?.html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))).toContain(
          line.split('\n')[0],
        );
      }
    }
  });
});
