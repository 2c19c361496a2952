/** Videos of 'Hoy': their groups and their shape. Pure. */
import type { MediaStatus } from '../../../shared/contract/schema.ts';
import type { TodayVideo } from '../../../shared/contract/today.ts';
import type { MediaFields } from '../../recordings/media/rules.ts';
import { awaitsPublication, type StoredVod } from '../../recordings/vods/rules.ts';

export interface MediaRow {
  kind: TodayVideo['kind'];
  id: string;
  status: MediaStatus;
  visible: boolean;
  awaiting?: StoredVod['awaiting'];
  created: string;
}

export function groupByStatus(rows: readonly MediaRow[]): { processing: MediaRow[]; failures: MediaRow[] } {
  const processing = rows.filter(({ status }) => status === 'SENT' || status === 'STARTED');
  return { processing, failures: rows.filter(({ status }) => status === 'FAILED') };
}

type Item = Pick<MediaFields, 'status' | 'visible' | 'progress' | 'failure'> & {
  id: string;
  title: string;
  awaiting?: StoredVod['awaiting'];
};

export function toTodayVideo(kind: TodayVideo['kind'], item: Item): TodayVideo {
  const { id, title, status, visible, progress, failure } = item;
  return { kind, id, title, status, visible, progress, failure, awaitsPublication: awaitsPublication(item) };
}
