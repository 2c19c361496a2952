/** One club, as all pages read it. */
import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

export const clubQuery = (id: string) =>
  queryOptions({
    queryKey: ['club', id],
    queryFn: async ({ signal }) => (await api('GET /clubs/{id}', { params: { id }, signal })).data.club,
  });
