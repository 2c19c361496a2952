/** Editorial videos: items and rows, and the fixed categories. */
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
