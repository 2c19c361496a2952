/**
 * Takes the token from the scorer link /mesa/{event}#{token}. A hash reaches no server or log; the token is stored and
 * leaves the address, so that screenshots and the history do not show it.
 */
export function takeScorerLink(eventId: string): string | undefined {
  const key = `cantera-mesa-enlace:${eventId}`;
  const hash = location.hash.slice(1);
  const isLink = /^mesa\.\w+\.[\w-]+$/.test(hash);
  if (hash) history.replaceState(null, '', location.pathname);
  try {
    if (isLink) localStorage.setItem(key, hash);
    return isLink ? hash : (localStorage.getItem(key) ?? undefined);
  } catch {
    return isLink ? hash : undefined;
  }
}
