/** Recorded matches: items and rows. */

import type { MediaStatus, Sport } from '../../../shared/contract/schema.ts';
import { foldText } from '../../../shared/domain/fold-text.ts';
import type { AgeCategory } from '../../../shared/domain/match.ts';
import { Collection } from '../../platform/lists/collection.ts';
import { byRenderOrder, type ListFilter, matchesFilter } from '../../platform/lists/pagination.ts';
import { findAgeCategory, isPublished, type StoredVod } from './rules.ts';

export interface VodRow {
  id: string;
  title: string;
  sport: Sport;
  category: AgeCategory | null;
  clubIds: readonly string[];
  sportEventId: string | null;
  visible: boolean;
  status: MediaStatus;
  awaiting?: StoredVod['awaiting'];
  renderOrder: number | null;
  created: string;
}

export const vods = new Collection<StoredVod, VodRow>({
  table: 'vods',
  audit: {
    kind: 'vods',
    name: ({ title }) => title,
    kept: ['visible', 'status', 'withheld', 'awaiting', 'clubIds', 'sportEventId'],
  },
  row: ({ id, title, summary, sport, clubIds, sportEventId, visible, status, awaiting, renderOrder, dateCreated }) => ({
    id,
    title: foldText(title),
    sport,
    category: findAgeCategory({ title, summary }),
    clubIds,
    sportEventId,
    visible,
    status,
    ...(awaiting && { awaiting }),
    renderOrder,
    created: dateCreated,
  }),
  compare: byRenderOrder,
  group: ({ sportEventId }) => sportEventId ?? '',
});

/** Predicate of public lists. */
export function wantsPublished(filter: ListFilter) {
  const inList = matchesFilter(filter);
  return (row: VodRow) => isPublished(row) && inList(row);
}

/** Rows of an event's recordings. */
export const findVodsOfEvent = (eventId: string) => vods.find(eventId, ofEvent);

/** True if a recording of the event can be watched. */
export const isRecorded = async (eventId: string): Promise<boolean> =>
  (await findVodsOfEvent(eventId)).some(isPublished);

const ofEvent = (eventId: string) => (row: VodRow) => row.sportEventId === eventId;
