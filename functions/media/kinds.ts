/** The collections that hold videos, by kind: what encodes and plays them needs their media fields only. */
import type { MediaKind } from '../../shared/media-address.ts';
import type { Collection, Stored } from '../catalogue/collection.ts';
import { contentVideos } from '../content/store.ts';
import { vods } from '../vods/store.ts';
import type { MediaFields } from './rules.ts';

export type MediaItem = MediaFields & Stored & { title: string };

type MediaCollection = Collection<MediaItem, { id: string; status: MediaFields['status'] }>;

export function mediaCollection(kind: MediaKind): MediaCollection {
  // Reading and changing media fields keeps every other field, so the narrower view is safe.
  return { vods, contentvideos: contentVideos }[kind] as unknown as MediaCollection;
}

export const mediaKinds: readonly MediaKind[] = ['vods', 'contentvideos'];
