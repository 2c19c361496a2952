/** Setting the picture of whatever has one. The replaced picture goes with the sweep. */
import { Refusal } from '../../shared/errors.ts';
import { ads } from '../ads/store.ts';
import type { Collection, Stored } from '../catalogue/collection.ts';
import { clubs } from '../clubs/store.ts';
import { contentVideos } from '../content/store.ts';
import { events } from '../events/store.ts';
import { sources } from '../live/store.ts';
import { garbageOfPicture } from '../media/garbage.ts';
import { vods } from '../vods/store.ts';
import type { PictureKind } from './rules.ts';

/** The item that carries the picture, as far as permissions need it; undefined when it is not there. */
export function readPictured(kind: PictureKind, id: string) {
  return { clubs, events, vods, contentvideos: contentVideos, advideos: ads, cameras: sources }[kind].get(id);
}

export async function setPicture(kind: PictureKind, id: string, thumbnail: string, now: number): Promise<void> {
  let replaced: string | null = null;
  const changed = await pictured(kind).change(
    id,
    (item) => {
      replaced = item.thumbnail;
      return { ...item, thumbnail };
    },
    () => (replaced ? garbageOfPicture(replaced, now) : []),
  );
  if (!changed) throw new Refusal('REQ4040');
}

type Pictured = Stored & { thumbnail: string | null };

function pictured(kind: PictureKind): Collection<Pictured, { id: string }> {
  const collections = { clubs, events, vods, contentvideos: contentVideos, advideos: ads, cameras: sources };
  // Changing the picture keeps every other field, so the narrower view is safe.
  return collections[kind] as unknown as Collection<Pictured, { id: string }>;
}
