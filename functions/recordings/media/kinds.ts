/** The collections that hold videos, by kind: what encodes and plays them needs their media fields only. */
import type { MediaKind } from '../../../shared/recordings/media-address.ts';
import type { Collection, Stored } from '../../platform/catalogue/collection.ts';
import { ads } from '../ads/store.ts';
import { contentVideos } from '../content/store.ts';
import { vods } from '../vods/store.ts';
import { garbageOf } from './garbage.ts';
import type { MediaFields } from './rules.ts';

export type MediaItem = MediaFields & Stored & { title: string; dateCreated: string };

type MediaCollection = Collection<MediaItem, { id: string; status: MediaFields['status'] }>;

export function mediaCollection(kind: MediaKind): MediaCollection {
  // Reading and changing media fields keeps every other field, so the narrower view is safe.
  return { vods, contentvideos: contentVideos, advideos: ads }[kind] as unknown as MediaCollection;
}

export const mediaKinds: readonly MediaKind[] = ['vods', 'contentvideos', 'advideos'];

export const isKind = (kind: string | undefined): kind is MediaKind => mediaKinds.some((known) => known === kind);

/** Removes a video; its files go with the next sweep, noted in the same transaction. Gives what was removed. */
export function removeMedia(kind: MediaKind, id: string, now: number): Promise<MediaItem | undefined> {
  return mediaCollection(kind).remove(id, (item) => garbageOf(kind, item, now));
}
