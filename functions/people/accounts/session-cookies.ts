import {
  formatCookie,
  type SessionCookie,
  sessionCookie,
  staffCookie,
  staffCookieSeconds,
} from '../../../shared/domain/session-cookie.ts';
import { isAdmin, type StoredUser } from '../../platform/auth/rules.ts';
import type { Request } from '../../platform/http/request.ts';

/** `Set-Cookie` values for a session that begins with this answer; they live as long as the session. */
export function createSessionCookies(
  user: StoredUser,
  { token, expiresAt }: { token: string; expiresAt: string },
  { headers, now }: Pick<Request<never, never>, 'headers' | 'now'>,
): string[] {
  // Only the local platform has no TLS, where browsers drop secure cookies.
  const isSecure = headers['x-forwarded-proto'] !== 'http';
  const seconds = Math.max(0, Math.ceil((Date.parse(expiresAt) - now) / 1000));
  const value: SessionCookie = { token, isLiveUser: isAdmin(user) };
  const cookies = [formatCookie(sessionCookie, value, seconds, isSecure)];
  if (user.role === 'CLUB_STAFF' && user.clubId)
    cookies.push(formatCookie(staffCookie, true, staffCookieSeconds, isSecure));
  return cookies;
}
