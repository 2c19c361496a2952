/** Content videos as admins see them. */
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { matchesSearch } from '../../../../../shared/domain/search-text.ts';
import { api } from '../../../../lib/api.ts';

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
