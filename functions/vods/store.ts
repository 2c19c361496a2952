/** Recorded matches: items and rows. */
import { fold } from '../../shared/fold.ts';
import type { MediaStatus, Sport } from '../../shared/schema.ts';
import { Collection } from '../catalogue/collection.ts';
import { byRenderOrder } from '../catalogue/page.ts';
import type { StoredVod } from './rules.ts';

export interface VodRow {
  id: string;
  title: string;
  sport: Sport;
  clubIds: readonly string[];
  sportEventId: string | null;
  visible: boolean;
  status: MediaStatus;
  renderOrder: number | null;
  created: string;
}

export const vods = new Collection<StoredVod, VodRow>({
  table: 'vods',
  row: ({ id, title, sport, clubIds, sportEventId, visible, status, renderOrder, dateCreated }) => ({
    id,
    title: fold(title),
    sport,
    clubIds,
    sportEventId,
    visible,
    status,
    renderOrder,
    created: dateCreated,
  }),
  compare: byRenderOrder,
});
