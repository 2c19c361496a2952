/** Deleted items that can be recovered: recordings, content videos and matches. */

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DeletedEvent, DeletedVideo } from '../../../../shared/contract/schema.ts';
import { api } from '../../../lib/api.ts';
import { formatDateTime, formatDuration } from '../../../lib/format.ts';
import { readAgain } from '../../../lib/query-keys.ts';
import { pageQuery } from '../../../lib/use-page.ts';

export type DeletedKind = 'vods' | 'content' | 'events';

const deletedListKeys = { vods: 'deleted-vods', content: 'deleted-content', events: 'deleted-events' } as const;
const changedListKeys = {
  vods: ['managed-vods'],
  content: ['managed-contents'],
  events: ['managed-events', 'managed-vods'],
} as const;

export interface DeletedItem
  extends Pick<DeletedVideo, 'id' | 'title' | 'deletedAt' | 'deletedBy' | 'recoverableUntil'> {
  /** Tells items of the same title apart. */
  detail: string | null;
}

export function useDeletedItems(kind: DeletedKind, page: number) {
  return useQuery({
    ...pageQuery([deletedListKeys[kind]], page, (page, signal) => fetchDeleted(kind, page, signal)),
    // Other users' deletions and the end of a grace period change the list too.
    staleTime: 0,
  });
}

async function fetchDeleted(kind: DeletedKind, page: number, signal: AbortSignal) {
  const query = { page };
  if (kind === 'events') {
    const { data } = await api('GET /live/deleted-sportevents', { query, signal });
    return { data: { totalPages: data.totalPages, items: data.sportEvents.map(describeEvent) } };
  }
  if (kind === 'vods') {
    const { data } = await api('GET /live/deleted-vods', { query, signal });
    return { data: { totalPages: data.totalPages, items: data.vods.map(describeVideo) } };
  }
  const { data } = await api('GET /live/deleted-content', { query, signal });
  return { data: { totalPages: data.totalPages, items: data.contentVideos.map(describeVideo) } };
}

const describeVideo = ({ duration, ...video }: DeletedVideo): DeletedItem => ({
  ...video,
  detail: duration === null ? null : formatDuration(duration),
});

const describeEvent = ({ scheduledStartDate, ...event }: DeletedEvent): DeletedItem => ({
  ...event,
  detail: formatDateTime(scheduledStartDate),
});

const recoveries = {
  vods: 'POST /live/vods/{id}/recover',
  content: 'POST /live/content/{id}/recover',
  events: 'POST /live/sportevents/{id}/recover',
} as const;

async function recover(kind: DeletedKind, id: string): Promise<string | undefined> {
  return (await api(recoveries[kind], { params: { id } })).message;
}

export function useRecovery(kind: DeletedKind, onRecovered: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => recover(kind, id),
    onSuccess: () => {
      void readAgain(queries, changedListKeys[kind]);
      onRecovered();
    },
    // An item that cannot be recovered leaves the list too.
    onSettled: () => queries.invalidateQueries({ queryKey: [deletedListKeys[kind]] }),
  });
}
