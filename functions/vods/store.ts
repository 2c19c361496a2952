/** Recorded matches: items, rows, and removing one with all its files. */
import { fold } from '../../shared/fold.ts';
import type { MediaStatus, Sport } from '../../shared/schema.ts';
import { Collection } from '../catalogue/collection.ts';
import { byRenderOrder } from '../catalogue/page.ts';
import { garbageOf } from '../media/garbage.ts';
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

/** Removes a VOD; its files go with the next sweep, noted in the same transaction. */
export function removeVod(id: string, now: number): Promise<StoredVod | undefined> {
  return vods.remove(id, (vod) => garbageOf('vods', vod, now));
}
