/** Recordings hidden with their match: in the same request, and again by the event's handler. */
import type { HiddenVods } from '../../platform/events/domain-events.ts';
import { findVodsOfEvent, vods } from './store.ts';

/** A match has only a few. */
const mostAtOnce = 50;

/** Ids of an event's visible recordings. */
export const listVisibleVods = async (eventId: string): Promise<string[]> =>
  (await findVodsOfEvent(eventId)).flatMap(({ id, visible }) => (visible ? [id] : [])).slice(0, mostAtOnce);

/** Hides each recording once: a repeated or late event does not hide what staff have shown since. */
export async function hideVods({ vodIds, at }: HiddenVods): Promise<void> {
  for (const id of vodIds)
    await vods.change(id, (vod) =>
      vod.visible && (vod.hiddenAt ?? 0) < at ? { ...vod, visible: false, hiddenAt: at } : undefined,
    );
}
