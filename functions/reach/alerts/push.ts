/**
 * Web push (RFC 8030, 8291, 8292), to the push services of browsers only. The VAPID keys are derived from a secret of
 * the deployment.
 */
import { createECDH, createHash } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import webPush from 'web-push';
import { environment, optionalEnvironment } from '../../platform/aws/environment.ts';
import { readSecret } from '../../platform/aws/secrets.ts';
import { log } from '../../platform/observability/log.ts';

/** A browser's push subscription. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `gone`: the subscription has ended. `refused`: the message will never be accepted. */
export type PushOutcome = 'sent' | 'gone' | 'refused';

/** The push service is overloaded or cannot be reached. */
export class PushBusy extends Error {}

/**
 * Hosts of the push services of Chrome (also Edge outside Windows, most of Android), Firefox, Safari, and Edge on Windows.
 * Clients choose the endpoint, so any other host is refused: it might be an internal one.
 */
const services = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
];

/** `PUSH_ORIGIN` allows the stage's own push service. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, origin, port, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (origin === optionalEnvironment('PUSH_ORIGIN')) return true;
  return protocol === 'https:' && port === '' && services.some((service) => service.test(hostname));
}

/** True if the keys are valid for encryption (RFC 8291, 3). */
export function areValidKeys({ p256dh, auth }: Pick<PushAddress, 'p256dh' | 'auth'>): boolean {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(Buffer.from(p256dh, 'base64url'));
    return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

/** The VAPID public key. */
export async function readPushKey(): Promise<string> {
  return (await readKeys()).publicKey;
}

interface PushMessage {
  /** At most 4096 bytes when encrypted. */
  payload: object;
  /** Seconds for which the service keeps it for an offline device. */
  ttl: number;
  isUrgent: boolean;
}

/**
 * Sends a message, retrying for some seconds. A message that may have been accepted counts as sent, to avoid
 * duplicates. @throws PushBusy if the service stays overloaded.
 */
export async function sendPush(to: PushAddress, message: PushMessage): Promise<PushOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post(to, message);
    if (!answer) return 'sent';
    const { status, retryAfter } = answer;
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    if (status !== 429 && status < 500) {
      log('warn', 'push refused', { service: toHost(to.endpoint), status });
      return 'refused';
    }
    if (attempt === attempts || retryAfter > maxWait) throw new PushBusy(`push service: ${status}`);
    await sleep(1000 * retryAfter);
  }
}

/** Seconds: four weeks, beyond which FCM refuses a message. */
const maxTtl = 2_419_200;

const toHost = (endpoint: string) => new URL(endpoint).hostname;

const attempts = 3;
/** Seconds: a longer wait would delay other followers. */
const maxWait = 3;

/** Undefined if the response was lost: the message may or may not have been accepted. */
async function post(
  to: PushAddress,
  { payload, ttl, isUrgent }: PushMessage,
): Promise<{ status: number; retryAfter: number } | undefined> {
  const { endpoint, p256dh, auth } = to;
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
    TTL: Math.min(ttl, maxTtl),
    urgency: isUrgent ? 'high' : 'normal',
    headers: { Authorization: await signAuthorization(new URL(endpoint).origin) },
  });
  const answer = await send(endpoint, request.headers ?? {}, request.body ?? Buffer.alloc(0));
  if (!(answer instanceof Error)) return answer;
  log('warn', 'no answer from the push service', { service: toHost(endpoint), error: String(answer) });
  return undefined;
}

/**
 * Connections are shared and closed after 10 s. Node's client takes half the CPU of `fetch`, which matters for fifty
 * thousand messages.
 */
const agentOptions = { keepAlive: true, maxSockets: 25, timeout: 10_000 };
const clients = {
  'http:': { request: http.request, agent: new http.Agent(agentOptions) },
  'https:': { request: https.request, agent: new https.Agent(agentOptions) },
};

/**
 * Does not follow redirects, which would bypass the check of the endpoint. Errors before everything was sent become
 * PushBusy; later ones leave acceptance unknown.
 */
function send(endpoint: string, headers: http.OutgoingHttpHeaders, body: Buffer) {
  const { request, agent } = clients[new URL(endpoint).protocol as keyof typeof clients];
  return new Promise<{ status: number; retryAfter: number } | Error>((resolve, reject) => {
    let isSent = false;
    const sent = request(endpoint, { method: 'POST', headers, agent });
    sent.on('finish', () => {
      isSent = true;
    });
    sent.on('response', (answer) => {
      answer.resume();
      resolve({ status: answer.statusCode ?? 0, retryAfter: Number(answer.headers['retry-after'] ?? 1) || 1 });
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.on('error', (error) => (isSent ? resolve(error) : reject(new PushBusy(`push service: ${error}`))));
    sent.end(body);
  });
}

/** One signature per service for an hour; it is valid for twelve. */
const signedFor = new Map<string, { header: string; until: number }>();

async function signAuthorization(origin: string): Promise<string> {
  const signed = signedFor.get(origin);
  if (signed && signed.until > Date.now()) return signed.header;
  const { publicKey, privateKey } = await readKeys();
  const { Authorization } = webPush.getVapidHeaders(origin, findContact(), publicKey, privateKey, 'aes128gcm');
  signedFor.set(origin, { header: Authorization, until: Date.now() + 3_600_000 });
  return Authorization;
}

function findContact(): string {
  const [address] = optionalEnvironment('CONTACT_ADDRESSES')?.split(',') ?? [];
  return address ? `mailto:${address}` : environment('WEB_ORIGIN');
}

const readKeys = async () => parseVapidKeys(await readSecret('PUSH_SECRET_ARN'));

/**
 * Derives the VAPID key pair from the hash of a secret. A hash is no valid key if it exceeds the curve's order (one in
 * four thousand million) or begins with zeros, which OpenSSL would strip.
 */
export function parseVapidKeys(secret: string): { publicKey: string; privateKey: string } {
  const privateKey = createHash('sha256').update(secret).digest();
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
