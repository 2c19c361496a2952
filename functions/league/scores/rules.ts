/** Selects the actions of a batch that join a match's log, and computes their times. Pure. */
import type * as z from 'zod';
import { ApiError } from '../../../shared/contract/errors.ts';
import type { Sport } from '../../../shared/contract/schema.ts';
import type { LoggedAction, NewActions } from '../../../shared/contract/scores.ts';
import type { EventState } from '../../../shared/domain/event-state.ts';
import {
  type Action,
  findPossibleDuplicate,
  foldScore,
  listScorers,
  type Phase,
  type Score,
  type Scorer,
  sideKinds,
} from '../../../shared/domain/score.ts';
import { type StoredEvent, withEdit } from '../events/rules.ts';

type Batch = z.output<typeof NewActions>;
export type StoredScore = Score & { version: number; changedAt: number | null; scorers?: Scorer[] };

/** Limit of a match's log, against defective clients; a basketball match has some 300 actions. */
const maxActions = 1_000;

/** Selects the actions of the batch that are not in the log yet, and computes their times. */
export function selectNewActions(log: readonly LoggedAction[], batch: Batch, now: number): LoggedAction[] {
  const ids = new Set(log.map(({ id }) => id));
  const fresh = batch.actions.filter(({ id }) => !ids.has(id) && ids.add(id));
  if (log.length + fresh.length > maxActions) throw new ApiError('SCR4090');
  return fresh.map(({ id, kind, period, clockMs, at, ...rest }, index) => ({
    id,
    kind,
    period,
    clockMs,
    at: computeActionTime(at, batch.sentAt, now),
    side: 'side' in rest ? rest.side : null,
    shirt: 'shirt' in rest ? rest.shirt : null,
    undoes: 'undoes' in rest ? rest.undoes : null,
    device: batch.device,
    sequence: log.length + 1 + index,
    clientAt: at,
    receivedAt: now,
  }));
}

/**
 * Server time of an action, at most the time of the request. A phone's clock may be wrong, but not the duration between
 * the action and the request.
 */
const computeActionTime = (at: number, sentAt: number, now: number) => Math.max(0, Math.min(now, now - (sentAt - at)));

/**
 * @throws ApiError for an action of another sport. The sport may be corrected during a match; earlier actions stay.
 */
export function assertKinds(sport: Sport, fresh: readonly Pick<Action, 'kind' | 'side'>[]): void {
  const kinds: readonly string[] = sideKinds[sport];
  if (fresh.some(({ kind, side }) => side !== null && !kinds.includes(kind))) throw new ApiError('SCR4000');
}

/** Event state for a phase. A cancelled match is resumed by staff only, because it may have been paid for. */
export function toEventState(phase: Phase, state: EventState = 'SCHEDULED'): EventState {
  if (state === 'CANCELLED') return state;
  switch (phase) {
    case 'BEFORE':
      return state === 'LIVE' || state === 'FINISHED' ? 'SCHEDULED' : state;
    case 'ENDED':
      return 'FINISHED';
    default:
      return 'LIVE';
  }
}

/** Returns the event with its score applied; undefined for no change. `turned`: the phase changed. */
export function applyScore(event: StoredEvent, score: StoredScore, turned: boolean): StoredEvent | undefined {
  const stored = event.score;
  // A newer score has been applied already.
  if (stored && stored.version > score.version) return undefined;
  const { home, away, phase, period, version } = score;
  const before = event.state ?? 'SCHEDULED';
  const state = turned ? toEventState(phase, event.state) : before;
  const isSame =
    stored && stored.home === home && stored.away === away && stored.phase === phase && stored.period === period;
  if (state === before && (isSame || (!stored && phase === 'BEFORE'))) return undefined;
  return { ...withEdit(event, { state }), score: { home, away, phase, period, version } };
}

/**
 * Returns the event ended by the clock, with its last score; undefined if the scorer has logged more meanwhile, so that
 * the match continues.
 */
export function withEnd(event: StoredEvent, score: StoredScore | undefined, now: number): StoredEvent | undefined {
  if (score && (event.score?.version ?? 0) > score.version) return undefined;
  const ended = withEdit(event, { state: 'FINISHED' });
  return { ...((score && applyScore(ended, score, false)) ?? ended), closedAt: new Date(now).toISOString() };
}

const hour = 3_600_000;

/**
 * Returns the link's validity (milliseconds since the Unix epoch): from a day before the match until 6 h after its
 * planned end, or 3 h after an automatic end if that is earlier. Phones may send offline actions that late.
 */
export function computeLinkWindow({
  scheduledStartDate,
  scheduledFinishDate,
  closedAt,
}: Pick<StoredEvent, 'scheduledStartDate' | 'scheduledFinishDate' | 'closedAt'>): { from: number; until: number } {
  const until = Date.parse(scheduledFinishDate) + 6 * hour;
  return {
    from: Date.parse(scheduledStartDate) - 24 * hour,
    until: closedAt ? Math.min(until, Date.parse(closedAt) + 3 * hour) : until,
  };
}

/** Returns the validity of a match's camera link (milliseconds since the Unix epoch): from a day before until 6 h after. */
export const computeCameraLinkWindow = ({
  scheduledStartDate,
  scheduledFinishDate,
}: Pick<StoredEvent, 'scheduledStartDate' | 'scheduledFinishDate'>): { from: number; until: number } => ({
  from: Date.parse(scheduledStartDate) - 24 * hour,
  until: Date.parse(scheduledFinishDate) + 6 * hour,
});

export const toStoredScore = (log: readonly LoggedAction[]): StoredScore => ({
  ...foldScore(log),
  scorers: listScorers(log),
  version: log.length,
  changedAt: log.reduce<number | null>((last, { at }) => Math.max(last ?? 0, at), null),
});

/** Returns each action of the batch with the earlier action that it may duplicate. */
export function toActionResults(batch: Batch, log: readonly LoggedAction[]) {
  const byId = new Map(log.map((action) => [action.id, action]));
  return [...new Set(batch.actions.map(({ id }) => id))].map((id) => {
    const action = byId.get(id);
    // Later actions are left out, so that only the second of two similar ones is reported; undos count at any position.
    const before = log.filter(({ sequence, kind }) => kind === 'UNDO' || (action && sequence <= action.sequence));
    return { id, duplicateOf: (action && findPossibleDuplicate(action, before)) ?? null };
  });
}
