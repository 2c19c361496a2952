import { GetAccountCommand, SESv2Client, SendEmailCommand, type SendEmailCommandInput } from '@aws-sdk/client-sesv2';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Mail } from '../../../infra/local/ses/mailbox.ts';
import { type LocalMail, startMail } from '../../../infra/local/ses/ses.ts';
import type { ServiceEvent } from '../../../infra/local/wire/service-event.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { toClientOptions } from './client-options.ts';

const [dataDir, sandboxDir] = [createTemporaryFolder(), createTemporaryFolder()];
let mail: LocalMail;
let client: SESv2Client;
const events: ServiceEvent[] = [];

async function start() {
  mail = await startMail({ dataDir, inboxPort: 0, configurationSet: 'set', emit: (event) => events.push(event) });
  client = new SESv2Client(toClientOptions(mail.ses.url));
}
const stop = () => Promise.all([mail.ses.close(), mail.inbox.close()]);

const send = (to: string, Subject: string, html?: string, text?: string, more: Partial<SendEmailCommandInput> = {}) =>
  client.send(
    new SendEmailCommand({
      FromEmailAddress: 'Cantera <hola@cantera.test>',
      Destination: { ToAddresses: [to] },
      Content: {
        Simple: {
          Subject: { Data: Subject },
          Body: { ...(text && { Text: { Data: text } }), ...(html && { Html: { Data: html } }) },
        },
      },
      ...more,
    }),
  );
const messages = async (query = '') => (await (await fetch(`${mail.inbox.url}/api/messages${query}`)).json()) as Mail[];
const open = async (path: string) => (await fetch(mail.inbox.url + path)).text();

beforeAll(start);
const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => {
  logged.mockClear();
});
afterAll(() => stop());

test('shows a sent email in its recipient’s inbox, also after a restart', async () => {
  const { MessageId } = await send('Ana <Ana@club.test>', 'Recupera tu contraseña', '<p>Hola</p>', 'Hola');
  await send('luis@club.test', 'Otro', undefined, 'Hola');
  await stop();
  await start();
  expect(await messages('?to=ana@club.test')).toEqual([
    {
      id: MessageId,
      sentAt: expect.any(String),
      from: 'Cantera <hola@cantera.test>',
      to: ['Ana <Ana@club.test>'],
      replyTo: [],
      subject: 'Recupera tu contraseña',
      text: 'Hola',
      html: '<p>Hola</p>',
    },
  ]);
  expect((await messages()).map((one) => one.subject)).toEqual(['Otro', 'Recupera tu contraseña']);
});

test('shows emails on pages, with HTML in a sandbox and links in new tabs', async () => {
  await send('a@b.test', '<b>Hola</b>', '<script>alert(1)</script><a href="http://localhost:3000/x">Entrar</a>');
  const { MessageId } = await send('c@d.test', 'Texto', undefined, 'Ve a http://localhost:3000/r?token=1&x=2. <i>');
  const list = await open('/');
  expect([...list.matchAll(/class="subject">(.*?)</g)].map((found) => found[1]).slice(0, 2)).toEqual([
    'Texto',
    '&#60;b&#62;Hola&#60;/b&#62;',
  ]);
  expect(await open('/?to=nadie@b.test')).toContain('Ningún email para esta dirección');
  expect(await open(`/messages/${MessageId}`)).toContain(
    'Ve a <a href="http://localhost:3000/r?token=1&#38;x=2" target="_blank" rel="noopener noreferrer">http://localhost:3000/r?token=1&#38;x=2</a>. &#60;i&#62;',
  );
  const [html] = (await messages('?to=a@b.test')).map((one) => `/messages/${one.id}`);
  expect(await open(html!)).toContain(
    `<iframe title="Contenido del email" sandbox="allow-popups allow-popups-to-escape-sandbox" src="${html}/html">`,
  );
  const body = await fetch(`${mail.inbox.url}${html}/html`);
  expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  expect(await body.text()).toContain('<base target="_blank">');
});

test('answers invalid and unsupported calls with an error and logs them', async () => {
  await expect(send('not an address', 'x', undefined, 'x')).rejects.toMatchObject({ name: 'BadRequestException' });
  await expect(send('a@b.test\r\nBcc: x@y.test', 'x', undefined, 'x')).rejects.toThrow(/control or whitespace/);
  await expect(send('a@b.test', 'x\r\nBcc: x@y.test', undefined, 'x')).rejects.toThrow(/one line/);
  await expect(
    send('a@b.test', 'x', undefined, 'x', { Content: { Raw: { Data: new Uint8Array([1]) } } }),
  ).rejects.toThrow(/Raw/);
  await expect(client.send(new GetAccountCommand({}))).rejects.toThrow(/GET \/v2\/email\/account/);
  expect(logged).toHaveBeenCalledTimes(5);
  expect((await messages()).filter(({ subject }) => subject.startsWith('x'))).toEqual([]);
});

