/** The filters of match lists in the URL (competition, category, ground and day), and the values that they offer. */
import { useQuery } from '@tanstack/react-query';
import type { MatchFilter } from '../../../../shared/contract/events.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { ageCategories } from '../../../../shared/domain/match.ts';
import { api } from '../../../lib/api.ts';
import { useAddress } from '../../../lib/use-page.ts';

export type MatchField = keyof MatchFilter;

const parameters: Record<MatchField, string> = {
  competition: 'competicion',
  category: 'categoria',
  venue: 'campo',
  date: 'fecha',
};
const fields = Object.keys(parameters) as MatchField[];

/** Addresses may contain anything, and the server rejects unknown values. */
const isValid: Record<MatchField, (value: string) => boolean> = {
  competition: (value) => value.length <= 100,
  category: (value) => ageCategories.some((one) => one === value),
  venue: (value) => value.length <= 100,
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && !Number.isNaN(Date.parse(value)),
};

export interface MatchFilterState {
  filter: MatchFilter;
  isFiltered: boolean;
  set: (field: MatchField, value: string) => void;
  /** Removes the filters, and other parameters if given. */
  clear: (...more: string[]) => void;
}

export function useMatchFilter(): MatchFilterState {
  const [query, change] = useAddress();
  const filter: Record<string, string> = {};
  for (const field of fields) {
    const value = query.get(parameters[field]) ?? '';
    if (value && isValid[field](value)) filter[field] = value;
  }
  return {
    filter: filter as MatchFilter,
    isFiltered: Object.keys(filter).length > 0,
    set: (field, value) => change({ page: '', [parameters[field]]: value }),
    clear: (...more) =>
      change(Object.fromEntries(['page', ...more, ...Object.values(parameters)].map((name) => [name, '']))),
  };
}

export function useMatchChoices(scope: { sport?: Sport; clubIds?: string[] }) {
  return useQuery({
    queryKey: ['match-choices', scope],
    queryFn: async ({ signal }) => (await api('GET /match-choices', { query: scope, signal })).data,
    staleTime: 300_000,
  }).data;
}
