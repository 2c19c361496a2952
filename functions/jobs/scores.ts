/** Keeps an event's state and result in step with its score log. */
import { changeEvent } from '../league/events/change-event.ts';
import { events } from '../league/events/store.ts';
import { applyScore } from '../league/scores/rules.ts';
import { closeLog, deleteLog, findScore, reopenLog } from '../league/scores/store.ts';
import type { DomainEventMessage, HandledEvent } from '../platform/events/domain-events.ts';

/**
 * Applies the log to the event. Changes by staff stay until the next change of phase. A goal does not change the event:
 * lists read the score of running matches themselves.
 */
export async function followScore({ detail: { eventId, turned } }: DomainEventMessage<'ScoreChanged'>): Promise<void> {
  const score = await findScore(eventId);
  if (!score || !(turned || score.phase === 'ENDED') || !(await events.get(eventId))) return;
  await changeEvent(eventId, (event) => applyScore(event, score, turned), Date.now());
}

/** A deleted match keeps its log, closed to late scorers, while it can be recovered; then the log is deleted. */
export async function forgetScore(
  event: HandledEvent<'EventErased' | 'EventRecovered' | 'EventRemoved'>,
): Promise<void> {
  const { eventId } = event.detail;
  const exists = (await events.get(eventId)) !== undefined;
  if (exists) return reopenLog(eventId);
  if (event['detail-type'] === 'EventErased') return deleteLog(eventId, Date.now());
  await closeLog(eventId);
  // A concurrent recovery reopened the log before it was closed.
  if (await events.get(eventId)) await reopenLog(eventId);
}
