/**
 * The scorer app's model of one match, independent of the screen and offline first: an action is stored, counts at
 * once, and is sent in order until the server's log contains it. Other phones' actions arrive through the log.
 */
import { monotonicFactory } from 'ulid';
import type { EndpointData } from '../../../../shared/contract/endpoint.ts';
import type { LoggedAction, NewAction, ScorerAppMatch, scoreEndpoints } from '../../../../shared/contract/scores.ts';
import {
  type Action,
  compareActions,
  elapsedInPeriod,
  findUndos,
  foldScore,
  type Kind,
  listCounting,
  type Score,
  type Side,
} from '../../../../shared/domain/score.ts';
import { ActionQueue, toAction } from './action-queue.ts';
import { ScorerApiError, type Send } from './api-client.ts';
import type { QueuedAction, ScorerStorage, StoredMatch } from './storage.ts';
import { readTeamLook } from './team-look.ts';

/** `login`: the session has ended. `gone`: the match was deleted, or this user's permission has ended. */
export type Connection = 'connecting' | 'online' | 'offline' | 'login' | 'gone';

type LogData = EndpointData<(typeof scoreEndpoints)['GET /sportevents/{id}/score/actions']>;
type SentData = EndpointData<(typeof scoreEndpoints)['POST /sportevents/{id}/score/actions']>;

/** An action without the fields that the app adds. */
type ActionInput = DistributiveOmit<NewAction, 'id' | 'period' | 'clockMs' | 'at'>;
type DistributiveOmit<T, Keys extends PropertyKey> = T extends unknown ? Omit<T, Keys> : never;

/** Actions in a request, as the server limits them. */
const batchSize = 50;
/** Milliseconds in which a second tap on the same button is ignored. */
const doubleTapMs = 1_200;

export class ScorerMatch {
  connection: Connection = 'connecting';
  /** The server's message, if the connection is `gone`. */
  reason = '';
  match: StoredMatch | undefined;
  #lastTap = { what: '', at: 0 };
  #syncRun: Promise<void> | undefined;
  #sendsSingly = false;
  #hasDescription = false;
  #wasStored = false;
  readonly #nextId = monotonicFactory();
  readonly #eventId: string;
  readonly #device: string;
  readonly #storage: ScorerStorage;
  readonly #queue: ActionQueue;
  readonly #send: Send;
  readonly #onChange: () => void;

  constructor(eventId: string, device: string, storage: ScorerStorage, send: Send, changed: () => void) {
    this.#eventId = eventId;
    this.#device = device;
    this.#storage = storage;
    this.#queue = new ActionQueue(eventId, storage);
    this.#send = send;
    this.#onChange = changed;
  }

  async open(): Promise<void> {
    this.match = await this.#storage.readMatch(this.#eventId);
    this.#wasStored = this.match !== undefined;
    await this.#queue.load();
    this.#onChange();
    await this.sync();
  }

  /** The match, once its log is known as well, from this phone or the server. */
  get shown(): StoredMatch | undefined {
    return this.#wasStored || this.connection !== 'connecting' ? this.match : undefined;
  }

  /** All known actions. Where both exist, the server's version counts, not this phone's. */
  get actions(): Action[] {
    const ahead = this.match?.ahead ?? 0;
    const ownActions = this.#queue.all
      .filter(({ state }) => state !== 'refused')
      .map((queued) => toAction(queued, ahead, this.#device));
    const byId = new Map(ownActions.map((action) => [action.id, action]));
    for (const logged of this.match?.log ?? []) byId.set(logged.id, logged);
    return [...byId.values()];
  }

  get score(): Score {
    return foldScore(this.actions);
  }

  get now(): number {
    return Date.now() + (this.match?.ahead ?? 0);
  }

  /** Returns the latest actions, the newest first; `counts` is false for undone ones. */
  lastActions(count: number): { action: Action; counts: boolean }[] {
    const all = this.actions;
    const counted = new Set(listCounting(all).map(({ id }) => id));
    return all
      .filter(({ kind }) => kind !== 'UNDO')
      .sort((a, b) => compareActions(b, a))
      .slice(0, count)
      .map((action) => ({ action, counts: counted.has(action.id) }));
  }

  get waitingCount(): number {
    return this.#queue.waiting.length;
  }

  get rejected(): QueuedAction[] {
    return this.#queue.rejected;
  }

  /** Two actions of different phones that may be one. */
  get duplicateQuestion(): { own: Action; other: Action } | undefined {
    return this.#queue.findDuplicate(this.actions);
  }

  /** Logs an action; returns false for an ignored double tap. */
  logAction(kind: Exclude<Kind, 'UNDO'>, side: Side | null, period?: number, shirt: number | null = null): boolean {
    const what = `${kind} ${side} ${period}`;
    const now = Date.now();
    const isDouble = this.#lastTap.what === what && Math.abs(now - this.#lastTap.at) < doubleTapMs;
    this.#lastTap = { what, at: now };
    if (isDouble) return false;
    const { period: current } = this.score;
    this.#add({ kind, ...(side && { side, shirt }) } as ActionInput, period ?? Math.max(1, current));
    return true;
  }

  undo(id: string): void {
    this.#add({ kind: 'UNDO', undoes: id });
  }

  restore(id: string): void {
    for (const undoing of findUndos(id, this.actions)) this.undo(undoing);
  }

  /** Applies the user's answer to whether two actions are the same. */
  answerQuestion(own: string, isSame: boolean): void {
    const queued = this.#queue.all.find(({ id }) => id === own);
    if (queued) this.#queue.put({ ...queued, duplicateOf: null });
    if (isSame) this.undo(own);
    this.#onChange();
  }

  /** Removes a rejected action once the user has read the reason. */
  dismiss(id: string): void {
    void this.#queue.remove(new Set([id]));
    this.#onChange();
  }

  #add(what: ActionInput, period = Math.max(1, this.score.period)): void {
    const id = this.#nextId();
    const clockMs = Math.min(6 * 3_600_000, Math.round(elapsedInPeriod(this.score, this.now)));
    const action: NewAction = { ...what, id, period, clockMs, at: Date.now() };
    this.#queue.put({ id, eventId: this.#eventId, action, state: 'waiting' });
    this.#onChange();
    void this.sync();
  }

  /** Sends waiting actions and reads the log; calls during a run share it. */
  sync(): Promise<void> {
    this.#syncRun ??= this.#sync()
      .catch((error: unknown) => {
        if (!(error instanceof ScorerApiError)) throw error;
        this.reason = error.message;
        this.connection = error.status === 401 ? 'login' : [403, 404].includes(error.status) ? 'gone' : 'offline';
      })
      .finally(() => {
        this.#syncRun = undefined;
        this.#onChange();
      });
    return this.#syncRun;
  }

  async #sync(): Promise<void> {
    for (let batch = this.#nextBatch(); batch.length > 0; batch = this.#nextBatch()) await this.#sendBatch(batch);
    await this.#fetchLog();
    this.connection = 'online';
    // Actions logged while the log was being read are still waiting.
    if (this.waitingCount > 0) await this.#sync();
  }

  #nextBatch(): QueuedAction[] {
    return this.#queue.waiting.slice(0, this.#sendsSingly ? 1 : batchSize);
  }

