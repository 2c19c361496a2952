/**
 * Web inbox: HTML pages, and `/api/messages?to=…` as JSON for tests. It needs no login, because it listens only on
 * loopback, and changes nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Emulator, listen } from '../wire/http-server.ts';
import type { Mail, Mailbox } from './mailbox.ts';
import { renderBodyPage, renderListPage, renderMessagePage, renderMissingPage } from './pages.ts';

export function startInbox(mailbox: Mailbox, port: number): Promise<Emulator> {
  return listen((request, response) => answer(mailbox, request, response), port);
}

function answer(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://inbox');
  const to = searchParams.get('to') ?? '';
  const [, id, part] = /^\/messages\/([0-9A-Z]{26})(?:\/(html|attachment-\d))?$/.exec(pathname) ?? [];
  const mail = id ? mailbox.get(id) : undefined;
  const send = (type: string, body: string, status = 200, headers = {}) =>
    response.writeHead(status, { ...securityHeaders, 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);

  if (request.method !== 'GET') return void send('text/plain', 'Method Not Allowed', 405);
  if (pathname === '/') return void send('text/html', renderListPage(mailbox.list(to), to));
  if (pathname === '/api/messages') return void send('application/json', JSON.stringify(mailbox.list(to)));
  if (mail) {
    if (part === 'html')
      return void send('text/html', renderBodyPage(mail), 200, { 'content-security-policy': mailPolicy });
    if (!part) return void send('text/html', renderMessagePage(mail));
    const file = mail.attachments?.[Number(/\d$/.exec(part)?.[0])];
    if (file) return void sendFile(response, file);
  }
  send('text/html', renderMissingPage(), 404);
}

function sendFile(
  response: ServerResponse,
  { fileName, contentType, base64 }: NonNullable<Mail['attachments']>[number],
) {
  const disposition = `attachment; filename="${fileName.replaceAll('"', '')}"`;
  response
    .writeHead(200, { ...securityHeaders, 'content-type': contentType, 'content-disposition': disposition })
    .end(Buffer.from(base64, 'base64'));
}

const securityHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/** An email may show images and styles and open links in new tabs, nothing else. */
const mailPolicy =
  "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src *; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";
