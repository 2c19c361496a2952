/** Setting the picture of whatever has one. The replaced picture goes with the sweep, and one that nobody has. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { clubs } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { transact } from '../../platform/aws/dynamo.ts';
import type { Collection, Stored } from '../../platform/lists/collection.ts';
import { ads } from '../ads/store.ts';
import { contentVideos } from '../content/store.ts';
import { garbageOfPicture } from '../media/garbage.ts';
import { vods } from '../vods/store.ts';

/** The collections whose pictures can be replaced. Cameras lie in a wing above and have theirs by their form only. */
export const pictured = { clubs, events, vods, contentvideos: contentVideos, advideos: ads };

type Item = Stored & { thumbnail: string | null };
export type Pictured = Pick<Collection<Item, { id: string }>, 'get'> & { change: unknown };

export async function setPicture(collection: Pictured, id: string, thumbnail: string, now: number): Promise<void> {
  let replaced: string | null = null;
  // Changing the picture keeps every other field, so the narrower view is safe.
  const changed = await (collection as Collection<Item, { id: string }>).change(
    id,
    (item) => {
      replaced = item.thumbnail;
      return { ...item, thumbnail };
    },
    () => (replaced ? garbageOfPicture(replaced, now) : []),
  );
  if (changed) return;
  // Removed while its picture was encoded: the removal's own note may be swept already.
  await transact(garbageOfPicture(thumbnail, now));
  throw new ApiError('REQ4040');
}