test('refuses recipients in the sandbox that are not verified, also beside verified ones', async () => {
  const sandboxed = await startMail({
    dataDir: sandboxDir,
    inboxPort: 0,
    sandbox: ['cantera.test', 'ana@example.com'],
  });
  const everybody = client;
  client = new SESv2Client(toClientOptions(sandboxed.ses.url));
  await send('Ana <ana@example.com>', 'x', undefined, 'x');
  await send('luis@cantera.test', 'x', undefined, 'x');
  await expect(send('eva@example.com', 'x', undefined, 'x')).rejects.toMatchObject({
    name: 'MessageRejected',
    message: expect.stringMatching(/not verified.*eva@example\.com/),
  });
  const both = { Destination: { ToAddresses: ['ana@example.com', 'eva@example.com'] } };
  await expect(send('', 'x', undefined, 'x', both)).rejects.toMatchObject({ name: 'MessageRejected' });
  client = everybody;
  await Promise.all([sandboxed.ses.close(), sandboxed.inbox.close()]);
});

test.each([
  ['josé@club.test', /^.*Local address contains control or whitespace/],
  ['José <jose@club.test>', /Local address contains control or whitespace/],
  ['a b@club.test', /Local address contains control or whitespace/],
  ['Norte, Atlético <a@club.test>', /Local address contains control or whitespace/],
  ['Norte, Club <a@club.test>', /Illegal address/],
  ['a(b)@club.test', /Local address contains illegal character/],
  ['a..b@club.test', /Local address contains dot-dot/],
  ['.a@club.test', /Local address starts with dot/],
  ['a.@club.test', /Local address ends with dot/],
  ['a@peña.test', /Domain contains illegal character/],
  ['a@mi_club.test', /Domain contains illegal character/],
  ['a@club..test', /Domain contains dot-dot/],
  ['a@club.test.', /Domain ends with dot/],
])('refuses the address %s as SES does', async (to, message) => {
  const refused = { name: 'BadRequestException', message: expect.stringMatching(message) };
  await expect(send(to, 'x', undefined, 'x')).rejects.toMatchObject(refused);
  await expect(send('a@b.test', 'x', undefined, 'x', { ReplyToAddresses: [to] })).rejects.toMatchObject(refused);
  await expect(send('a@b.test', 'x', undefined, 'x', { FromEmailAddress: to })).rejects.toMatchObject(refused);
});

test('accepts quoted and encoded names, characters of RFC 822 and Punycode', async () => {
  for (const to of [
    '"Norte, Club" <a@club.test>',
    '=?UTF-8?B?RsO6dGJvbA==?= <a@club.test>',
    "o'neill+tv@xn--pea-8ma.test",
  ])
    await send(to, 'accepted', undefined, 'x');
  expect((await messages()).filter(({ subject }) => subject === 'accepted')).toHaveLength(3);
});

test('refuses an extra header of more than 870 characters', async () => {
  const withHeader = (length: number) =>
    send('a@b.test', 'x', undefined, 'x', {
      Content: {
        Simple: {
          Subject: { Data: 'x' },
          Body: { Text: { Data: 'x' } },
          Headers: [{ Name: 'List-Unsubscribe', Value: 'x'.repeat(length) }],
        },
      },
    });
  await expect(withHeader(871)).rejects.toMatchObject({ name: 'BadRequestException' });
  await withHeader(870);
});

test('publishes what the addresses of the mailbox simulator bring, for the set that was named', async () => {
  const { MessageId } = await send('bounce+a@simulator.amazonses.com', 'Hola', '<p>Hola</p>', 'Hola', {
    ConfigurationSetName: 'set',
  });
  await send('Ana <complaint@simulator.amazonses.com>', 'Hola', '<p>Hola</p>', 'Hola', { ConfigurationSetName: 'set' });
  await send('success@simulator.amazonses.com', 'Hola', '<p>Hola</p>', 'Hola', { ConfigurationSetName: 'set' });
  await send('bounce@simulator.amazonses.com', 'Hola', '<p>Hola</p>', 'Hola');
  expect(events).toMatchObject([
    {
      source: 'aws.ses',
      'detail-type': 'Email Bounced',
      detail: {
        mail: { messageId: MessageId, tags: { 'ses:configuration-set': ['set'] } },
        bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'bounce+a@simulator.amazonses.com' }] },
      },
    },
    {
      'detail-type': 'Email Complaint Received',
      detail: { complaint: { complainedRecipients: [{ emailAddress: 'complaint@simulator.amazonses.com' }] } },
    },
  ]);
  const unknown = send('a@club.test', 'Hola', '<p>Hola</p>', 'Hola', { ConfigurationSetName: 'otro' });
  await expect(unknown).rejects.toMatchObject({ name: 'NotFoundException' });
});
