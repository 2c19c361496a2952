import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { api } from '../../../lib/api.ts';
import { clubQuery } from '../../../lib/club-query.ts';
import type { ClubChoice } from '../../../ui/club-picker.tsx';

/** Searches for every viewer's club selector: the first page of the club list. */
export async function searchClubs(search: string) {
  return (await api('GET /clubs', { query: { search } })).data.clubs;
}

export const searchClubsBySport: Record<Sport, typeof searchClubs> = {
  SOCCER: async (search) => (await api('GET /clubs', { query: { search, sport: 'SOCCER' } })).data.clubs,
  BASKET: async (search) => (await api('GET /clubs', { query: { search, sport: 'BASKET' } })).data.clubs,
};

/**
 * Finds the clubs of a URL's ids, in their order; clubs chosen on the page are known at once. A missing club stays in
 * the list, so that the user can remove it.
 */
export function useClubsById(ids: string[]): [ClubChoice[], (clubs: ClubChoice[]) => void] {
  const [chosen, setChosen] = useState<ClubChoice[]>([]);
  const unknown = ids.filter((id) => !chosen.some((club) => club.id === id));
  const clubQueries = useQueries({ queries: unknown.map(clubQuery) });
  const all = [...chosen, ...clubQueries.map(({ data }) => data)];
  return [ids.map((id) => all.find((club) => club?.id === id) ?? { id, name: 'Club' }), setChosen];
}
