/**
 * The cookies of a session. The server sets them with the login answer, because Safari keeps cookies written by scripts
 * for seven days only. The page reads the token and sends it as a bearer token.
 */
export const sessionCookie = 'cantera-session';
export const staffCookie = 'cantera-club-staff';

export const staffCookieSeconds = 365 * 86_400;

/** Value of the session's cookie. The token comes first, because a page's early requests parse it from there. */
export interface SessionCookie {
  token: string;
  isLiveUser: boolean;
}

/** Formats a cookie for `Set-Cookie` and `document.cookie`. Values are JSON, because only the product writes them. */
export function formatCookie(name: string, value: unknown, seconds: number, isSecure: boolean): string {
  const text = encodeURIComponent(JSON.stringify(value));
  return `${name}=${text}; Path=/; Max-Age=${seconds}; SameSite=Lax${isSecure ? '; Secure' : ''}`;
}
