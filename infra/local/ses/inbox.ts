/**
 * Web inbox: HTML pages, and `/api/messages?to=…` as JSON for tests (DELETE removes messages). It needs no login,
 * because it listens only on loopback; writes from other sites are rejected.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Emulator, listen } from '../wire/http-server.ts';
import type { Mail, Mailbox } from './mailbox.ts';
import {
  inboxScript,
  inboxStyles,
  renderBodyPage,
  renderListPage,
  renderMessagePage,
  renderMissingPage,
} from './pages.ts';

export function startInbox(mailbox: Mailbox, port: number): Promise<Emulator> {
  return listen((request, response) => {
    answer(mailbox, request, response).catch((error) => {
      console.error('[mail]', error);
      response.writeHead(500).end();
    });
  }, port);
}

async function answer(mailbox: Mailbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://inbox');
  const { pathname } = url;
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const to = url.searchParams.get('to') ?? '';
  const [, api = '', id, part] =
    /^(\/api)?\/messages(?:\/([0-9A-Z]{26})(?:\/(html|delete|attachment-\d))?)?$/.exec(pathname) ?? [];
  const mail = id ? mailbox.get(id) : undefined;
  const send = (type: string, body: string, status = 200, headers = {}) =>
    response.writeHead(status, { ...securityHeaders, 'content-type': `${type}; charset=utf-8`, ...headers }).end(body);

  if (method !== 'GET' && isCrossSite(request)) return void send('text/plain', 'Forbidden', 403);
  if (method === 'GET' && pathname === '/') return void send('text/html', renderListPage(mailbox.list(to), to));
  if (method === 'GET' && pathname === '/inbox.js') return void send('text/javascript', inboxScript);
  if (method === 'GET' && pathname === '/inbox.css') return void send('text/css', inboxStyles);
  if (method === 'GET' && mail && !api) {
    if (part === 'html')
      return void send('text/html', renderBodyPage(mail), 200, { 'content-security-policy': mailPolicy });
    if (!part) return void send('text/html', renderMessagePage(mail));
    const file = mail.attachments?.[Number(/\d$/.exec(part)?.[0])];
    if (file) return void sendFile(response, file);
  }
  if (method === 'POST' && pathname === '/delete') {
    await mailbox.remove(mailbox.list(to));
    return void response.writeHead(303, { location: '/' }).end();
  }
  if (method === 'POST' && id && part === 'delete') {
    if (mail) await mailbox.remove([mail]);
    return void response.writeHead(303, { location: '/' }).end();
  }
  if (api && !part) {
    if (id && !mail) return void send('application/json', JSON.stringify({ message: 'Not Found' }), 404);
    if (method === 'GET') return void send('application/json', JSON.stringify(mail ?? mailbox.list(to)));
    if (method === 'DELETE') {
      await mailbox.remove(mail ? [mail] : mailbox.list(to));
      return void response.writeHead(204).end();
    }
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
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
};

/** An email may show images and styles and open links in new tabs, nothing else. */
const mailPolicy =
  "default-src 'none'; img-src * data:; style-src 'unsafe-inline'; font-src *; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox";

function isCrossSite({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}
