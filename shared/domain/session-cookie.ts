/**
 * The cookies of a session. The server sets them with the login answer, because Safari keeps cookies written by scripts
 * for seven days only. The page reads the token and sends it as a bearer token.
 */
export const sessionCookie = 'cantera-session';
export const staffCookie = 'cantera-club-staff';

export const staffCookieSeconds = 365 * 86_400;

/** Value of the session's cookie. */
export interface SessionCookie {
  token: string;
  isLiveUser: boolean;
}

/** Formats a cookie for `Set-Cookie` and `document.cookie`. Values are JSON, because only the product writes them. */
export function formatCookie(name: string, value: unknown, seconds: number, isSecure: boolean): string {
  const text = encodeURIComponent(JSON.stringify(value));
  return `${name}=${text}; Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}

/** Returns the value of a cookie of `document.cookie`; undefined if it is missing or no JSON. */
export function parseCookie(cookies: string, name: string): unknown {
  const cookie = cookies.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (!cookie) return undefined;
  try {
    return JSON.parse(decodeURIComponent(cookie.slice(name.length + 1)));
  } catch {
    return undefined;
  }
}

/** Returns the token of the session that `document.cookie` holds; undefined without one. */
export function readSessionToken(cookies: string): string | undefined {
  const session = parseCookie(cookies, sessionCookie);
  const { token } = (typeof session === 'object' && session ? session : {}) as { token?: unknown };
  return typeof token === 'string' ? token : undefined;
}
