/** Changes an event: whoever shows something of it elsewhere, such as its cameras, hears of it. */
import { Refusal } from '../../../shared/errors.ts';
import { keepFact, newFact, tell } from '../../platform/facts/facts.ts';
import type { StoredEvent } from './rules.ts';
import { events } from './store.ts';

/** `to` gives the changed event, or undefined to leave it as it is. */
export async function changeEvent(
  id: string,
  to: (event: StoredEvent) => StoredEvent | undefined,
  now: number,
): Promise<StoredEvent> {
  const fact = newFact('EventChanged', { eventId: id }, now);
  let isOther = false;
  const changing = (event: StoredEvent) => {
    const next = to(event);
    isOther = next !== undefined;
    return next;
  };
  const changed = await events.change(id, changing, () => [keepFact(fact)]);
  if (!changed) throw new Refusal('EVT4040');
  if (isOther) await tell(fact);
  return changed;
}
