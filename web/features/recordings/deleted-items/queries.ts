/** Deleted videos that can be recovered, of recordings and of content. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { fetchPageOrLast } from '../../../lib/use-page.ts';

export type DeletedKind = 'vods' | 'content';

const keys = { vods: 'deleted-vods', content: 'deleted-content' };
/** The query keys of the lists in which a recovered video appears. */
const lists = { vods: 'managed-vods', content: 'managed-contents' };

export function useDeletedVideos(kind: DeletedKind, page: number) {
  return useQuery({
    queryKey: [keys[kind], page],
    queryFn: ({ signal }) => fetchPageOrLast(page, (at) => fetchDeleted(kind, at, signal)),
    placeholderData: keepPreviousData,
    // Deletions by others and the end of the grace period change it.
    staleTime: 0,
  });
}

async function fetchDeleted(kind: DeletedKind, page: number, signal: AbortSignal) {
  const query = { page };
  if (kind === 'vods') return api('GET /live/deleted-vods', { query, signal });
  const { data, ...answer } = await api('GET /live/deleted-content', { query, signal });
  const { contentVideos: vods, ...pages } = data;
  return { ...answer, data: { ...pages, vods } };
}

/** Returns the server's message. */
async function recover(kind: DeletedKind, id: string): Promise<string | undefined> {
  const key = kind === 'vods' ? 'POST /live/vods/{id}/recover' : 'POST /live/content/{id}/recover';
  return (await api(key, { params: { id } })).message;
}

export function useRecovery(kind: DeletedKind, onRecovered: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => recover(kind, id),
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: [lists[kind]] });
      onRecovered();
    },
    // A refused video is gone from the list too.
    onSettled: () => queries.invalidateQueries({ queryKey: [keys[kind]] }),
  });
}
