/** The link by which a phone without an account does one thing at one match, and the phone's own id. */
import { ulid } from 'ulid';

/** /mesa/{event}#{token} keeps the score, /emitir/{event}#{token} is a camera. */
const tokens = { mesa: /^mesa\.\w+\.[\w-]+$/, emitir: /^camara\.\w+\.[\w-]+$/ };
type LinkedPage = keyof typeof tokens;

/**
 * Takes the token from the address. A hash reaches no server or log; the token is stored and leaves the address, so that
 * screenshots and the history do not show it.
 */
export function takeLink(page: LinkedPage, eventId: string): string | undefined {
  const key = `cantera-${page}-enlace:${eventId}`;
  const hash = location.hash.slice(1);
  if (hash) history.replaceState(null, '', location.pathname);
  const isLink = tokens[page].test(hash);
  if (isLink) write(key, hash);
  return isLink ? hash : read(key);
}

/** Returns a random id that tells phones at the same match apart. */
export function getDeviceId(page: LinkedPage): string {
  const key = `cantera-${page}`;
  const id = read(key) ?? ulid();
  write(key, id);
  return id;
}

/** Storage may be missing or throw, for example in private windows. */
function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The page works without, as long as it stays open.
  }
}
