/** The push service emulator rejects the same requests as real services. */
import { afterAll, expect, test } from 'vitest';
import webPush from 'web-push';
import { startPush } from '../../../infra/local/push/push.ts';
import { listDelivered, subscribePush } from '../../support/push.ts';

const service = await startPush();
afterAll(() => service.close());

const { publicKey, privateKey } = webPush.generateVAPIDKeys();
const vapidDetails = { subject: 'mailto:a@cantera.test', publicKey, privateKey };

async function send(
  payload: string,
  change: (request: { headers: Record<string, unknown>; body: Buffer }) => void = () => {},
) {
  const subscription = await subscribePush(publicKey, service.url);
  const details = webPush.generateRequestDetails(subscription, payload, { vapidDetails, TTL: 60 });
  const request = { headers: { ...details.headers } as Record<string, unknown>, body: details.body as Buffer };
  change(request);
  const headers = Object.entries(request.headers)
    .filter(([name]) => name !== 'Content-Length')
    .map(([name, value]) => [name, String(value)] as [string, string]);
  const answer = await fetch(subscription.endpoint, { method: 'POST', headers, body: new Uint8Array(request.body) });
  return { status: answer.status, location: answer.headers.get('location'), subscription };
}

test('[D-ALERT-2] accepts a valid message, which the browser decrypts', async () => {
  const { status, location, subscription } = await send('{"title":"Hola"}');
  expect([status, location]).toEqual([201, expect.stringContaining('/messages/')]);
  expect(await listDelivered(subscription)).toMatchObject([{ payload: { title: 'Hola' }, ttl: 60 }]);
});

test('[D-ALERT-2] accepts an undecryptable message, which the browser drops', async () => {
  const { status, subscription } = await send('{"title":"Hola"}', (request) => {
    const last = request.body.length - 1;
    request.body.writeUInt8(request.body.readUInt8(last) ^ 1, last);
  });
  expect([status, await listDelivered(subscription)]).toEqual([201, []]);
});

/** Seconds since the Unix epoch. */
const past = Math.floor(Date.now() / 1000) - 60;
const stranger = webPush.generateVAPIDKeys();
const signFor = (audience: string, seconds?: number, keys = { publicKey, privateKey }) =>
  webPush.getVapidHeaders(audience, 'mailto:a@cantera.test', keys.publicKey, keys.privateKey, 'aes128gcm', seconds)
    .Authorization;

/** Changes the second-last character of the signature. */
const alterSignature = (header: string) =>
  header.replace(/(.)(.), k=/, (_, sign, last) => `${sign === 'A' ? 'B' : 'A'}${last}, k=`);

test.each<[string, number, (request: { headers: Record<string, unknown>; body: Buffer }) => void]>([
  ['no signature', 401, ({ headers }) => delete headers.Authorization],
  [
    'a signature for another service',
    403,
    ({ headers }) => (headers.Authorization = signFor('https://fcm.googleapis.com')),
  ],
  ['an expired signature', 403, ({ headers }) => (headers.Authorization = signFor(service.url, past))],
  [
    'a signature with another key',
    403,
    ({ headers }) => (headers.Authorization = signFor(service.url, undefined, stranger)),
  ],
  [
    'an altered signature',
    403,
    ({ headers }) => (headers.Authorization = alterSignature(String(headers.Authorization))),
  ],
  ['no TTL', 400, ({ headers }) => delete headers.TTL],
  ['a TTL of more than four weeks', 400, ({ headers }) => (headers.TTL = 2_419_201)],
  ['an unknown urgency', 400, ({ headers }) => (headers.Urgency = 'urgent')],
  ['a topic of 33 characters', 400, ({ headers }) => (headers.Topic = 'x'.repeat(33))],
  ['a topic with other characters', 400, ({ headers }) => (headers.Topic = 'a#b')],
  ['another encoding', 415, ({ headers }) => (headers['Content-Encoding'] = 'aesgcm')],
  ['a body without its header', 400, (request) => (request.body = request.body.subarray(0, 60))],
  ['a body of 4,097 bytes', 413, (request) => (request.body = Buffer.alloc(4097))],
])('[D-ALERT-2] rejects %s', async (_, wanted, change) => {
  expect((await send('{}', change)).status).toBe(wanted);
});

test('[D-ALERT-2] answers 410 for an ended subscription and 404 for an unknown one', async () => {
  const { subscription } = await send('{}');
  const url = subscription.endpoint.replace('/push/', '/subscriptions/');
  await fetch(url, { method: 'PATCH', body: JSON.stringify({ gone: true }) });
  const post = (to: string) => fetch(to, { method: 'POST', body: 'x' });
  expect([(await post(subscription.endpoint)).status, (await post(`${service.url}/push/x`)).status]).toEqual([
    410, 404,
  ]);
});
