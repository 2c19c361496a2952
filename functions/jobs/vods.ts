/** Recordings of hidden or removed events, and the hourly email about videos to publish. */
import { events } from '../league/events/store.ts';
import type { DomainEventMessage, DomainEvents } from '../platform/events/domain-events.ts';
import { deleteVideo } from '../recordings/media/deleted-videos.ts';
import { hideVods } from '../recordings/vods/hide-vods.ts';
import { announceAwaiting } from '../recordings/vods/publication.ts';
import { findVodsOfEvent, vods } from '../recordings/vods/store.ts';

export async function releaseVods(
  event: DomainEventMessage<'EventChanged'> | DomainEventMessage<'EventRemoved'>,
): Promise<void> {
  if ('vods' in event.detail) await removed(event.detail);
  else if (event.detail.hides && !(await events.get(event.detail.eventId))?.visible) await hideVods(event.detail.hides);
}

async function removed({ eventId, vods: wish, by }: DomainEvents['EventRemoved']): Promise<void> {
  if (await events.get(eventId)) return;
  for (const { id } of await findVodsOfEvent(eventId)) {
    if (wish === 'remove') await deleteVideo('vods', id, by ?? null, Date.now());
    else await vods.change(id, (vod) => (vod.sportEventId === eventId ? { ...vod, sportEventId: null } : undefined));
  }
}

/** Every hour: one email for everything new. */
export async function announcePublications(): Promise<void> {
  await announceAwaiting(Date.now());
}
