/** Removed seconds that answer a matter: linked to it by its decision, and a reason to reopen it once they are restored. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { listBroadcastsOfEvent } from '../../broadcast/broadcasts/event-broadcasts.ts';
import { changeWithdrawn } from '../../broadcast/broadcasts/store.ts';
import type { WithdrawnRange } from '../../recordings/media/withdrawn-ranges.ts';
import { findVodsOfEvent, vods } from '../../recordings/vods/store.ts';
import { advance } from './advance.ts';
import { withReopening } from './matter-changes.ts';
import type { StoredMatter } from './rules.ts';
import { matters } from './store.ts';

/**
 * Links the seconds removed since the matter came, so that only admins may restore them. @throws ApiError MTT4093 if
 * there are none, because both sides would be told that they are gone.
 */
export async function linkRemovedSeconds(matter: StoredMatter): Promise<void> {
  const { target } = matter;
  const rows = target?.kind === 'events' ? await findVodsOfEvent(target.id) : target?.kind === 'vods' ? [target] : [];
  let isAnswered = false;
  const link = <Item extends { withdrawn?: WithdrawnRange[] }>(item: Item): Item | undefined => {
    const linked = item.withdrawn?.map((range) => linkRange(range, matter));
    if (linked?.some(({ matterIds }) => matterIds?.includes(matter.id))) isAnswered = true;
    return linked?.some((range, index) => range !== item.withdrawn?.[index])
      ? { ...item, withdrawn: linked }
      : undefined;
  };
  for (const { id } of rows) await vods.change(id, link);
  if (target?.kind === 'events')
    for (const live of await listBroadcastsOfEvent(target.id)) await changeWithdrawn(live, link, () => []);
  if (!isAnswered) throw new ApiError('MTT4093');
}

function linkRange(range: WithdrawnRange, { id, createdAt }: StoredMatter): WithdrawnRange {
  const { matterIds = [] } = range;
  if (matterIds.includes(id) || range.at < createdAt) return range;
  return { ...range, matterIds: [...matterIds, id] };
}

/** Called before the range is restored: if this process dies in between, the item is hidden rather than shown. */
export async function reopenMatter(id: string, now: number): Promise<void> {
  await matters.change(id, (matter) => (matter.decision?.answer === 'CUT' ? withReopening(matter, now) : undefined));
  await advance(id, now);
}
