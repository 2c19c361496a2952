/** Reads and writes the site's own cookies, whose values are JSON. */
import { formatCookie } from '../../shared/domain/session-cookie.ts';

export function readCookie(name: string): unknown {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (!cookie) return undefined;
  try {
    return JSON.parse(decodeURIComponent(cookie.slice(name.length + 1)));
  } catch {
    return undefined;
  }
}

export function writeCookie(name: string, value: unknown, seconds: number): void {
  // The Cookie Store API is asynchronous and missing in some browsers.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = formatCookie(name, value, seconds, location.protocol === 'https:');
}

export function deleteCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
}
