/**
 * Playback tokens and CloudFront signatures. A token identifies session and item, is signed (HMAC-SHA256), lives for a
 * match and is never the session token. Segments share one signature (ECDSA P-256) over the generation's folder.
 */
import { createHmac, createPrivateKey, type KeyObject, sign, timingSafeEqual } from 'node:crypto';
import { secret } from '../../platform/aws/secrets.ts';

/** Content of the secret PLAYBACK_SECRET_ARN; keys are PEM. */
interface PlaybackSecret {
  tokenKey: string;
  /** Tokens of the previous generation stay valid until they expire. */
  tokenKeyBefore?: string;
  cloudFrontKeyId: string;
  cloudFrontPrivateKey: string;
  ivsPrivateKey: string;
}

export interface PlaybackTicket {
  /** `vods/{id}`, `contentvideos/{id}` or `live/{slug}`. */
  item: string;
  /** Absent for a visitor's anonymous ticket. */
  userId?: string;
  sessionHash?: string;
  /** The recording's match at the time of issue, so that both can be read together. */
  eventId?: string;
  /** Milliseconds since the Unix epoch. */
  expiresAt: number;
}

/**
 * A match with interruptions. Our page could renew a token, but a television (Chromecast, AirPlay) cannot. Session,
 * right and lease are checked on every request anyway.
 */
export const ticketMs = 6 * 3600 * 1000;

export async function playbackSecret(maxAgeMs?: number): Promise<PlaybackSecret> {
  const text = await secret('PLAYBACK_SECRET_ARN', Date.now(), maxAgeMs);
  if (read?.text !== text) read = { text, value: JSON.parse(text) };
  return read.value;
}

let read: { text: string; value: PlaybackSecret } | undefined;

export async function signTicket(ticket: PlaybackTicket): Promise<string> {
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `${body}.${mac(body, (await playbackSecret()).tokenKey)}`;
}

/** Verifies signature and expiry; the caller checks the item. */
export async function verifyTicket(token: string, now: number): Promise<PlaybackTicket | undefined> {
  const [body, signature, ...rest] = token.split('.');
  if (!body || !signature || rest.length > 0) return undefined;
  // Another function may already use renewed keys; re-reads are rate-limited against guesses.
  const isOurs =
    signed(body, signature, await playbackSecret()) || signed(body, signature, await playbackSecret(10_000));
  if (!isOurs) return undefined;
  const ticket = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as PlaybackTicket;
  return ticket.expiresAt > now ? ticket : undefined;
}

function signed(body: string, signature: string, { tokenKey, tokenKeyBefore }: PlaybackSecret): boolean {
  const given = Buffer.from(signature);
  return [tokenKey, tokenKeyBefore ?? tokenKey].some((key) => {
    const expected = Buffer.from(mac(body, key));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

/**
 * Query that grants access to a folder of the media host: a custom policy with a wildcard. Signing each segment would
 * cost a hundred times more.
 */
export async function folderSignature(mediaOrigin: string, folder: string, expiresAt: number): Promise<string> {
  const { cloudFrontKeyId, cloudFrontPrivateKey } = await playbackSecret();
  const policy = JSON.stringify({
    Statement: [
      {
        Resource: `${mediaOrigin}/${folder}/*`,
        Condition: { DateLessThan: { 'AWS:EpochTime': Math.floor(expiresAt / 1000) } },
      },
    ],
  });
  const signature = sign('sha256', Buffer.from(policy), signingKey(cloudFrontPrivateKey));
  return `Policy=${urlSafe(Buffer.from(policy))}&Signature=${urlSafe(signature)}&Key-Pair-Id=${cloudFrontKeyId}&Hash-Algorithm=SHA256`;
}

let parsed: { pem: string; key: KeyObject } | undefined;

function signingKey(pem: string): KeyObject {
  if (parsed?.pem !== pem) parsed = { pem, key: createPrivateKey(pem) };
  return parsed.key;
}

const mac = (body: string, key: string) => createHmac('sha256', key).update(body).digest('base64url');

/** CloudFront's replacements of base64 characters in query strings. */
const urlSafe = (bytes: Buffer) =>
  bytes.toString('base64').replaceAll('+', '-').replaceAll('=', '_').replaceAll('/', '~');
