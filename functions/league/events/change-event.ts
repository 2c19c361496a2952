/** Changes an event and publishes the change, so that cameras and other copies of its fields are updated. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { domainEventWrite, type EventMove, type HiddenVods } from '../../platform/events/domain-events.ts';
import type { Also } from '../../platform/lists/collection.ts';
import { findFamilyMatch } from '../../platform/shown/families.ts';
import type { StoredEvent } from './rules.ts';
import { events } from './store.ts';

/**
 * `edit` returns the changed event, or undefined for no change. `hides` lists recordings to hide with it; `also` adds
 * writes to the transaction.
 */
export async function changeEvent(
  id: string,
  edit: (event: StoredEvent) => StoredEvent | undefined,
  now: number,
  hides?: HiddenVods,
  also?: Also<StoredEvent>,
): Promise<StoredEvent> {
  const changed = await events.change(id, edit, (next, before) => {
    const moved = hasMoved(before, next) && { moved: describeMove(before, next, now) };
    const detail = { eventId: id, ...moved, ...(hides && { hides }) };
    return [domainEventWrite('EventChanged', detail, now), ...(also?.(next, before) ?? [])];
  });
  if (!changed) throw new ApiError('EVT4040');
  return changed;
}

/** True if date, state, or visibility to everybody or to families changed. */
const hasMoved = (before: StoredEvent, next: StoredEvent) =>
  before.scheduledStartDate !== next.scheduledStartDate ||
  before.visible !== next.visible ||
  (findFamilyMatch(before) === undefined) !== (findFamilyMatch(next) === undefined) ||
  (before.state ?? 'SCHEDULED') !== (next.state ?? 'SCHEDULED');

function describeMove(before: StoredEvent, { version }: StoredEvent, at: number): EventMove {
  const { title, scheduledStartDate, postponedFrom, state, visible } = before;
  const families = findFamilyMatch(before);
  return { at, version, before: { title, scheduledStartDate, postponedFrom, state, visible, families } };
}
