/** Setting the picture of whatever has one. The replaced picture goes with the sweep. */
import { Refusal } from '../../shared/errors.ts';
import { ads } from '../ads/store.ts';
import { clubs } from '../clubs/store.ts';
import { contentVideos } from '../content/store.ts';
import { events } from '../events/store.ts';
import { sources } from '../live/store.ts';
import { vods } from '../vods/store.ts';
import type { PictureKind } from './rules.ts';

/** The item that carries the picture, as far as permissions need it; undefined when it is not there. */
export function readPictured(kind: PictureKind, id: string) {
  return { clubs, events, vods, contentvideos: contentVideos, advideos: ads, cameras: sources }[kind].get(id);
}

export async function setPicture(kind: PictureKind, id: string, key: string): Promise<void> {
  const changed = await change(kind, id, key);
  if (!changed) throw new Refusal('REQ4040');
}

function change(kind: PictureKind, id: string, thumbnail: string): Promise<unknown> {
  switch (kind) {
    case 'clubs':
      return clubs.change(id, (item) => ({ ...item, thumbnail }));
    case 'events':
      return events.change(id, (item) => ({ ...item, thumbnail }));
    case 'vods':
      return vods.change(id, (item) => ({ ...item, thumbnail }));
    case 'contentvideos':
      return contentVideos.change(id, (item) => ({ ...item, thumbnail }));
    case 'advideos':
      return ads.change(id, (item) => ({ ...item, thumbnail }));
    case 'cameras':
      return sources.change(id, (item) => ({ ...item, thumbnail }));
  }
}
