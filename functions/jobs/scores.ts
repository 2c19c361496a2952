/** A match is on when its desk says so, its result stands in the event, and its log goes with the match. */

import { changeEvent } from '../league/events/change-event.ts';
import { events } from '../league/events/store.ts';
import { following } from '../league/scores/rules.ts';
import { findScore, forgetLog } from '../league/scores/store.ts';
import type { DomainEventMessage } from '../platform/events/domain-events.ts';

/**
 * Rows D-MATCH-2, D-MATCH-3. What staff have set since then stays until the match turns again. A goal while it is played
 * changes no event: lists look at the score of what is played themselves.
 */
export async function followScore({ detail: { eventId, turned } }: DomainEventMessage<'ScoreChanged'>): Promise<void> {
  const found = await findScore(eventId);
  if (!found || !(turned || found.phase === 'ENDED') || !(await events.get(eventId))) return;
  await changeEvent(eventId, (event) => following(event, found, turned), Date.now());
}

export async function forgetScore({ detail: { eventId } }: DomainEventMessage<'EventRemoved'>): Promise<void> {
  if (await events.get(eventId)) return;
  await forgetLog(eventId, Date.now());
}
