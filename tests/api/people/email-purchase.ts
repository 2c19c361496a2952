/** Purchases by an email alone, up to the provider's page and beyond it. */
import { call, createEvent, fetchCaptchaToken } from '../../support/api.ts';
import { edgeHeaders, pressButton, requestPaymentLink, toSessionId, waitForMail } from '../../support/people.ts';
import { address } from './sign-up.ts';

export const enter = async (email: string, fields: object = {}) =>
  call('POST /users/by-email', {
    headers: edgeHeaders(),
    body: { email, acceptTerms: true, platform: 'web', captchaToken: await fetchCaptchaToken('signup'), ...fields },
  });
export const isLive = async (token: string) => (await call('GET /users/me', { token })).status === 200;

export const match = await createEvent();
export const wanted = { productType: 'PT_SPORT_EVENT', sportEventId: match.id } as const;
export const callbackUrl = `${process.env.WEB_ORIGIN}/payment-success`;

export async function openPaymentPage(email = address()) {
  const { token, user } = (await enter(email)).data;
  const { paymentLink: link } = (await requestPaymentLink({ token }, wanted)).data;
  return { email, token, id: user.id, pay: () => pressButton(`/pay/${toSessionId(link)}/pay`) };
}

export async function buyMatch() {
  const buyer = await openPaymentPage();
  await buyer.pay();
  await waitForMail(buyer.email, /recibo/);
  return buyer;
}

export const findLinkToken = ({ text }: { text: string }) => String(/token=([\w-]+)/.exec(text)?.[1]);
export const choosePassword = (token: string, newPassword = 'la-primera-clave') =>
  call('POST /users/reset-password', { body: { token, newPassword } });
