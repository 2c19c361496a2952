/** Concurrent purchases and passwords of one email. */
import { describe, expect, test } from 'vitest';
import { call, fetchCaptchaToken } from '../../support/api.ts';
import { logIn, requestPaymentLink, waitForMail } from '../../support/people.ts';
import { callbackUrl, choosePassword, enter, findLinkToken, isLive, wanted } from './email-purchase.ts';
import { address } from './sign-up.ts';

const { findUser, getUser } = await import('../../../functions/people/accounts/store.ts');
const { createPaymentLink } = await import('../../../functions/money/payments/checkout.ts');

describe('concurrent requests', () => {
  test('[A-PAY-11] give one session for ten with the same new email, without a server error', async () => {
    const email = address();
    const answers = await Promise.all(Array.from({ length: 10 }, () => enter(email)));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(200));
    const live = await Promise.all(answers.map(({ data }) => isLive(data.token)));
    expect(live.filter(Boolean)).toHaveLength(1);
    const owner = await findUser(email);
    expect(answers[live.indexOf(true)]?.data.user.id).toBe(owner?.id);
    for (const { data } of answers.filter((_, index) => !live[index]))
      expect(await getUser(data.user.id)).toBeUndefined();
  });

  test.each([0, 1, 2, 3, 4, 5])(
    '[A-PAY-11] never share an account between a payer and another user of the email (attempt %i)',
    async () => {
      const email = address();
      const first = (await enter(email)).data;
      const [paying, second] = await Promise.all([requestPaymentLink(first, wanted), enter(email)]);
      if (second.status === 200) {
        expect(paying).toMatchObject({ status: 401, code: 'SSN4010' });
        expect([await isLive(first.token), await isLive(second.data.token)]).toEqual([false, true]);
      } else {
        expect(second.code).toBe('SR4093');
        expect(paying.status).toBe(200);
        expect(await isLive(first.token)).toBe(true);
      }
    },
  );

  test('[A-PAY-11] ignore a payment for an account deleted meanwhile', async () => {
    const email = address();
    const { user } = (await enter(email)).data;
    const seen = await getUser(user.id);
    const { data } = await enter(email);
    if (!seen) throw new Error('There is no such user');
    await expect(
      createPaymentLink(seen, { ...wanted, consent: 'PARTIDO-1', callbackUrl }, Date.now()),
    ).rejects.toMatchObject({ code: 'SSN4010' });
    expect((await getUser(data.user.id))?.stripeCustomerId).toBeUndefined();
  });

  test.each([0, 1, 2])(
    '[A-RESET-8][A-PAY-11] never share an account between a password and another user of the email (attempt %i)',
    async () => {
      const email = address();
      const { user, token } = (await enter(email)).data;
      await call('POST /users/forgot-password', {
        body: { email, captchaToken: await fetchCaptchaToken('forgotPassword') },
      });
      const link = findLinkToken(await waitForMail(email, /Entra en tu cuenta/));
      const [chosen, typed] = await Promise.all([choosePassword(link), enter(email)]);
      expect(await isLive(token)).toBe(false);
      if (chosen.status === 200) {
        expect(typed.code).toBe('SR4092');
        expect((await logIn(email, 'la-primera-clave')).data.user.id).toBe(user.id);
      } else {
        expect([chosen.code, typed.status]).toEqual(['SR4002', 200]);
        expect(await isLive(typed.data.token)).toBe(true);
      }
    },
  );
});
