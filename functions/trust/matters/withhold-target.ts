/**
 * Hides the item of a matter, or restores its visibility. A domain event, stored with the item, makes the edge refuse
 * signed and cached addresses too (functions/trust/takedown).
 */
import { changeEvent } from '../../league/events/change-event.ts';
import { events } from '../../league/events/store.ts';
import { release, type Withheld, withhold } from '../../platform/withholding/rules.ts';
import { withdrawalWrites } from '../../platform/withholding/withdrawals.ts';
import { clips } from '../../recordings/clips/store.ts';
import { contentVideos } from '../../recordings/content/store.ts';
import { findVodsOfEvent, vods } from '../../recordings/vods/store.ts';
import type { StoredMatter, Target } from './rules.ts';
import { listHolds, matters } from './store.ts';

/** Brings the items in line with the matter. Idempotent; skips items deleted meanwhile. */
export async function withholdTarget({ id, target, holds, released = [] }: StoredMatter, now: number): Promise<void> {
  for (const former of released) await setHold(former, id, false, now);
  if (target) await setHold(target, id, holds, now);
}

async function setHold(target: Target, matterId: string, isHeld: boolean, now: number): Promise<void> {
  const change = <Item extends { visible: boolean; withheld?: Withheld }>(item: Item) =>
    isHeld ? withhold(item, matterId) : release(item, matterId);
  const { kind, id } = target;
  if (kind === 'vods') await vods.change(id, change);
  // The stores of matches and recordings add these writes themselves.
  if (kind === 'contentvideos')
    await contentVideos.change(id, change, ({ withheld }) =>
      withdrawalWrites({ kind, id }, withheld !== undefined, now),
    );
  if (kind === 'clips') {
    // Clips of the same moment have inherited the hold, also from one that was deleted since.
    const heirs = isHeld ? [] : (await clips.rows()).filter(({ heldBy }) => heldBy?.includes(matterId));
    for (const one of new Set([id, ...heirs.map((clip) => clip.id)]))
      await clips.change(one, change, ({ withheld }) =>
        withdrawalWrites({ kind, id: one }, withheld !== undefined, now),
      );
  }
  if (kind !== 'events') return;
  if (await events.get(id)) await changeEvent(id, change, now);
  // Recordings that were moved to another match have kept the hold.
  const recordings = isHeld
    ? await findVodsOfEvent(id)
    : (await vods.rows()).filter(({ heldBy }) => heldBy?.includes(matterId));
  for (const recording of recordings) await vods.change(recording.id, change);
}

/** Withholds recovered items by the matters that were decided while they were deleted. */
export async function withholdRecovered(
  refs: readonly { kind: 'events' | 'vods'; id: string }[],
  now: number,
): Promise<void> {
  const ids = (await Promise.all(refs.map(listHolds))).flat();
  for (const matter of await matters.items(ids.map((id) => ({ id }))))
    if (matter.holds) await withholdTarget(matter, now);
}
