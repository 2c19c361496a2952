/**
 * Web push (RFC 8030, 8291, 8292): to the push services of the browsers, and to nobody else. The pair of keys by which
 * they know us follows from a secret that the deployment has made.
 */
import { createECDH, createHash } from 'node:crypto';
import * as http from 'node:http';
import * as https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import webPush from 'web-push';
import { environment, optionalEnvironment } from '../../platform/aws/environment.ts';
import { secret } from '../../platform/aws/secrets.ts';
import { log } from '../../platform/observability/log.ts';

/** What a browser gives to whoever may send to it. */
export interface PushAddress {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** `gone`: nobody is there any more. `refused`: it will not be taken, however often. */
export type PushOutcome = 'sent' | 'gone' | 'refused';

/** The service has no time now. */
export class PushBusy extends Error {}

/**
 * Chrome, Edge on other systems and most of Android; Firefox; Safari; Edge on Windows. An address comes from the browser:
 * anything else could make us call hosts of our own.
 */
const services = [
  /^fcm\.googleapis\.com$/,
  /\.push\.services\.mozilla\.com$/,
  /\.push\.apple\.com$/,
  /\.notify\.windows\.com$/,
];

/** `PUSH_ORIGIN` names one more service, where a stage has a push service of its own. */
export function isPushService(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, origin, port, username, password } = new URL(endpoint);
  if (username || password) return false;
  if (origin === optionalEnvironment('PUSH_ORIGIN')) return true;
  return protocol === 'https:' && port === '' && services.some((service) => service.test(hostname));
}

/** Whether the keys are such that something can be encrypted for them (RFC 8291, 3). */
export function areKeys({ p256dh, auth }: Pick<PushAddress, 'p256dh' | 'auth'>): boolean {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  try {
    curve.computeSecret(Buffer.from(p256dh, 'base64url'));
    return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length === 16;
  } catch {
    return false;
  }
}

/** What a browser subscribes with. */
export async function pushKey(): Promise<string> {
  return (await keys()).publicKey;
}

interface PushMessage {
  /** At most 4096 bytes when it is encrypted. */
  payload: object;
  /** Seconds for which the service keeps it for a device that is off. */
  ttl: number;
  urgent: boolean;
}

/**
 * Waits for a service that asks for it, for some seconds; then PushBusy. What may have been taken counts as sent: nobody is
 * told twice (row D-ALERT-3).
 */
export async function sendPush(to: PushAddress, message: PushMessage): Promise<PushOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await post(to, message);
    if (!answer) return 'sent';
    const { status, retryAfter } = answer;
    if (status >= 200 && status < 300) return 'sent';
    if (status === 404 || status === 410) return 'gone';
    if (status !== 429 && status < 500) {
      log('warn', 'push refused', { service: hostOf(to.endpoint), status });
      return 'refused';
    }
    if (attempt === attempts || retryAfter > longestWait) throw new PushBusy(`push service: ${status}`);
    await sleep(1000 * retryAfter);
  }
}

const hostOf = (endpoint: string) => new URL(endpoint).hostname;

const attempts = 3;
/** Seconds: whoever waits longer keeps others from being told. */
const longestWait = 3;

/** Undefined when the answer did not come: nobody knows whether it was taken. */
async function post(
  to: PushAddress,
  { payload, ttl, urgent }: PushMessage,
): Promise<{ status: number; retryAfter: number } | undefined> {
  const { endpoint, p256dh, auth } = to;
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
    TTL: ttl,
    urgency: urgent ? 'high' : 'normal',
    headers: { Authorization: await authorization(new URL(endpoint).origin) },
  });
  const answer = await send(endpoint, request.headers ?? {}, request.body ?? Buffer.alloc(0));
  if (!(answer instanceof Error)) return answer;
  log('warn', 'push without an answer', { service: hostOf(endpoint), error: String(answer) });
  return undefined;
}

/**
 * A hundred followers share some connections to a service; one that nobody needs for as long as an answer may take is
 * closed. Node's own client: half the work of `fetch`, of which a crowd needs fifty thousand.
 */
const lines = { keepAlive: true, maxSockets: 25, timeout: 10_000 };
const clients = {
  'http:': { request: http.request, agent: new http.Agent(lines) },
  'https:': { request: https.request, agent: new https.Agent(lines) },
};

/**
 * Follows nothing: an address is where it is, and what it leads to nobody has looked at. What goes wrong before all has
 * been sent is PushBusy; after that nobody knows whether it was taken, and the error is the answer.
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

/** One signature serves all messages to a service for an hour; it is good for twelve. */
const signedFor = new Map<string, { header: string; until: number }>();

async function authorization(origin: string): Promise<string> {
  const known = signedFor.get(origin);
  if (known && known.until > Date.now()) return known.header;
  const { publicKey, privateKey } = await keys();
  const { Authorization } = webPush.getVapidHeaders(origin, contact(), publicKey, privateKey, 'aes128gcm');
  signedFor.set(origin, { header: Authorization, until: Date.now() + 3_600_000 });
  return Authorization;
}

/** Whom a push service may write to. */
function contact(): string {
  const [address] = optionalEnvironment('CONTACT_ADDRESSES')?.split(',') ?? [];
  return address ? `mailto:${address}` : environment('WEB_ORIGIN');
}

const keys = async () => vapidKeys(await secret('PUSH_SECRET_ARN'));

/**
 * The pair that follows from a secret. A private key is any number below the curve's order, which all but one in four
 * thousand million hashes are; of a number that begins with zeros OpenSSL would give back fewer than its 32 bytes.
 */
export function vapidKeys(secret: string): { publicKey: string; privateKey: string } {
  const privateKey = createHash('sha256').update(secret).digest();
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(privateKey);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
}
