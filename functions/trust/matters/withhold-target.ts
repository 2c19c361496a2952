/**
 * Hides the item of a matter, or shows it again as it was. No other place does: a takedown at the edge (addresses
 * already signed or cached) would replace this file.
 */
import { changeEvent } from '../../league/events/change-event.ts';
import { events } from '../../league/events/store.ts';
import { release, type Withheld, withhold } from '../../platform/withholding/rules.ts';
import { clips } from '../../recordings/clips/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { findVodsOfEvent, vods } from '../../recordings/vods/store.ts';
import type { StoredMatter } from './rules.ts';

/** Makes the items agree with the matter. Idempotent; items deleted meanwhile are skipped. */
export async function withholdTarget({ id, target, holds }: StoredMatter, now: number): Promise<void> {
  if (!target) return;
  const apply = <Item extends { visible: boolean; withheld?: Withheld }>(item: Item) =>
    holds ? withhold(item, id) : release(item, id);
  if (target.kind === 'vods') await vods.change(target.id, apply);
  if (target.kind === 'clips') await clips.change(target.id, apply);
  if (target.kind === 'contentvideos') await contentVideos.change(target.id, apply);
  if (target.kind !== 'events') return;
  if (await events.get(target.id)) await changeEvent(target.id, apply, now);
  for (const vod of await findVodsOfEvent(target.id)) await vods.change(vod.id, apply);
}

/** A club, or a camera without a match, has nothing that could be hidden without hiding everybody else's. */
export const canWithhold = (target: StoredMatter['target']) =>
  target !== null && target.kind !== 'live' && target.kind !== 'clubs';
