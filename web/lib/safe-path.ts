/**
 * Follows addresses from a query (redirectTo, redirectUrl) only if they stay on this site. Returns path, query and
 * hash, or undefined.
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
  // '/..//evil.test' has this origin, but points to another one once the result is resolved again.
  if (url.pathname.startsWith('//')) return undefined;
  return url.pathname + url.search + url.hash;
}

/** Adds parameters to a path of this site and keeps the existing ones. */
export function withQuery(path: string, extra: Record<string, string>): string {
  const url = new URL(path, 'https://here.test');
  for (const [name, value] of Object.entries(extra)) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
