/**
 * Hides the item of a matter, or restores its visibility. A domain event, stored with the item, makes the edge refuse
 * signed and cached addresses too (functions/trust/takedown).
 */
import { changeEvent } from '../../league/events/change-event.ts';
import { events } from '../../league/events/store.ts';
import type { Write } from '../../platform/aws/dynamo.ts';
import { release, type Withheld, withhold } from '../../platform/withholding/rules.ts';
import { prepareWithdrawal, type WithdrawnRef } from '../../platform/withholding/withdrawals.ts';
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
  const { kind } = target;
  if (kind === 'vods') await vods.change(target.id, change);
  if (kind === 'clips')
    await changeWithdrawn({ kind, id: target.id }, now, (also) => clips.change(target.id, change, also));
  if (kind === 'contentvideos')
    await changeWithdrawn({ kind, id: target.id }, now, (also) => contentVideos.change(target.id, change, also));
  if (kind !== 'events') return;
  if (await events.get(target.id)) await changeEvent(target.id, change, now);
  // Recordings that were moved to another match have kept the hold.
  const recordings = isHeld
    ? await findVodsOfEvent(target.id)
    : (await vods.rows()).filter(({ heldBy }) => heldBy?.includes(matterId));
  for (const { id } of recordings) await vods.change(id, change);
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

/** Runs a change with the writes of its withdrawal; the stores of matches and videos add these writes themselves. */
async function changeWithdrawn(
  ref: WithdrawnRef,
  now: number,
  change: (also: (item: { withheld?: Withheld }) => Write[]) => Promise<unknown>,
): Promise<void> {
  let publish: (() => Promise<void>) | undefined;
  await change(({ withheld }) => {
    const withdrawal = prepareWithdrawal(ref, withheld !== undefined, now);
    publish = withdrawal.publish;
    return withdrawal.writes;
  });
  await publish?.();
}
