/** Content videos for viewers. */
import { useQueries, useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { pageQuery } from '../../../lib/use-page.ts';

export function useCategories() {
  return useQuery({
    queryKey: ['content-categories'],
    queryFn: async ({ signal }) => (await api('GET /content/categories', { signal })).data.categories,
    staleTime: 300_000,
  });
}

export interface ContentFilter {
  search?: string;
  clubIds?: string[];
}

const categoryVideosQuery = (categoryId: number, filter: ContentFilter, page = 1) =>
  pageQuery(['content-videos', categoryId, filter], page, (page, signal) =>
    api('GET /content/categories/{categoryId}/videos', {
      params: { categoryId: String(categoryId) },
      query: { ...filter, page },
      signal,
    }),
  );

export const useCategoryVideos = (categoryId: number, filter: ContentFilter, page?: number) =>
  useQuery(categoryVideosQuery(categoryId, filter, page));

/** True once the first page of each category is loaded, or has failed. */
export const useAreLoaded = (categoryIds: readonly number[], filter: ContentFilter): boolean =>
  useQueries({
    queries: categoryIds.map((id) => categoryVideosQuery(id, filter)),
    combine: (answers) => answers.every(({ isPending }) => !isPending),
  });

export function useTotalCount(categoryIds: readonly number[], filter: ContentFilter): number | undefined {
  return useQueries({
    queries: categoryIds.map((id) => categoryVideosQuery(id, filter)),
    combine: (answers) =>
      answers.reduce<number | undefined>(
        (sum, { data, isPlaceholderData }) =>
          sum === undefined || !data || isPlaceholderData ? undefined : sum + data.total,
        0,
      ),
  });
}

export function useContentVideo(categoryId: string, videoId: string) {
  return useQuery({
    queryKey: ['content-video', categoryId, videoId],
    queryFn: async ({ signal }) =>
      (await api('GET /content/categories/{categoryId}/videos/{videoId}', { params: { categoryId, videoId }, signal }))
        .data.contentVideo,
    refetchInterval: ({ state }) => (state.data && state.data.status !== 'FINISHED' ? 5_000 : false),
  });
}

export function useContentClubs(categoryId: string, videoId: string, enabled: boolean) {
  return useQuery({
    queryKey: ['content-clubs', videoId],
    enabled,
    queryFn: async ({ signal }) =>
      (
        await api('GET /content/categories/{categoryId}/videos/{videoId}/clubs', {
          params: { categoryId, videoId },
          signal,
        })
      ).data.clubs,
  });
}
