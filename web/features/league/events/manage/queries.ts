import { useQuery } from '@tanstack/react-query';
import { api } from '../../../../lib/api.ts';

/** The buyers and followers of a match, whom a change of it concerns. */
export const useMatchAudience = (id: string) =>
  useQuery({
    queryKey: ['match-audience', id],
    queryFn: async ({ signal }) => (await api('GET /families/matches/{id}', { params: { id }, signal })).data,
  });
