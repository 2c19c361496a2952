/**
 * The cookies of a session. The server sets them with the answer that begins it, because Safari keeps a cookie that a
 * script wrote for seven days only. The page reads the token, which calls carry as a bearer token.
 */
export const sessionCookie = 'cantera-session';
export const staffCookie = 'cantera-club-staff';

/** The club-staff flag lasts this long, in seconds. */
export const staffCookieSeconds = 365 * 86_400;

/** Value of the session's cookie. The token comes first: the early requests of a page find it there. */
export interface SessionCookie {
  token: string;
  isLiveUser: boolean;
}

/** A cookie as `Set-Cookie` and `document.cookie` take it. Values are JSON, because only the product writes them. */
export function formatCookie(name: string, value: unknown, seconds: number, isSecure: boolean): string {
  const text = encodeURIComponent(JSON.stringify(value));
  return `${name}=${text}; Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
