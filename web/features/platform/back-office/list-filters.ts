/**
 * Search, sport and page of a back-office list. The URL has the page; the browser remembers the rest by list. A search
 * in the URL has priority until the user types another.
 */
import type { Sport } from '../../../../shared/contract/schema.ts';
import { cutText } from '../../../../shared/domain/cut-text.ts';
import { searchMaxLength } from '../../../../shared/domain/limits.ts';
import { useAddress, usePage } from '../../../lib/use-page.ts';
import { isString, useStored } from '../../../lib/use-stored.ts';
import type { Choice } from '../../../ui/select.tsx';

export function useListFilters(name: string) {
  const { page, goTo } = usePage();
  const [address, change] = useAddress();
  const [remembered, storeSearch] = useStored(`manage:${name}:search`, '', isString);
  const [sport, storeSport] = useStored<SportFilter>(`manage:${name}:sport`, '', isSportFilter);
  const search = cutText(address.get('search') ?? remembered, searchMaxLength);
  const goToFirstPage = () => goTo(1, { replace: true });
  return {
    page,
    search,
    sport,
    goTo,
    setSearch: (text: string) => {
      storeSearch(text);
      change({ search: '', page: '' });
    },
    setSport: (value: string) => {
      storeSport(isSportFilter(value) ? value : '');
      goToFirstPage();
    },
    query: { page, search: search || undefined, sport: sport || undefined },
  };
}

type SportFilter = Sport | '';

const isSportFilter = (value: unknown): value is SportFilter =>
  value === '' || value === 'SOCCER' || value === 'BASKET';

export const toIds = (items: readonly { id: string }[]) => items.map(({ id }) => id);

export const sportTabs: Choice[] = [
  { value: '', label: 'Todos' },
  { value: 'SOCCER', label: 'Fútbol' },
  { value: 'BASKET', label: 'Baloncesto' },
];

export const sportChoices: Choice[] = sportTabs.slice(1);
