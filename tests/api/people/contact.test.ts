/** A message to us is kept before it is sent, and sent later when the mail service fails. */
import { expect, test } from 'vitest';
import { addresses, call, captchaToken } from '../../support/api.ts';

const { queryItems } = await import('../../../functions/platform/aws/dynamo.ts');
const { post } = await import('../../../functions/platform/mail/outbox.ts');

interface Mail {
  to: string[];
  replyTo: string[];
  subject: string;
}
interface Kept {
  mail: { subject: string };
  attempts: number;
  sentAt?: string;
}

async function received(subject: string): Promise<Mail | undefined> {
  const answer = await fetch(`${addresses.mail}/api/messages?to=equipos@cantera.test`);
  return ((await answer.json()) as Mail[]).find((mail) => mail.subject === subject);
}

async function kept(subject: string): Promise<Kept | undefined> {
  for await (const page of queryItems<Kept>('messages', 'OUTBOX')) {
    const found = page.find(({ mail }) => mail.subject === subject);
    if (found) return found;
  }
  return undefined;
}

const name = (kind: string) => `${kind} ${Math.random().toString(36).slice(2)}`;

test('[V-CONTACT-9][V-API-19] goes to the configured address, may be answered, and stays in the table', async () => {
  const sender = name('Marta');
  const email = 'marta@club.test';
  const message = { name: sender, email, message: 'Somos un club.', captchaToken: await captchaToken('contact') };
  expect((await call('POST /public/contact/teams', { body: message })).status).toBe(200);
  const subject = `Mensaje de ${sender}`;
  expect(await received(subject)).toMatchObject({ to: ['equipos@cantera.test'], replyTo: [email] });
  expect(await kept(subject)).toMatchObject({ attempts: 0, sentAt: expect.any(String) });
});

test('[V-CONTACT-9] an address that is not configured is refused, whatever else is right', async () => {
  const body = { name: 'x', email: 'a@b.es', message: 'x', toEmail: 'otra@empresa.test' };
  const answer = await call('POST /public/contact/teams', {
    body: { ...body, captchaToken: await captchaToken('contact') },
  });
  expect([answer.status, answer.code]).toEqual([400, 'CTC4000']);
});

test('without the captcha nothing is kept', async () => {
  const sender = name('Robot');
  const answer = await call('POST /public/contact/teams', {
    body: { name: sender, email: 'a@b.es', message: 'x', captchaToken: 'no' },
  });
  expect([answer.status, answer.code]).toEqual([400, 'CPT4000']);
  expect(await kept(`Mensaje de ${sender}`)).toBeUndefined();
});

test('a mail service that fails loses nothing: the message waits and goes out by itself', async () => {
  const subject = name('Sin correo');
  // This process knows another mail service than the platform, which will try again.
  process.env.AWS_ENDPOINT_URL_SESV2 = 'http://127.0.0.1:9';
  await post({ to: 'equipos@cantera.test', subject, text: 'x', html: 'x' }, Date.now());
  expect((await kept(subject))?.attempts).toBe(1);
  await expect.poll(() => received(subject), { timeout: 15_000 }).toBeDefined();
  await expect.poll(async () => (await kept(subject))?.sentAt).toBeDefined();
}, 30_000);
