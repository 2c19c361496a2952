/** Recordings hidden with their match: in the same request, and again by the job that handles `EventChanged`. */
import type { HiddenVods } from '../../platform/events/domain-events.ts';
import { withChosenVisibility } from '../../platform/shown/rules.ts';
import { findVodsOfEvent, vods } from './store.ts';

/** Limit of recordings hidden with a match, which has only a few. */
const maxAtOnce = 50;

/** Ids of an event's recordings that everybody or its families may see, or will see once image rights exist. */
export const listVisibleVods = async (eventId: string): Promise<string[]> =>
  (await findVodsOfEvent(eventId))
    .flatMap(({ id, visible, isHeld, isOpenToFamilies }) => (visible || isHeld || isOpenToFamilies ? [id] : []))
    .slice(0, maxAtOnce);

/** Hides each recording once: a repeated or late event does not hide recordings that staff have shown since. */
export async function hideVods({ vodIds, at }: HiddenVods): Promise<void> {
  for (const id of vodIds)
    await vods.change(id, (vod) =>
      (vod.visible || vod.withheld?.wasVisible) && (vod.hiddenAt ?? 0) < at
        ? { ...withChosenVisibility(vod, false), hiddenAt: at }
        : undefined,
    );
}
