/** Filters of lists of videos: by state and by the day of their creation, beside those of every list. Pure. */
import type { MediaStatus, VideoState } from '../../../shared/contract/schema.ts';
import { endOfDay, startOfDay } from '../../../shared/domain/madrid-time.ts';
import { isOfClub } from '../../league/events/rules.ts';
import { type ListFilter, type ListRow, matchesFilter } from '../../platform/lists/pagination.ts';

export interface VideoFilter extends ListFilter {
  state?: VideoState | undefined;
  /** A day in Madrid. */
  date?: string | undefined;
  /** Restricts the list to videos that staff of this club manage. */
  ofClub?: string;
}

interface Row extends ListRow {
  status: MediaStatus;
  visible: boolean;
  created: string;
}

export function matchesVideoFilter({ state, date, ofClub, ...filter }: VideoFilter): (row: Row) => boolean {
  const inList = matchesFilter(filter);
  const day = date && { from: startOfDay(date), to: endOfDay(date) };
  const isInState = state && states[state];
  return (row) =>
    (ofClub === undefined || isOfClub(row, ofClub)) &&
    (!isInState || isInState(row)) &&
    (!day || (row.created >= day.from && row.created < day.to)) &&
    inList(row);
}

const states: Record<VideoState, (row: Row) => boolean> = {
  visible: ({ status, visible }) => status === 'FINISHED' && visible,
  hidden: ({ status, visible }) => status === 'FINISHED' && !visible,
  processing: ({ status }) => status === 'SENT' || status === 'STARTED',
  failed: ({ status }) => status === 'FAILED',
};
