/** What becomes of the recordings of an event that was removed, and the clock that tells admins what they can publish. */
import { events } from '../../league/events/store.ts';
import type { FactEvent } from '../../platform/facts/facts.ts';
import { removeMedia } from '../media/kinds.ts';
import { tellAwaiting } from './publication.ts';
import { vods, vodsOf } from './store.ts';

export async function releaseVods({ detail: { eventId, vods: wish } }: FactEvent<'EventRemoved'>): Promise<void> {
  if (await events.get(eventId)) return;
  for (const { id } of await vodsOf(eventId)) {
    if (wish === 'remove') await removeMedia('vods', id, Date.now());
    else await vods.change(id, (vod) => (vod.sportEventId === eventId ? { ...vod, sportEventId: null } : undefined));
  }
}

/** Every hour: one mail for all that came since the last one. */
export async function tellPublications(): Promise<void> {
  await tellAwaiting(Date.now());
}
