/** Search, sport, clubs and page of a back-office list: remembered per list, but for the page, which is in the address. */
import { useSearchParams } from 'react-router-dom';
import type { Sport } from '../../../shared/schema.ts';
import { isString, useStored } from '../../lib/use-stored.ts';
import type { ClubChoice } from '../../ui/club-picker.tsx';
import type { Choice } from '../../ui/select.tsx';

export function useListFilters(name: string) {
  const [query, setQuery] = useSearchParams();
  const [search, storeSearch] = useStored(`manage:${name}:search`, '', isString);
  const [sport, storeSport] = useStored<SportFilter>(`manage:${name}:sport`, '', isSportFilter);
  const [clubs, storeClubs] = useStored<ClubChoice[]>(`manage:${name}:clubs`, [], isClubList);
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1);

  const goTo = (next: number) => {
    setQuery(
      (before) => {
        if (next > 1) before.set('page', String(next));
        else before.delete('page');
        return before;
      },
      { replace: next === 1 },
    );
    window.scrollTo({ top: 0 });
  };
  return {
    page,
    search,
    sport,
    clubs,
    goTo,
    setSearch: (text: string) => {
      storeSearch(text);
      goTo(1);
    },
    setSport: (value: string) => {
      storeSport(isSportFilter(value) ? value : '');
      goTo(1);
    },
    setClubs: (chosen: ClubChoice[]) => {
      storeClubs(chosen);
      goTo(1);
    },
    query: { page, search: search || undefined, sport: sport || undefined },
  };
}

const isClubList = (value: unknown): value is ClubChoice[] =>
  Array.isArray(value) && value.every((club) => isString(club?.id) && isString(club?.name));

type SportFilter = Sport | '';

const isSportFilter = (value: unknown): value is SportFilter =>
  value === '' || value === 'SOCCER' || value === 'BASKET';

export const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);

export const sportTabs: Choice[] = [
  { value: '', label: 'Todos' },
  { value: 'SOCCER', label: 'Fútbol' },
  { value: 'BASKET', label: 'Baloncesto' },
];

export const sportChoices: Choice[] = sportTabs.slice(1);
