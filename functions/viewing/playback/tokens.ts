/**
 * Playback tokens. A token identifies session and item, is signed (HMAC-SHA256), lasts six hours and is never the
 * session token.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { type PlaybackSecret, readPlaybackSecret } from '../../platform/files/signed-addresses.ts';

export interface PlaybackTicket {
  /** `vods/{id}`, `contentvideos/{id}`, `live/{slug}` or `frames/{slug}`. */
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
 * Token lifetime: as long as a match with interruptions, because a television (Chromecast, AirPlay) cannot renew its
 * token. Session, right and lease are checked on every request anyway.
 */
export const ticketMs = 6 * 3600 * 1000;

export async function signTicket(ticket: PlaybackTicket): Promise<string> {
  const body = Buffer.from(JSON.stringify(ticket)).toString('base64url');
  return `${body}.${computeMac(body, (await readPlaybackSecret()).tokenKey)}`;
}

/** Verifies signature and expiry; the caller checks the item. */
export async function verifyTicket(token: string, now: number): Promise<PlaybackTicket | undefined> {
  const [body, signature, ...rest] = token.split('.');
  if (!body || !signature || rest.length > 0) return undefined;
  // Another function may already use renewed keys; re-reads are rate-limited against guesses.
  const isOurs =
    isSigned(body, signature, await readPlaybackSecret()) ||
    isSigned(body, signature, await readPlaybackSecret(10_000));
  if (!isOurs) return undefined;
  const ticket = JSON.parse(Buffer.from(body, 'base64url').toString('utf8')) as PlaybackTicket;
  return ticket.expiresAt > now ? ticket : undefined;
}

function isSigned(body: string, signature: string, { tokenKey, tokenKeyBefore }: PlaybackSecret): boolean {
  const claimed = Buffer.from(signature);
  return [tokenKey, tokenKeyBefore ?? tokenKey].some((key) => {
    const expected = Buffer.from(computeMac(body, key));
    return expected.length === claimed.length && timingSafeEqual(expected, claimed);
  });
}

const computeMac = (body: string, key: string) => createHmac('sha256', key).update(body).digest('base64url');
