/** Ads: items and rows, in playing order. */
import { fold } from '../../../shared/fold.ts';
import type { MediaStatus } from '../../../shared/schema.ts';
import { Collection } from '../../platform/catalogue/collection.ts';
import { inPlayingOrder, type StoredAd } from './rules.ts';

export interface AdRow {
  id: string;
  title: string;
  clubIds: string[];
  visible: boolean;
  status: MediaStatus;
  emissionPriority: number | null;
  created: string;
}

export const ads = new Collection<StoredAd, AdRow>({
  table: 'ads',
  row: ({ id, title, clubIds, visible, status, emissionPriority, dateCreated }) => ({
    id,
    title: fold(title),
    clubIds,
    visible,
    status,
    emissionPriority,
    created: dateCreated,
  }),
  compare: inPlayingOrder,
});
