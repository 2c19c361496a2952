/** User actions around the API: log in, read emails, pay on the provider's page. */
import { consents } from '../../shared/domain/order.ts';
import type { ProductType } from '../../shared/domain/plans.ts';
import { addresses, call, fetchCaptchaToken, type Person } from './api.ts';
import { eventually } from './eventually.ts';

export interface Mail {
  from: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { fileName: string; contentType: string; base64: string }[];
}

/** Emails to an address, newest first. */
export async function listMails(email: string): Promise<Mail[]> {
  const answer = await fetch(`${addresses.mail}/api/messages?to=${encodeURIComponent(email)}`);
  return (await answer.json()) as Mail[];
}

/** Waits for the newest email that matches: sending is asynchronous. */
export const waitForMail = (email: string, says = /^/): Promise<Mail> =>
  eventually(async () => (await listMails(email)).find(({ subject, text }) => says.test(`${subject} ${text}`)));

/** Logs in from a new address by default, so that other tests' failed logins do not count against it. */
export const logIn = async (username: string, password: string, more: object = {}, place = randomIp()) =>
  call('POST /session/login', {
    headers: edgeHeaders(place),
    body: { username, password, captchaToken: await fetchCaptchaToken('login'), ...more },
  });

/** Headers of a request that reached CloudFront from this address. */
export const edgeHeaders = (place = randomIp()) => ({
  'cantera-edge-key': String(process.env.EDGE_KEY),
  'x-viewer-address': place,
});

export const randomIp = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;

/** Requests a payment link, by default for the monthly subscription. */
export const requestPaymentLink = ({ token }: Pick<Person, 'token'>, body: object = {}) =>
  call('POST /payments/stripe', {
    token,
    body: {
      productType: 'PT_MONTHLY',
      consent: consents[(body as { productType?: ProductType }).productType ?? 'PT_MONTHLY'].id,
      callbackUrl: `${process.env.WEB_ORIGIN}/payment-success?redirectUrl=%2Fhome`,
      ...body,
    },
  });

/** Presses a button on the provider's pages: `/pay/{session}/pay`, `/control/refund/{charge}`. */
export const pressButton = (path: string, fields: Record<string, string> = {}) =>
  fetch(new URL(path, addresses.payments), { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

export const toSessionId = (link: string) => new URL(link).pathname.split('/')[2] ?? '';
