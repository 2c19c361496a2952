/** Videos that a viewer can save or watch: recordings and content. */
import { ApiError } from '../../../shared/contract/errors.ts';
import type { ShelfVideo } from '../../../shared/contract/library.ts';
import { createClubNamer } from '../../league/clubs/store.ts';
import { isPublished as isPublishedContent } from '../../recordings/content/rules.ts';
import { contentVideos, toContentCard } from '../../recordings/content/store.ts';
import { isPublished as isPublishedVod } from '../../recordings/vods/rules.ts';
import { vods } from '../../recordings/vods/store.ts';
import { readVodCards } from '../../recordings/vods/vod-views.ts';

const kinds = {
  vods: { collection: vods, isPublished: isPublishedVod },
  contentvideos: { collection: contentVideos, isPublished: isPublishedContent },
} as const satisfies Record<ShelfVideo['kind'], object>;

const missing = { vods: 'VOD4040', contentvideos: 'CON4040' } as const;

/** @throws ApiError for an unknown kind. */
export function parseVideo({ kind, id }: { kind: string; id: string }): ShelfVideo {
  if (kind !== 'vods' && kind !== 'contentvideos') throw new ApiError('REQ4040');
  return { kind, id };
}

export const findVideo = ({ kind, id }: ShelfVideo) => kinds[kind].collection.get(id);

export async function requirePublished(video: ShelfVideo): Promise<PublishedVideo> {
  const item = await findPublished(video);
  if (!item) throw new ApiError(missing[video.kind]);
  return item;
}

export async function findPublished(video: ShelfVideo): Promise<PublishedVideo | undefined> {
  const item = await findVideo(video);
  return item && kinds[video.kind].isPublished(item) ? item : undefined;
}

export type PublishedVideo = NonNullable<Awaited<ReturnType<typeof findVideo>>>;

/** True if the video is still visible, as of the last refresh of both collections. */
export function isShown({ kind, id }: ShelfVideo): boolean {
  const row = kinds[kind].collection.getRow(id);
  return row !== undefined && kinds[kind].isPublished(row);
}

/** Cards in the given order. */
export async function toCards(videos: readonly ShelfVideo[]) {
  const rows = videos.flatMap(({ kind, id }) => (kind === 'vods' && vods.getRow(id)) || []);
  const [cardsOfVods, contents] = await Promise.all([
    readVodCards(rows),
    contentVideos.items(videos.filter(({ kind }) => kind === 'contentvideos')),
  ]);
  const nameClubs = await createClubNamer(contents);
  const cards = [
    ...cardsOfVods.map((card) => ({ kind: 'vods' as const, ...card })),
    ...contents.map((video) => ({ kind: 'contentvideos' as const, ...toContentCard(video, nameClubs) })),
  ];
  const byId = new Map(cards.map((card) => [card.id, card]));
  return videos.flatMap(({ id }) => byId.get(id) ?? []);
}
