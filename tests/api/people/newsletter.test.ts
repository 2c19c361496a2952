/** The newsletter: confirmation by email, and unsubscription. */
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { addresses, call } from '../../support/api.ts';
import { listMails, waitForMail } from '../../support/people.ts';

const { getSubscriber } = await import('../../../functions/people/contact/store.ts');

interface Mail {
  html: string;
  headers: Record<string, string>;
}
const findToken = async (email: string) => {
  const { text } = await waitForMail(email);
  return String(new URL(/https?:\S+confirmar\S+/.exec(text)?.[0] ?? '').searchParams.get('token'));
};

test('[A-API-13] gives the same answer for new and known addresses, and rejects invalid ones', async () => {
  const email = `boletin-${Date.now()}@cantera.test`;
  const subscribe = () => call('POST /public/newsletter', { body: { email } });
  const first = await subscribe();
  const token = await findToken(email);
  expect((await call('POST /public/newsletter/confirm', { body: { token } })).status).toBe(200);
  const mails = (await listMails(email)).length;
  expect((await subscribe()).body).toEqual(first.body);
  expect((await listMails(email)).length).toBe(mails);
  expect((await call('POST /public/newsletter/unsubscribe', { body: { token } })).status).toBe(200);
  expect((await call('POST /public/newsletter/confirm', { body: { token: 'x.y' } })).status).toBe(400);
  expect((await call('POST /public/newsletter', { body: { email: 'nada' } })).message).toBe(
    'Por favor, introduce un email válido',
  );
});

test('mails an address three times a day at most, and unsubscribes by one click', async () => {
  const email = `${ulid().toLowerCase()}@familia.test`;
  for (let time = 0; time < 6; time += 1) {
    expect((await call('POST /public/newsletter', { body: { email } })).status).toBe(200);
  }
  const mails = (await (await fetch(`${addresses.mail}/api/messages?to=${email}`)).json()) as Mail[];
  expect(mails).toHaveLength(3);
  const { headers = {}, html = '' } = mails[0] ?? {};
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  expect(html).toContain('color-scheme');
  expect(html).toMatch(/<a href="[^"]*\/boletin\/baja\?token=/);
  const token = /unsubscribe\/([^>]+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1];
  const click = await fetch(`${addresses.api}/public/newsletter/unsubscribe/${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(click.status).toBe(200);
  expect((await getSubscriber(email))?.status).toBe('left');
});

test('[A-API-13] confirms and unsubscribes the longest address', async () => {
  const label = Array.from({ length: 40 }, () => Math.random().toString(36).slice(2, 3) || 'x').join('');
  const email = `${label}@${`${'a'.repeat(60)}.`.repeat(3)}${'b'.repeat(27)}.es`;
  expect(email).toHaveLength(254);
  await call('POST /public/newsletter', { body: { email } });
  const token = await findToken(email);
  expect((await call('POST /public/newsletter/confirm', { body: { token } })).status).toBe(200);
  expect((await call('POST /public/newsletter/unsubscribe', { body: { token } })).status).toBe(200);
});
