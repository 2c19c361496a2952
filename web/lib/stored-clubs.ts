/**
 * Favourite clubs of visitors without an account, or their choice to have none. The browser stores them for every open
 * tab; at login they move into the account.
 */
import { useSyncExternalStore } from 'react';
import { idPattern } from '../../shared/domain/ids.ts';
import { storedClubsKey } from './stored-clubs-key.ts';
import { createListeners, readStored, writeStored } from './use-stored.ts';

const declinedKey = 'no-club';
/** Number of clubs that the API accepts in a list filter. */
export const maxClubs = 50;

let clubIds = read();
const [notify, subscribe] = createListeners(() => {
  clubIds = read();
  notify();
});

export const getStoredClubs = (): readonly string[] => clubIds;

export function storeClub(id: string): void {
  write([...clubIds.filter((one) => one !== id), id].slice(-maxClubs));
}

export function removeStoredClub(id: string): void {
  write(clubIds.filter((one) => one !== id));
}

export const useStoredClubs = (): readonly string[] => useSyncExternalStore(subscribe, getStoredClubs);

export const useHasDeclinedClubs = (): boolean =>
  useSyncExternalStore(subscribe, () => readStored(declinedKey) === true);

export function declineClubs(): void {
  writeStored(declinedKey, true);
  notify();
}

function read(): readonly string[] {
  const stored = readStored(storedClubsKey);
  return Array.isArray(stored) ? stored.filter((id) => idPattern.test(id)).slice(0, maxClubs) : [];
}

function write(ids: readonly string[]): void {
  clubIds = ids;
  writeStored(storedClubsKey, ids.length > 0 ? ids : null);
  notify();
}
