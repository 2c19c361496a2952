/** The log of a match goes with the match. */
import type { FactEvent } from '../../platform/facts/facts.ts';
import { events } from '../events/store.ts';
import { forgetLog } from './store.ts';

export async function forgetScore({ detail: { eventId } }: FactEvent<'EventRemoved'>): Promise<void> {
  if (await events.get(eventId)) return;
  await forgetLog(eventId, Date.now());
}
