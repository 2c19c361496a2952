/**
 * Returns path, query and hash of an address in a query (redirectTo, redirectUrl), or undefined if it leaves this site.
 */
export function toSafePath(value: string | null | undefined, origin: string = location.origin): string | undefined {
  // Browsers strip control characters and read '\' as '/': '/\\evil' and '/\t/evil' would leave the site.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: rejects exactly those
  if (!value || /[\u0000-\u0020\\]/.test(value)) return undefined;
  if (!value.startsWith('/') && !`${value}/`.startsWith(`${origin}/`)) return undefined;
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch {
    return undefined;
  }
  if (url.origin !== origin || !/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  // '/..//evil.test' has this origin, but its path '//evil.test' would lead to another one.
  if (url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Adds parameters to a path of this site, and keeps those it has. */
export function withQuery(path: string, extra: Record<string, string>): string {
  const url = new URL(path, 'https://here.test');
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
