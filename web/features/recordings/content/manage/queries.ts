/** Content videos as admins see them. */
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { matchesSearch } from '../../../../../shared/domain/search-text.ts';
import { api } from '../../../../lib/api.ts';
import { withClubsError } from '../../../platform/back-office/clubs-error.ts';
import { pollWhileProcessing } from '../../../platform/back-office/processing-status.ts';

export function useManagedContent(id: string) {
  return useQuery({
    queryKey: ['managed-content', id],
    queryFn: async ({ signal }) => (await api('GET /live/content/{id}', { params: { id }, signal })).data.contentVideo,
    refetchInterval: ({ state }) => pollWhileProcessing(state.data && [state.data]),
  });
}

/** Reference data, which does not change while the app is open. */
export function useCategories() {
  return useQuery({
    queryKey: ['managed-categories'],
    queryFn: async ({ signal }) => (await api('GET /live/content/categories', { signal })).data.categories,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Returns a function that finds categories whose title contains the words of a text. */
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
