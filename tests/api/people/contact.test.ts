/** Contact messages are stored before they are sent, and sent later if the email service fails. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ulid } from 'ulid';
import { expect, test, vi } from 'vitest';
import type { Key } from '../../../functions/platform/aws/dynamo.ts';
import { addresses, call, fetchCaptchaToken } from '../../support/api.ts';
import { eventually } from '../../support/eventually.ts';

const { deleteItem, getItem, putItem } = await import('../../../functions/platform/aws/dynamo.ts');
const { queryAll } = await import('../../../functions/platform/aws/dynamo-queries.ts');
const { toArchiveKey, deliverPending } = await import('../../../functions/platform/mail/outbox.ts');

interface Mail {
  to: string[];
  replyTo: string[];
  subject: string;
}
interface StoredMessage {
  mail: { subject: string };
  attempts: number;
  sentAt?: string;
}

async function findMail(subject: string): Promise<Mail | undefined> {
  const answer = await fetch(`${addresses.mail}/api/messages?to=equipos@cantera.test`);
  return ((await answer.json()) as Mail[]).find((mail) => mail.subject === subject);
}

async function findMessage(subject: string, now = Date.now()): Promise<StoredMessage | undefined> {
  return (await listMessages(now)).find(({ mail }) => mail.subject === subject);
}

async function listMessages(now = Date.now()): Promise<StoredMessage[]> {
  const found: StoredMessage[] = [];
  // A test may run over midnight.
  for (const partition of new Set(['OUTBOX', toArchiveKey(now), toArchiveKey(now - 60_000)])) {
    found.push(...(await queryAll<StoredMessage>('messages', partition)));
  }
  return found;
}

const name = (kind: string) => `${kind} ${Math.random().toString(36).slice(2)}`;

test('[V-CONTACT-7][V-CONTACT-9][V-API-19] sends a contact message to the configured address with a reply address, and stores it', async () => {
  const sender = name('Marta');
  const email = 'marta@club.test';
  const message = { name: sender, email, message: 'Somos un club.', captchaToken: await fetchCaptchaToken('contact') };
  expect(await call('POST /public/contact/teams', { body: message })).toMatchObject({
    status: 200,
    message: 'Mensaje enviado correctamente',
  });
  const subject = `Mensaje de ${sender}`;
  expect(await findMail(subject)).toMatchObject({ to: ['equipos@cantera.test'], replyTo: [email] });
  expect(await findMessage(subject)).toMatchObject({ attempts: 1, sentAt: expect.any(String) });
});

test('[V-CONTACT-2][V-CONTACT-3][V-CONTACT-4][V-CONTACT-9] rejects messages without contact data or to other addresses', async () => {
  const message = { name: 'Ana', email: 'ana@cantera.test', phone: '', message: 'Queremos emitir nuestros partidos' };
  const send = async (body: object) =>
    call('POST /public/contact/teams', { body: { captchaToken: await fetchCaptchaToken('contact'), ...body } });
  const readRefusal = async (body: object) => (await send({ ...message, ...body })).message;
  expect(await readRefusal({ email: '', phone: '' })).toBe(
    'Debes proporcionar al menos un método de contacto: email o teléfono',
  );
  expect(await readRefusal({ email: 'nada' })).toBe('Por favor, introduce un email válido');
  for (const phone of ['12345', '512345678', '+33612345678']) {
    expect(await readRefusal({ phone })).toBe('Por favor, introduce un número de teléfono válido');
  }
  for (const phone of ['612345678', '+34 612-345-678', '0034912345678', '34712345678']) {
    expect((await send({ ...message, phone })).status).toBe(200);
  }
  expect((await send({ ...message, toEmail: 'otro@cantera.test' })).code).toBe('CTC4000');
});

test('stores nothing without a captcha', async () => {
  const sender = name('Robot');
  const answer = await call('POST /public/contact/teams', {
    body: { name: sender, email: 'a@b.es', message: 'x', captchaToken: 'no' },
  });
  expect([answer.status, answer.code]).toEqual([400, 'CPT4000']);
  expect(await findMessage(`Mensaje de ${sender}`)).toBeUndefined();
});

test('keeps the message if the mail service fails, and sends it later', async () => {
  const subject = name('Sin correo');
  // The email service fails for this process only.
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', 'http://127.0.0.1:9');
  vi.resetModules();
  const { queueEmail } = await import('../../../functions/platform/mail/outbox.ts');
  await queueEmail({ to: 'equipos@cantera.test', subject, text: 'x', html: 'x' }, Date.now());
  // Other functions in this process use the real email service again.
  vi.unstubAllEnvs();
  vi.resetModules();
  // A test in another process may have sent it before; its attempt counts too.
  expect((await findMessage(subject))?.attempts).toBeGreaterThanOrEqual(1);
  const { deliverMail } = await import('../../../functions/jobs/mail.ts');
  const sent = await eventually(
    async () => {
      await deliverMail();
      return findMessage(subject);
    },
    (message) => message?.sentAt !== undefined,
  );
  expect(sent.attempts).toBeGreaterThanOrEqual(2);
  expect(await findMail(subject)).toBeDefined();
});

test('leaves an email to the worker that has claimed it since', async () => {
  const [taken, gone] = [name('De otro'), name('Ya enviado')];
  const hour = Date.now() + 3600_000;
  const findStored = async (subject: string) =>
    (await queryAll<StoredMessage & Key>('messages', 'OUTBOX')).find((message) => message.mail?.subject === subject);
  // An email service that answers only after another worker has claimed the first message and sent the second, and then
  // fails.
  let letOvertake = () => {};
  const meanwhile = new Promise<void>((resolve) => {
    letOvertake = resolve;
  });
  const service = createServer((request) => meanwhile.then(() => request.socket.destroy()));
  await once(service.listen(0, '127.0.0.1'), 'listening');
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `http://127.0.0.1:${(service.address() as AddressInfo).port}`);
  vi.resetModules();
  const { queueEmail } = await import('../../../functions/platform/mail/outbox.ts');
  const posts = [taken, gone].map((subject) =>
    queueEmail({ to: 'equipos@cantera.test', subject, text: 'x', html: 'x' }, Date.now()),
  );
  const theirs = await eventually(() => findStored(taken));
  await putItem('messages', { ...theirs, claimedUntil: hour });
  const { pk, sk } = await eventually(() => findStored(gone));
  await deleteItem('messages', { pk, sk });
  letOvertake();
  await Promise.all(posts);
  service.close();
  vi.unstubAllEnvs();
  vi.resetModules();
  expect(await findStored(taken)).toMatchObject({ claimedUntil: hour });
  expect(await getItem('messages', { pk, sk })).toBeUndefined();
});

test('keeps mails without counting attempts until a sender is configured, then sends current ones', async () => {
  const [subject, late] = [name('Sin remitente'), name('Muy tarde')];
  const mail = { to: 'equipos@cantera.test', text: 'x', html: 'x' };
  const now = Date.now();
  const sender = process.env.EMAIL_FROM;
  delete process.env.EMAIL_FROM;
  // Makes the messages look claimed by another worker, so that the platform skips them.
  const message = { attempts: 1, claimedUntil: now + 3600_000, expiresAt: Math.ceil(now / 1000) + 3600 };
  const key = (at: number) => ({ pk: 'OUTBOX', sk: ulid(at) });
  await putItem('messages', { ...key(now), ...message, mail: { ...mail, subject } });
  await putItem('messages', { ...key(now - 25 * 3600_000), ...message, mail: { ...mail, subject: late } });
  const later = now + 3601_000;
  for (let round = 0; round < 3; round += 1) await deliverPending(later);
  expect((await findMessage(subject))?.attempts).toBe(1);
  process.env.EMAIL_FROM = sender;
  await deliverPending(later);
  expect((await findMessage(subject, later))?.sentAt).toBeDefined();
  expect((await findMessage(late))?.attempts).toBe(1);
});

test('gives a mail up after twenty attempts, and keeps it', async () => {
  const subjects = [name('El vigésimo'), name('Ni uno más')];
  const now = Date.now();
  for (const [index, subject] of subjects.entries()) {
    const mail = { to: 'equipos@cantera.test', subject, text: 'x', html: 'x' };
    const message = {
      mail,
      attempts: 19 + index,
      claimedUntil: now + 3600_000,
      expiresAt: Math.ceil(now / 1000) + 7200,
    };
    await putItem('messages', { pk: 'OUTBOX', sk: ulid(now + index), ...message });
  }
  await deliverPending(now + 3601_000);
  expect((await findMessage(String(subjects[0]), now + 3601_000))?.sentAt).toBeDefined();
  expect(await findMessage(String(subjects[1]))).toMatchObject({ attempts: 20 });
  expect((await findMessage(String(subjects[1])))?.sentAt).toBeUndefined();
});

test('sends each mail once from concurrent workers, and skips sent ones', async () => {
  const subjects = Array.from({ length: 12 }, (_, index) => name(`Una vez ${index}`));
  const now = Date.now();
  for (const [index, subject] of subjects.entries()) {
    const mail = { to: 'equipos@cantera.test', subject, text: 'x', html: 'x' };
    const message = { mail, attempts: 1, claimedUntil: 0, expiresAt: Math.ceil(now / 1000) + 3600 };
    await putItem('messages', { pk: 'OUTBOX', sk: ulid(now + index), ...message });
  }
  await Promise.all(Array.from({ length: 8 }, () => deliverPending(now + 1000)));
  const listSentSubjects = (all: StoredMessage[]) =>
    new Set(all.flatMap(({ mail, sentAt }) => (sentAt ? [mail.subject] : [])));
  await eventually(
    () => listMessages(),
    (all) => subjects.every((subject) => listSentSubjects(all).has(subject)),
  );
  const answer = await fetch(`${addresses.mail}/api/messages?to=equipos@cantera.test`);
  const all = ((await answer.json()) as Mail[]).map((mail) => mail.subject);
  expect(subjects.map((subject) => all.filter((one) => one === subject).length)).toEqual(subjects.map(() => 1));
});
