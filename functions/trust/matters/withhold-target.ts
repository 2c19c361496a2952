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
import { matters } from './store.ts';

/** Brings the items in line with the matter. Idempotent; skips items deleted meanwhile. */
export async function withholdTarget({ id, target, holds, released = [] }: StoredMatter, now: number): Promise<void> {
  for (const former of released) await apply(former, (item) => release(item, id), now);
  if (target) await apply(target, (item) => (holds ? withhold(item, id) : release(item, id)), now);
}

type Change = <Item extends { visible: boolean; withheld?: Withheld }>(item: Item) => Item | undefined;

async function apply(target: Target, change: Change, now: number): Promise<void> {
  const { kind } = target;
  if (kind === 'vods') await vods.change(target.id, change);
  if (kind === 'clips')
    await changeWithdrawn({ kind, id: target.id }, now, (also) => clips.change(target.id, change, also));
  if (kind === 'contentvideos')
    await changeWithdrawn({ kind, id: target.id }, now, (also) => contentVideos.change(target.id, change, also));
  if (kind !== 'events') return;
  if (await events.get(target.id)) await changeEvent(target.id, change, now);
  for (const { id: vodId } of await findVodsOfEvent(target.id)) await vods.change(vodId, change);
}

/** Withholds recovered items by the matters that were decided while they were deleted. */
export async function withholdRecovered(
  refs: readonly { kind: 'events' | 'vods'; id: string }[],
  now: number,
): Promise<void> {
  const isRecovered = ({ target }: StoredMatter) =>
    refs.some(({ kind, id }) => target?.kind === kind && target.id === id);
  const all = await matters.items(await matters.rows());
  for (const matter of all) if (matter.holds && isRecovered(matter)) await withholdTarget(matter, now);
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
