/**
 * Push service emulator (RFC 8030) that also plays the browser: creates subscription keys and decrypts messages (RFC
 * 8291). It verifies VAPID (RFC 8292), TTL, encoding and size. In memory; without receipts, replacement by Topic and
 * message updates.
 */
import { createECDH, createPublicKey, randomBytes, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import * as z from 'zod';
import { type Emulator, listen, readBody } from '../wire/http-server.ts';

/** This dependency of web-push has no types. */
const ece = createRequire(import.meta.url)('http_ece') as { decrypt(data: Buffer, options: object): Buffer };

interface Subscription {
  curve: ReturnType<typeof createECDH>;
  auth: Buffer;
  /** VAPID public key of the only permitted sender. */
  applicationServerKey: string;
  messages: Message[];
  gone: boolean;
  /** Error responses for the next messages. */
  busy: { status: number; retryAfter: number }[];
  /** Number of accepted messages whose response is lost. */
  lost: number;
}

interface Message {
  body: Buffer;
  ttl: number;
  urgency: string;
  at: number;
}

const Creation = z.strictObject({ applicationServerKey: z.string().regex(/^[\w-]{87}$/) });
const Control = z.strictObject({
  gone: z.boolean().default(false),
  busy: z.array(z.strictObject({ status: z.int(), retryAfter: z.int() })).default([]),
  lost: z.int().default(0),
});

const maxMessageBytes = 4096;
/** Four weeks, FCM's limit. */
const maxTtlSeconds = 2_419_200;
const dayMs = 86_400_000;

export async function startPush(): Promise<Emulator> {
  const subscriptions = new Map<string, Subscription>();
  let origin = '';

  /** Creates a subscription in the format of `PushSubscription.toJSON()`. */
  function subscribe(body: Buffer) {
    const { applicationServerKey } = Creation.parse(JSON.parse(body.toString()));
    const id = randomBytes(16).toString('base64url');
    const curve = createECDH('prime256v1');
    curve.generateKeys();
    const auth = randomBytes(16);
    subscriptions.set(id, { curve, auth, applicationServerKey, messages: [], gone: false, busy: [], lost: 0 });
    return {
      endpoint: `${origin}/push/${id}`,
      expirationTime: null,
      keys: { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') },
    };
  }

  /** Accepts a message; returns the status of the response and the seconds of retry-after. */
  function acceptMessage(
    subscription: Subscription | undefined,
    request: IncomingMessage,
    body: Buffer,
  ): [number, number?] {
    if (!subscription) return [404];
    if (subscription.gone) return [410];
    const { headers } = request;
    if (body.length > maxMessageBytes) return [413];
    if (!/^\d+$/.test(String(headers.ttl ?? '')) || Number(headers.ttl) > maxTtlSeconds) return [400];
    if (!/^(very-low|low|normal|high)$/.test(String(headers.urgency ?? 'normal'))) return [400];
    if (!/^[\w-]{1,32}$/.test(String(headers.topic ?? 'none'))) return [400];
    if (headers['content-encoding'] !== 'aes128gcm') return [415];
    const status = verifyVapid(String(headers.authorization ?? ''), origin, subscription.applicationServerKey);
    if (status !== 200) return [status];
    const busy = subscription.busy.shift();
    if (busy) return [busy.status, busy.retryAfter];
    // The header consists of 16 bytes of salt, the record size, and the sender's 65-byte key as key id (RFC 8188, 2.1).
    if (body.length < 86 || body[20] !== 65 || body.readUInt32BE(16) < 18) return [400];
    subscription.messages.push({ body, ttl: Number(headers.ttl), urgency: String(headers.urgency), at: Date.now() });
    return [201];
  }

  const service = await listen(async (request, response) => {
    const [, kind, id = ''] = (request.url ?? '').split('/');
    const subscription = subscriptions.get(id);
    const json = (status: number, value: object) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'access-control-allow-origin': '*' })
        .end(JSON.stringify(value));
    try {
      const body = await readBody(request, 1024 ** 2);
      if (request.method === 'POST' && kind === 'push') {
        const [status, retryAfter] = acceptMessage(subscription, request, body);
        if (subscription && status === 201 && subscription.lost > 0) {
          subscription.lost -= 1;
          return void response.destroy();
        }
        if (status === 201) response.setHeader('location', `${origin}/messages/${randomBytes(8).toString('hex')}`);
        if (retryAfter !== undefined) response.setHeader('retry-after', String(retryAfter));
        return void response.writeHead(status).end();
      }
      // The remaining calls come from the browser and from tests.
      if (request.method === 'POST' && kind === 'subscriptions' && !id) return void json(201, subscribe(body));
      if (!subscription) return void json(404, { message: 'The subscription does not exist' });
      if (request.method === 'GET')
        return void json(200, { messages: subscription.messages.flatMap((one) => decrypt(subscription, one)) });
      if (request.method === 'PATCH') {
        Object.assign(subscription, Control.parse(JSON.parse(body.toString())));
        return void json(200, {});
      }
      json(405, { message: `The local push service does not support ${request.method} ${request.url}` });
    } catch (error) {
      json(400, { message: String(error) });
    }
  });
  origin = service.url;
  return service;
}

/** Decrypts a message as the service worker receives it; drops an invalid one silently, as browsers do. */
function decrypt({ curve, auth }: Subscription, { body, ...message }: Message) {
  try {
    const options = { version: 'aes128gcm', privateKey: curve, authSecret: auth.toString('base64url') };
    const payload: unknown = JSON.parse(ece.decrypt(body, options).toString());
    return [{ payload, ...message }];
  } catch {
    return [];
  }
}

/** Time at which a verified signature is forgotten, by signature: a sender uses one for an hour. */
const verifiedUntil = new Map<string, number>();

/** Verifies `vapid t=<JWT>, k=<key>`; returns 200 or the error status of real push services. */
function verifyVapid(header: string, audience: string, applicationServerKey: string): number {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? [];
  const verifiedKey = `${audience} ${applicationServerKey} ${header}`;
  if ((verifiedUntil.get(verifiedKey) ?? 0) > Date.now()) return 200;
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (!signature) return 401;
  if (key !== applicationServerKey) return 403;
  try {
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    const { alg } = JSON.parse(Buffer.from(head, 'base64url').toString());
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    const millisecondsLeft = 1000 * exp - Date.now();
    const isSignatureValid = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    const areClaimsValid =
      alg === 'ES256' &&
      aud === audience &&
      millisecondsLeft > 0 &&
      millisecondsLeft <= dayMs &&
      /^(mailto:|https:)/.test(sub);
    if (!isSignatureValid || !areClaimsValid) return 403;
    verifiedUntil.set(verifiedKey, 1000 * exp);
    return 200;
  } catch {
    return 401;
  }
}
