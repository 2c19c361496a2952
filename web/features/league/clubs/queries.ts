/** Clubs as every selector of viewers asks for them. */
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../lib/api.ts';
import type { ClubChoice } from '../../../ui/club-picker.tsx';

/** For every club selector of viewers: page 1 of the club list (V-UI-7). */
export async function searchClubs(search: string) {
  return (await api('GET /clubs', { query: { search } })).data.clubs;
}

/**
 * The clubs that an address names by their ids, in its order: those chosen here are known at once, the others are asked
 * for. One that cannot be found stays, so that it can be taken away.
 */
export function useClubsById(ids: string[]): [ClubChoice[], (known: ClubChoice[]) => void] {
  const [known, setKnown] = useState<ClubChoice[]>([]);
  const unknown = ids.filter((id) => !known.some((club) => club.id === id));
  const asked = useQueries({
    queries: unknown.map((id) => ({
      queryKey: ['club', id],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api('GET /clubs/{id}', { params: { id }, signal })).data.club,
      staleTime: 300_000,
    })),
  });
  const found = [...known, ...asked.map(({ data }) => data)];
  return [ids.map((id) => found.find((club) => club?.id === id) ?? { id, name: 'Club' }), setKnown];
}
