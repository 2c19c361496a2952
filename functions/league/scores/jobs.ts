/** A match is on when its desk says so, and its log goes with the match. */
import type { FactEvent } from '../../platform/facts/facts.ts';
import { changeEvent } from '../events/change.ts';
import { type StoredEvent, withEdit } from '../events/rules.ts';
import { events } from '../events/store.ts';
import { stateAt } from './rules.ts';
import { findScore, forgetLog } from './store.ts';

/** Row D-MATCH-2. What staff have set since then stays until the match turns again. */
export async function followScore({ detail: { eventId, turned } }: FactEvent<'ScoreChanged'>): Promise<void> {
  const score = turned ? await findScore(eventId) : undefined;
  if (!score || !(await events.get(eventId))) return;
  const toState = (event: StoredEvent) => {
    const state = stateAt(score.phase, event.state);
    return state === (event.state ?? 'SCHEDULED') ? undefined : withEdit(event, { state });
  };
  await changeEvent(eventId, toState, Date.now());
}

export async function forgetScore({ detail: { eventId } }: FactEvent<'EventRemoved'>): Promise<void> {
  if (await events.get(eventId)) return;
  await forgetLog(eventId, Date.now());
}
