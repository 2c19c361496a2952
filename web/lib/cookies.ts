/** Reads and writes the site's own cookies. Values are JSON, because only the app writes them. */

export function readCookie(name: string): unknown {
  const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  if (!found) return undefined;
  try {
    return JSON.parse(decodeURIComponent(found.slice(name.length + 1)));
  } catch {
    return undefined;
  }
}

export function writeCookie(name: string, value: unknown, days: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const text = encodeURIComponent(JSON.stringify(value));
  // The Cookie Store API is asynchronous and missing in some browsers.
  // biome-ignore lint/suspicious/noDocumentCookie: see above
  document.cookie = `${name}=${text}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`;
}

export function deleteCookie(name: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${name}=; Path=/; Max-Age=0; SameSite=Lax`;
}
