/** What people do around the API: log in, read their mail, pay on the provider's page. */
import { addresses, call, captchaToken, type Person } from './api.ts';
import { eventually } from './eventually.ts';

export interface Mail {
  from: string;
  subject: string;
  text: string;
  html: string;
}

/** Newest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const answer = await fetch(`${addresses.mail}/api/messages?to=${encodeURIComponent(email)}`);
  return (await answer.json()) as Mail[];
}

/** The newest that says this, once it has come: it is kept first, and whoever sends it may be busy. */
export const mailTo = (email: string, says = /^/): Promise<Mail> =>
  eventually(async () => (await mailsTo(email)).find(({ subject, text }) => says.test(`${subject} ${text}`)));

/** From a place of their own unless said: what others guess there does not count against them. */
export const logIn = async (username: string, password: string, more: object = {}, place = anyPlace()) =>
  call('POST /session/login', {
    headers: from(place),
    body: { username, password, captchaToken: await captchaToken('login'), ...more },
  });

/** Headers of a request that came from there through CloudFront. */
export const from = (place = anyPlace()) => ({
  'cantera-edge-key': String(process.env.EDGE_KEY),
  'x-viewer-address': place,
});

/** An address of the network, of which there are enough. */
export const anyPlace = () => `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`;

/** A link to pay, for the season unless said. */
export const askToPay = ({ token }: Pick<Person, 'token'>, body: object = {}) =>
  call('POST /payments/stripe', {
    token,
    body: {
      productType: 'PT_MONTHLY',
      callbackUrl: `${process.env.WEB_ORIGIN}/payment-success?redirectUrl=%2Fhome`,
      ...body,
    },
  });

/** A button on the provider's pages: `/pay/{session}/pay`, `/control/refund/{charge}`. */
export const press = (path: string) => fetch(new URL(path, addresses.payments), { method: 'POST', redirect: 'manual' });

/** The checkout session that a payment link leads to. */
export const sessionOf = (link: string) => new URL(link).pathname.split('/')[2] ?? '';
