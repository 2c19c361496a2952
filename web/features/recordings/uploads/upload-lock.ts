/**
 * One tab at a time owns an upload. The browser ends a lock together with its tab, even one that was killed. In browsers
 * without locks, every tab may own it.
 */

type Release = () => void;

/** Milliseconds for which a tab waits, because another one may look at the lock at this moment. */
const patienceMs = 500;

const claims = new Map<string, Promise<Release | undefined>>();
const owned = new Map<string, Release>();

const toName = (id: string) => `cantera:upload:${id}`;
const getLocks = () => navigator.locks as LockManager | undefined;

export const isOwned = (id: string) => owned.has(id);

/** Returns false if another tab owns the upload. */
export async function own(id: string): Promise<boolean> {
  const claim = claims.get(id) ?? acquire(id);
  claims.set(id, claim);
  const release = await claim;
  if (release) owned.set(id, release);
  else claims.delete(id);
  return release !== undefined;
}

export function disown(id: string): void {
  owned.get(id)?.();
  owned.delete(id);
  claims.delete(id);
}

/** Resolves when no tab owns the upload. */
export async function waitUntilFree(id: string): Promise<void> {
  await getLocks()?.request(toName(id), { mode: 'shared' }, () => undefined);
}

function acquire(id: string): Promise<Release | undefined> {
  const locks = getLocks();
  if (!locks) return Promise.resolve(() => undefined);
  return new Promise((resolve) => {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs);
    const hold = () => {
      clearTimeout(timer);
      return new Promise<void>((release) => resolve(release));
    };
    locks.request(toName(id), { signal: patience.signal }, hold).catch(() => resolve(undefined));
  });
}
