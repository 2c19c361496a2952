import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';

/** The club of a club pass; shares its request with the club's page. */
export const useClub = (id: string) =>
  useQuery({
    queryKey: ['club', id],
    enabled: id !== '',
    queryFn: async ({ signal }) => (await api('GET /clubs/{id}', { params: { id }, signal })).data.club,
  });
