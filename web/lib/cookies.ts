/** Reads and writes the site's own cookies, whose values are JSON. */
import { formatCookie, parseCookie } from '../../shared/domain/session-cookie.ts';

export const readCookie = (name: string): unknown => parseCookie(document.cookie, name);

export function writeCookie(name: string, value: unknown, seconds: number): void {
  // The Cookie Store API is asynchronous and missing in some browsers.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = formatCookie(name, value, seconds, location.protocol === 'https:');
}

export function deleteCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
}
