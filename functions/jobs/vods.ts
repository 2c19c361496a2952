/** Recordings of hidden or removed events, and the hourly email about videos to publish. */
import { keepExistingClubs } from '../league/clubs/store.ts';
import { events } from '../league/events/store.ts';
import type { DomainEvents, HandledEvent } from '../platform/events/domain-events.ts';
import { deleteVideo, recoverVideo } from '../recordings/media/deleted-videos.ts';
import { announceAwaiting, hideVods } from '../recordings/vods/publication.ts';
import type { StoredVod } from '../recordings/vods/rules.ts';
import { findVodsOfEvent, vods } from '../recordings/vods/store.ts';
import { withholdRecovered } from '../trust/matters/withhold-target.ts';

export async function releaseVods(
  event: HandledEvent<'EventChanged' | 'EventRecovered' | 'EventRemoved'>,
): Promise<void> {
  switch (event['detail-type']) {
    case 'EventRemoved':
      return release(event.detail);
    case 'EventRecovered':
      return bringBack(event.detail);
    case 'EventChanged': {
      const { eventId, hides } = event.detail;
      if (hides && !(await events.get(eventId))?.visible) await hideVods(hides);
    }
  }
}

async function release({ eventId, vods: wish, by }: DomainEvents['EventRemoved']): Promise<void> {
  if (await events.get(eventId)) return;
  for (const { id } of await findVodsOfEvent(eventId)) {
    if (wish === 'remove') await deleteVideo('vods', id, by ?? null, Date.now());
    else await vods.change(id, (vod) => (vod.sportEventId === eventId ? { ...vod, sportEventId: null } : undefined));
  }
}

/**
 * Restores the recordings of a recovered match: recordings deleted with it come back hidden, recordings kept without it
 * stay as they are.
 */
async function bringBack({ eventId, vodIds }: DomainEvents['EventRecovered']): Promise<void> {
  if (!(await events.get(eventId))) return;
  for (const id of vodIds) {
    const changed = await vods.change(id, (vod) => (vod.sportEventId ? undefined : { ...vod, sportEventId: eventId }));
    if (changed) continue;
    await recoverVideo<StoredVod>('vods', id, withExistingClubs, Date.now());
  }
  // A matter decided in the meantime could not withhold a deleted recording, so its hold is applied now.
  const refs = vodIds.map((id) => ({ kind: 'vods' as const, id }));
  await withholdRecovered([{ kind: 'events', id: eventId }, ...refs], Date.now());
}

const withExistingClubs = async (vod: StoredVod): Promise<StoredVod> => ({
  ...vod,
  clubIds: await keepExistingClubs(vod.clubIds),
});

/** Sends, every hour, one email about everything new. */
export async function announcePublications(): Promise<void> {
  await announceAwaiting(Date.now());
}
