/**
 * Ends matches whose end was not logged: appends the final whistle to the score log, or sets the state if no score was
 * kept. Idempotent, and harmless if late: readers compute the same end from the clock (`matchState`).
 */
import { ulid } from 'ulid';
import type { LoggedAction } from '../../../shared/contract/scores.ts';
import { computeClosingTime, matchState } from '../../../shared/domain/match-state.ts';
import { domainEventWrite } from '../../platform/events/domain-events.ts';
import { attemptEach } from '../../platform/observability/attempt-each.ts';
import { changeEvent } from '../events/change-event.ts';
import type { StoredEvent } from '../events/rules.ts';
import { type EventRow, events } from '../events/store.ts';
import { type StoredScore, toStoredScore, withEnd } from './rules.ts';
import { append, findScore } from './store.ts';

/** Device id in the log for actions that the server added. */
export const clockDevice = '00000000000000000000000000';

/** Time without actions after which a match is closed: until then, a scorer may still undo an end or log late actions. */
const quietMs = 3_600_000;

export async function closeMatches(now: number): Promise<void> {
  await attemptEach(
    'a match was not closed',
    (await events.rows()).filter((row) => mayBeForgotten(row, now)),
    ({ id }) => closeMatch(id, now),
    ({ id }) => ({ event: id }),
  );
}

/** True for a match that was started or shown; others end by the clock alone, without an announcement. */
const mayBeForgotten = ({ start, finish, state, signal }: EventRow, now: number) =>
  (state === 'LIVE' || signal !== undefined) &&
  (state ?? 'SCHEDULED') in unfinished &&
  now >= computeClosingTime({ scheduledStartDate: start, scheduledFinishDate: finish, state, signal });

const unfinished = { SCHEDULED: true, LIVE: true, POSTPONED: true };

async function closeMatch(id: string, now: number): Promise<void> {
  const [event, kept] = await Promise.all([events.get(id), findScore(id)]);
  if (!event || !isForgotten(event, now)) return;
  if (kept?.changedAt && now - kept.changedAt < quietMs) return;
  const score = kept?.phase === 'PLAYING' || kept?.phase === 'BREAK' ? await logEnd(event, now) : kept;
  await changeEvent(id, (current) => (isForgotten(current, now) ? withEnd(current, score, now) : undefined), now);
}

/** The end is computed without the event's copy of the score, which may be outdated. */
const isForgotten = ({ score: _, ...event }: StoredEvent, now: number) =>
  event.state !== 'FINISHED' && matchState(event, now).kind === 'ENDED';

async function logEnd(event: StoredEvent, now: number): Promise<StoredScore> {
  const { score } = await append(
    event.id,
    (actions) => (toStoredScore(actions).phase === 'ENDED' ? [] : [createFinalWhistle(event, actions, now)]),
    () => [domainEventWrite('ScoreChanged', { eventId: event.id, turned: true }, now)],
  );
  return score;
}

/** The match's clock stops with the picture, or at the planned end. */
function createFinalWhistle(event: StoredEvent, actions: readonly LoggedAction[], now: number): LoggedAction {
  const last = actions.reduce((latest, { at }) => Math.max(latest, at), 0);
  const period = actions.reduce((highest, action) => Math.max(highest, action.period), 1);
  const start = actions.find((action) => action.kind === 'PERIOD_START' && action.period === period);
  const started = start?.at ?? last;
  const at = Math.min(now, Math.max(last, Date.parse(event.signal?.stoppedAt ?? event.scheduledFinishDate)));
  return {
    id: ulid(now),
    kind: 'MATCH_END',
    period,
    clockMs: Math.max(0, at - started),
    at,
    side: null,
    shirt: null,
    undoes: null,
    device: clockDevice,
    sequence: actions.length + 1,
    clientAt: now,
    receivedAt: now,
  };
}
