/**
 * IndexedDB storage of the scorer app, which survives reloads and power loss. Where the browser stores nothing, the app
 * works from memory.
 */

import type { Sport } from '../../../../shared/contract/schema.ts';
import type { LoggedAction, NewAction } from '../../../../shared/contract/scores.ts';
import type { Side } from '../../../../shared/domain/score.ts';

/** An action of this phone, kept until the server's log contains it and no duplicate question is open. */
export interface Queued {
  id: string;
  eventId: string;
  /** As sent; `at` is in the phone's time. */
  action: NewAction;
  state: 'waiting' | 'sent' | 'refused';
  /** Id of another phone's action that may be the same. */
  duplicateOf?: string | null;
  /** The server's reason for rejecting it. */
  problem?: string;
}

export interface KeptMatch {
  id: string;
  title: string;
  sport: Sport;
  sides: Record<Side, string>;
  log: LoggedAction[];
  /** Milliseconds that the server's clock is ahead of the phone's. */
  ahead: number;
}

export class DeskStorage {
  readonly #database: Promise<IDBDatabase | undefined> = open().catch(() => undefined);

  async match(id: string): Promise<KeptMatch | undefined> {
    return this.#read((database) => database.transaction('matches').objectStore('matches').get(id));
  }

  async keepMatch(match: KeptMatch): Promise<void> {
    await this.#write('matches', (store) => store.put(match));
  }

  /** In tap order: one phone's ids sort by time. */
  async queue(eventId: string): Promise<Queued[]> {
    const all = await this.#read<Queued[]>((database) => database.transaction('queue').objectStore('queue').getAll());
    return (all ?? []).filter((queued) => queued.eventId === eventId);
  }

  async keep(...queued: Queued[]): Promise<void> {
    await this.#write('queue', (store) => {
      for (const one of queued) store.put(one);
    });
  }

  async forget(ids: readonly string[]): Promise<void> {
    await this.#write('queue', (store) => {
      for (const id of ids) store.delete(id);
    });
  }

  async #read<T>(ask: (database: IDBDatabase) => IDBRequest<T>): Promise<T | undefined> {
    const database = await this.#database;
    return database && done(ask(database)).catch(() => undefined);
  }

  async #write(name: string, work: (store: IDBObjectStore) => unknown): Promise<void> {
    const database = await this.#database;
    if (!database) return;
    // Strict durability, because a cold phone can switch off without warning.
    const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
    work(transaction.objectStore(name));
    await new Promise<void>((resolve) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => resolve();
      transaction.onabort = () => resolve();
    });
  }
}

/** IndexedDB may be missing, or throw on access. */
async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('cantera-mesa', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('queue', { keyPath: 'id' });
    request.result.createObjectStore('matches', { keyPath: 'id' });
  };
  return done(request);
}

const done = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
