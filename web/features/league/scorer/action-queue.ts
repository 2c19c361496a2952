/** This phone's actions that the server's log may not contain yet, in memory and in IndexedDB. */
import { type Action, listCounting } from '../../../../shared/domain/score.ts';
import type { QueuedAction, ScorerStorage } from './storage.ts';

export class ActionQueue {
  #actions: QueuedAction[] = [];
  readonly #eventId: string;
  readonly #storage: ScorerStorage;

  constructor(eventId: string, storage: ScorerStorage) {
    this.#eventId = eventId;
    this.#storage = storage;
  }

  async load(): Promise<void> {
    this.#actions = await this.#storage.readQueue(this.#eventId);
  }

  get all(): readonly QueuedAction[] {
    return this.#actions;
  }

  get waiting(): QueuedAction[] {
    return this.#actions.filter(({ state }) => state === 'waiting');
  }

  get rejected(): QueuedAction[] {
    return this.#actions.filter(({ state }) => state === 'refused');
  }

  put(...changed: QueuedAction[]): void {
    const byId = new Map(this.#actions.map((queued) => [queued.id, queued]));
    for (const queued of changed) byId.set(queued.id, queued);
    this.#actions = [...byId.values()];
    void this.#storage.writeQueued(...changed);
  }

  async remove(ids: ReadonlySet<string>): Promise<void> {
    this.#actions = this.#actions.filter(({ id }) => !ids.has(id));
    await this.#storage.deleteQueued([...ids]);
  }

  /** Removes actions that the log contains, except those with an open duplicate question. */
  async removeLogged(logged: ReadonlySet<string>): Promise<void> {
    const done = this.#actions.filter(
      ({ id, state, duplicateOf }) => state === 'sent' && !duplicateOf && logged.has(id),
    );
    await this.remove(new Set(done.map(({ id }) => id)));
  }

  /** Finds an action of this phone that may equal one of another phone; neither may be undone. */
  findDuplicate(actions: readonly Action[]): { own: Action; other: Action } | undefined {
    const counted = new Map(listCounting(actions).map((action) => [action.id, action]));
    for (const { id, duplicateOf } of this.#actions) {
      const [own, other] = [counted.get(id), duplicateOf ? counted.get(duplicateOf) : undefined];
      if (own && other) return { own, other };
    }
    return undefined;
  }
}

/** Converts an action to the form of the server's log. `ahead`: milliseconds by which the server's clock is ahead. */
export function toAction({ action }: QueuedAction, ahead: number, device: string): Action {
  const { id, kind, period, clockMs, at } = action;
  return {
    id,
    kind,
    period,
    clockMs,
    at: at + ahead,
    device,
    side: 'side' in action ? action.side : null,
    shirt: 'shirt' in action ? (action.shirt ?? null) : null,
    undoes: 'undoes' in action ? action.undoes : null,
  };
}
