/** Recordings that are hidden with their match: in the call that hides it, and once more by whoever hears of it. */
import type { HiddenVods } from '../../platform/events/domain-events.ts';
import { vods, vodsOf } from './store.ts';

/** A match has a few. */
const mostAtOnce = 50;

/** Their ids. */
export const visibleVodsOf = async (eventId: string): Promise<string[]> =>
  (await vodsOf(eventId)).flatMap(({ id, visible }) => (visible ? [id] : [])).slice(0, mostAtOnce);

/** Each once: word of it that comes again, or late, hides nothing that somebody has shown since. */
export async function hideVods({ vodIds, at }: HiddenVods): Promise<void> {
  for (const id of vodIds)
    await vods.change(id, (vod) =>
      vod.visible && (vod.hiddenAt ?? 0) < at ? { ...vod, visible: false, hiddenAt: at } : undefined,
    );
}
