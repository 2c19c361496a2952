/**
 * Takes the token from the camera link /emitir/{event}#{token}. A hash reaches no server or log; the token is stored and
 * leaves the address, so that screenshots and the history do not show it.
 */
import { ulid } from 'ulid';

const toKey = (eventId: string) => `cantera-emitir-enlace:${eventId}`;

export function takeCameraLink(eventId: string): string | undefined {
  const hash = location.hash.slice(1);
  if (hash) history.replaceState(null, '', location.pathname);
  const isLink = /^camara\.\w+\.[\w-]+$/.test(hash);
  if (isLink) write(toKey(eventId), hash);
  return isLink ? hash : read(toKey(eventId));
}

/** Returns a random id that tells phones at the same match apart. */
export function getDeviceId(): string {
  const key = 'cantera-emitir';
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
