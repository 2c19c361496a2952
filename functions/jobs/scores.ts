/** Keeps an event's state and result in step with its score log. */
import { changeEvent } from '../league/events/change-event.ts';
import { events } from '../league/events/store.ts';
import { applyScore } from '../league/scores/rules.ts';
import { deleteLog, findScore } from '../league/scores/store.ts';
import type { DomainEventMessage } from '../platform/events/domain-events.ts';

/**
 * Applies the log to the event. What staff have set since stays until the next turn of the match. A goal does not
 * change the event: lists read the score of running matches themselves.
 */
export async function followScore({ detail: { eventId, turned } }: DomainEventMessage<'ScoreChanged'>): Promise<void> {
  const found = await findScore(eventId);
  if (!found || !(turned || found.phase === 'ENDED') || !(await events.get(eventId))) return;
  await changeEvent(eventId, (event) => applyScore(event, found, turned), Date.now());
}

export async function forgetScore({ detail: { eventId } }: DomainEventMessage<'EventRemoved'>): Promise<void> {
  if (await events.get(eventId)) return;
  await deleteLog(eventId, Date.now());
}
