/**
 * IndexedDB storage of the scorer app, which survives reloads and power loss. Where the browser stores nothing, the app
 * works from memory.
 */

import type { Sport } from '../../../../shared/contract/schema.ts';
import type { LoggedAction, NewAction } from '../../../../shared/contract/scores.ts';
import type { Side } from '../../../../shared/domain/score.ts';
import type { TeamLook } from './team-look.ts';

/** An action logged on this phone, stored until the server's log contains it and no duplicate question is open. */
export interface QueuedAction {
  id: string;
  eventId: string;
  /** The action as sent; `at` is the phone's time. */
  action: NewAction;
  state: 'waiting' | 'sent' | 'refused';
  /** Id of another phone's action that may be the same. */
  duplicateOf?: string | null;
  /** The server's reason for rejecting the action. */
  problem?: string;
}

export interface StoredMatch {
  id: string;
  title: string;
  sport: Sport;
  sides: Record<Side, string>;
  looks?: Partial<Record<Side, TeamLook>>;
  log: LoggedAction[];
  /** Milliseconds by which the server's clock is ahead of the phone's. */
  ahead: number;
}

export class ScorerStorage {
  readonly #database: Promise<IDBDatabase | undefined> = openDatabase().catch(() => undefined);

  async readMatch(id: string): Promise<StoredMatch | undefined> {
    return this.#read((database) => database.transaction('matches').objectStore('matches').get(id));
  }

  async writeMatch(match: StoredMatch): Promise<void> {
    await this.#write('matches', (store) => store.put(match));
  }

  /** Returns the actions in the order of taps, because the ids of one phone sort by time. */
  async readQueue(eventId: string): Promise<QueuedAction[]> {
    const all = await this.#read<QueuedAction[]>((database) =>
      database.transaction('queue').objectStore('queue').getAll(),
    );
    return (all ?? []).filter((queued) => queued.eventId === eventId);
  }

  async writeQueued(...queued: QueuedAction[]): Promise<void> {
    await this.#write('queue', (store) => {
      for (const action of queued) store.put(action);
    });
  }

  async deleteQueued(ids: readonly string[]): Promise<void> {
    await this.#write('queue', (store) => {
      for (const id of ids) store.delete(id);
    });
  }

  async #read<T>(createRequest: (database: IDBDatabase) => IDBRequest<T>): Promise<T | undefined> {
    const database = await this.#database;
    return database && toPromise(createRequest(database)).catch(() => undefined);
  }

  async #write(name: string, work: (store: IDBObjectStore) => unknown): Promise<void> {
    const database = await this.#database;
    if (!database) return;
    // Durability is strict, because a cold phone can switch off without warning.
    const transaction = database.transaction(name, 'readwrite', { durability: 'strict' });
    work(transaction.objectStore(name));
    // Commits at once, instead of waiting for this page, which may be reloading. Safari 14 lacks the call.
    transaction.commit?.();
    await new Promise<void>((resolve) => {
      transaction.oncomplete = () => resolve();
      transaction.onerror = () => resolve();
      transaction.onabort = () => resolve();
    });
  }
}

/** Opens the database. IndexedDB may be missing, or throw on access. */
async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('cantera-mesa', 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore('queue', { keyPath: 'id' });
    request.result.createObjectStore('matches', { keyPath: 'id' });
  };
  return toPromise(request);
}

const toPromise = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
