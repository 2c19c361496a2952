/** Filters of the back office's lists of videos by state and by the day of their creation. Pure. */
import type { MediaStatus, VideoState } from '../../../shared/contract/schema.ts';
import { endOfDay, startOfDay } from '../../../shared/domain/madrid-time.ts';

export interface VideoFilter {
  state?: VideoState | undefined;
  /** A day in Madrid. */
  date?: string | undefined;
}

interface Row {
  status: MediaStatus;
  visible: boolean;
  created: string;
}

export function matchesVideoFilter({ state, date }: VideoFilter): (row: Row) => boolean {
  const day = date && { from: startOfDay(date), to: endOfDay(date) };
  const isInState = state && states[state];
  return (row) => (!isInState || isInState(row)) && (!day || (row.created >= day.from && row.created < day.to));
}

const states: Record<VideoState, (row: Row) => boolean> = {
  visible: ({ status, visible }) => status === 'FINISHED' && visible,
  hidden: ({ status, visible }) => status === 'FINISHED' && !visible,
  processing: ({ status }) => status === 'SENT' || status === 'STARTED',
  failed: ({ status }) => status === 'FAILED',
};
