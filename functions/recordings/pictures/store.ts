/** Sets an item's picture; the sweep deletes the replaced one. */
import { ApiError } from '../../../shared/contract/errors.ts';
import { clubs } from '../../league/clubs/store.ts';
import { events } from '../../league/events/store.ts';
import { transact } from '../../platform/aws/dynamo.ts';
import type { Collection, Stored } from '../../platform/lists/collection.ts';
import { ads } from '../ads/store.ts';
import { contentVideos } from '../content/store.ts';
import { notePictureGarbage } from '../media/garbage.ts';
import { vods } from '../vods/store.ts';

/** Collections whose pictures can be replaced. Cameras belong to a higher module and receive theirs by form only. */
export const pictured = { clubs, events, vods, contentvideos: contentVideos, advideos: ads };

type Item = Stored & { thumbnail: string | null };
export type Pictured = Pick<Collection<Item, { id: string }>, 'get'> & { change: unknown };

export async function setPicture(collection: Pictured, id: string, thumbnail: string, now: number): Promise<void> {
  let replaced: string | null = null;
  // The change keeps all other fields, so the narrower type is safe.
  const changed = await (collection as Collection<Item, { id: string }>).change(
    id,
    (item) => {
      replaced = item.thumbnail;
      return { ...item, thumbnail };
    },
    () => (replaced ? notePictureGarbage(replaced, now) : []),
  );
  if (changed) return;
  // The item was deleted during encoding, and the sweep may have missed this picture.
  await transact(notePictureGarbage(thumbnail, now));
  throw new ApiError('REQ4040');
}
