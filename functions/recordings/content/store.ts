/** Editorial videos: items and rows, and the fixed categories. */
import { foldText } from '../../../shared/domain/fold-text.ts';
import type { NameClubs } from '../../league/clubs/store.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { compareRenderOrder } from '../../platform/lists/pagination.ts';
import { findMediaPicture } from '../media/media-picture.ts';
import { isImproving, type MediaFields, toImproving } from '../media/rules.ts';

export interface StoredContent extends MediaFields {
  id: string;
  version: number;
  title: string;
  description: string;
  categoryId: number;
  clubIds: string[];
  renderOrder: number | null;
  dateCreated: string;
  uploadId: string | null;
}

const toRow = (video: StoredContent) => ({
  id: video.id,
  title: foldText(video.title),
  clubIds: video.clubIds,
  categoryId: video.categoryId,
  visible: video.visible,
  status: video.status,
  /** Set while it plays and an encoding is to come. */
  ...(isImproving(video) && { isEncoding: true }),
  renderOrder: video.renderOrder,
  created: video.dateCreated,
});

export type ContentRow = ReturnType<typeof toRow>;

export const contentVideos = new Collection<StoredContent, ContentRow>({
  table: 'content',
  audit: {
    kind: 'contentvideos',
    name: ({ title }) => title,
    kept: ['visible', 'status', 'withheld', 'clubIds', 'categoryId'],
  },
  row: toRow,
  compare: compareRenderOrder,
});

export const categories = [
  { id: 1, title: 'Entrevistas' },
  { id: 2, title: 'Resúmenes' },
  { id: 3, title: 'Escuela de fútbol' },
  { id: 4, title: 'Escuela de baloncesto' },
  { id: 5, title: 'Detrás del banquillo' },
] as const;

export function toContentCard(video: StoredContent, nameClubs: NameClubs) {
  const { id, title, description, dateCreated, status, duration, categoryId } = video;
  const categoryName = categories.find((category) => category.id === categoryId)?.title ?? '';
  const thumbnail = findMediaPicture('contentvideos', video);
  const clubs = nameClubs(video.clubIds);
  return { id, title, description, dateCreated, status, duration, categoryId, categoryName, thumbnail, clubs };
}

export function toManagedContent(video: StoredContent, nameClubs: NameClubs) {
  const { visible, renderOrder, size, progress, failure, uploadId, version } = video;
  const own = { visible, renderOrder, size, progress, failure, uploadId, version };
  return { ...toContentCard(video, nameClubs), ...own, ...toImproving(video) };
}
