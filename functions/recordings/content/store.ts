/** Editorial videos: items and rows, and the fixed categories. */
import type { MediaStatus } from '../../../shared/contract/schema.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { compareRenderOrder } from '../../platform/lists/pagination.ts';
import { isImproving, type MediaFields } from '../media/rules.ts';

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

export interface ContentRow {
  id: string;
  title: string;
  clubIds: readonly string[];
  categoryId: number;
  visible: boolean;
  status: MediaStatus;
  /** Set while it plays and an encoding is to come. */
  isEncoding?: true;
  renderOrder: number | null;
  created: string;
}

export const contentVideos = new Collection<StoredContent, ContentRow>({
  table: 'content',
  audit: {
    kind: 'contentvideos',
    name: ({ title }) => title,
    kept: ['visible', 'status', 'withheld', 'clubIds', 'categoryId'],
  },
  row: (video) => ({
    id: video.id,
    title: foldText(video.title),
    clubIds: video.clubIds,
    categoryId: video.categoryId,
    visible: video.visible,
    status: video.status,
    ...(isImproving(video) && { isEncoding: true }),
    renderOrder: video.renderOrder,
    created: video.dateCreated,
  }),
  compare: compareRenderOrder,
});

export const categories = [
  { id: 1, title: 'Entrevistas' },
  { id: 2, title: 'Resúmenes' },
  { id: 3, title: 'Escuela de fútbol' },
  { id: 4, title: 'Escuela de baloncesto' },
  { id: 5, title: 'Detrás del banquillo' },
] as const;