  async #sendBatch(batch: QueuedAction[]): Promise<void> {
    const body = { device: this.#device, sentAt: Date.now(), actions: batch.map(({ action }) => action) };
    try {
      const { actions } = await this.#send<SentData>('POST', `/sportevents/${this.#eventId}/score/actions`, body);
      const answers = new Map(actions.map(({ id, duplicateOf }) => [id, duplicateOf]));
      const sent = batch.filter(({ id }) => answers.has(id));
      this.#queue.put(
        ...sent.map((queued) => ({ ...queued, state: 'sent' as const, duplicateOf: answers.get(queued.id) ?? null })),
      );
      this.#sendsSingly = false;
    } catch (error) {
      // A rejected action must not block the others: a rejected batch is sent again one by one.
      if (!(error instanceof ScorerApiError) || ![400, 409, 413].includes(error.status)) throw error;
      const [only, ...others] = batch;
      if (only && others.length === 0) this.#queue.put({ ...only, state: 'refused', problem: error.message });
      this.#sendsSingly = others.length > 0;
    }
    this.#onChange();
  }

  async #fetchLog(): Promise<void> {
    if (!this.#hasDescription) await this.#fetchMatch();
    const before = this.match;
    if (!before) return;
    const since = before.log.at(-1)?.sequence ?? 0;
    const askedAt = Date.now();
    const path = `/sportevents/${this.#eventId}/score/actions?since=${since}`;
    const { actions, version, now } = await this.#send<LogData>('GET', path);
    const log: LoggedAction[] = [...before.log, ...actions];
    const ahead = now - (askedAt + Date.now()) / 2;
    // The app discards a log with gaps, and reads it from the start at the next sync.
    const isWhole = version === log.length;
    // The crests may have loaded during the request.
    this.match = { ...(this.match ?? before), log: isWhole ? log : [], ahead };
    await this.#storage.writeMatch(this.match);
    if (!isWhole) throw new ScorerApiError(0, 'El registro no está completo');
    await this.#queue.removeLogged(new Set(log.map(({ id }) => id)));
  }

  /** Reads title and teams, which may have changed since the last visit. */
  async #fetchMatch(): Promise<void> {
    const { match } = await this.#send<{ match: ScorerAppMatch }>('GET', `/sportevents/${this.#eventId}/desk`);
    const { title, sport, home, away, crests } = match;
    const sides = { HOME: home ?? 'Local', AWAY: away ?? 'Visitante' };
    const { log = [], ahead = 0, looks } = this.match ?? {};
    this.match = { id: this.#eventId, title, sport, sides, log, ahead, ...(looks && { looks }) };
    this.#hasDescription = true;
    void this.#fetchLooks(crests);
  }

  /** Loads the crests in the background, because the scorer app works without them. */
  async #fetchLooks(crests: ScorerAppMatch['crests']): Promise<void> {
    const [HOME, AWAY] = await Promise.all([readTeamLook(crests.home), readTeamLook(crests.away)]);
    if (!this.match || (!HOME && !AWAY)) return;
    this.match = { ...this.match, looks: { ...this.match.looks, ...(HOME && { HOME }), ...(AWAY && { AWAY }) } };
    this.#onChange();
    await this.#storage.writeMatch(this.match);
  }
}
