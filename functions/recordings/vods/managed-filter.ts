/** Filters of the back office's list of recordings by state and by the day of their creation. Pure. */
import type { VodState } from '../../../shared/contract/vods.ts';
import { endOfDay, startOfDay } from '../../../shared/domain/madrid-time.ts';
import { isPublished } from './rules.ts';
import type { VodRow } from './store.ts';

export interface ManagedFilter {
  state?: VodState | undefined;
  /** A day in Madrid. */
  date?: string | undefined;
}

type Row = Pick<VodRow, 'status' | 'visible' | 'created'>;

export function matchesManaged({ state, date }: ManagedFilter): (row: Row) => boolean {
  const day = date && { from: startOfDay(date), to: endOfDay(date) };
  const isInState = state && states[state];
  return (row) => (!isInState || isInState(row)) && (!day || (row.created >= day.from && row.created < day.to));
}

const states: Record<VodState, (row: Row) => boolean> = {
  visible: isPublished,
  hidden: ({ status, visible }) => status === 'FINISHED' && !visible,
  processing: ({ status }) => status === 'SENT' || status === 'STARTED',
  failed: ({ status }) => status === 'FAILED',
};
