/** Content videos as admins see them. */
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { VideoState } from '../../../../../shared/contract/schema.ts';
import { matchesSearch } from '../../../../../shared/domain/search-text.ts';
import { api } from '../../../../lib/api.ts';
import { fetchPageOrLast } from '../../../../lib/use-page.ts';
import { withClubsError } from '../../../platform/manage/clubs-error.ts';
import { pollWhileProcessing } from '../../../platform/manage/processing-status.ts';

interface ContentQuery {
  page: number;
  search?: string | undefined;
  categoryId?: number | undefined;
  state?: VideoState | undefined;
  date?: string;
  clubIds?: string[];
}

export function useManagedContents(query: ContentQuery) {
  return useQuery({
    queryKey: ['managed-contents', query],
    queryFn: ({ signal }) =>
      fetchPageOrLast(query.page, (page) => api('GET /live/content', { query: { ...query, page }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => pollWhileProcessing(state.data?.contentVideos),
  });
}

export function useManagedContent(id: string) {
  return useQuery({
    queryKey: ['managed-content', id],
    queryFn: async ({ signal }) => (await api('GET /live/content/{id}', { params: { id }, signal })).data.contentVideo,
    refetchInterval: ({ state }) => pollWhileProcessing(state.data && [state.data]),
  });
}

/** Reference data, constant while the app is open. */
export function useCategories() {
  return useQuery({
    queryKey: ['managed-categories'],
    queryFn: async ({ signal }) => (await api('GET /live/content/categories', { signal })).data.categories,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Finds the categories whose title has the words of the text. */
export function useCategorySearch() {
  const { data, refetch } = useCategories();
  return useCallback(
    async (text: string) => {
      const categories = data ?? (await refetch()).data ?? [];
      return categories
        .filter(({ title }) => matchesSearch(title, text))
        .map(({ id, title }) => ({ id: String(id), name: title }));
    },
    [data, refetch],
  );
}

export const setContentClubs = (id: string, clubIds: string[], version?: number) =>
  withClubsError(api('PUT /live/content/{id}/clubs', { params: { id }, body: { clubIds, version } }));
