/**
 * Favourite clubs of visitors without an account, and whether they declined to choose any. Stored in the browser,
 * shared by every open tab, and moved into the account at login.
 */
import { useSyncExternalStore } from 'react';
import { keptClubsKey } from './stored-clubs-key.ts';
import { readStored, writeStored } from './use-stored.ts';

const refusedKey = 'no-club';
/** The API's limit of clubs in one list filter. */
export const mostClubs = 50;

let kept = read();
const listeners = new Set<() => void>();

export const keptClubs = (): readonly string[] => kept;

export function keepClub(id: string): void {
  write([...kept.filter((one) => one !== id), id].slice(-mostClubs));
}

export function dropKeptClub(id: string): void {
  write(kept.filter((one) => one !== id));
}

export const useKeptClubs = (): readonly string[] => useSyncExternalStore(listen, keptClubs);

export const useRefusedHere = (): boolean => useSyncExternalStore(listen, () => readStored(refusedKey) === true);

export function refuseHere(): void {
  writeStored(refusedKey, true);
  tell();
}

function read(): readonly string[] {
  const stored = readStored(keptClubsKey);
  return Array.isArray(stored) ? stored.filter((id) => /^[0-9A-Z]{26}$/.test(id)).slice(0, mostClubs) : [];
}

function write(ids: readonly string[]): void {
  kept = ids;
  writeStored(keptClubsKey, ids.length > 0 ? ids : null);
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}

/** Another tab changed the choice, or the browser's data were cleared. */
function again(): void {
  kept = read();
  tell();
}

function listen(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', again);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) removeEventListener('storage', again);
  };
}
