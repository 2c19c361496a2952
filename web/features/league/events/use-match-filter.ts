/** The filters of match lists in the URL (competition, category, ground and day), and the values that they offer. */
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import type { MatchFilter } from '../../../../shared/contract/events.ts';
import type { Sport } from '../../../../shared/contract/schema.ts';
import { ageCategories } from '../../../../shared/domain/match.ts';
import { api } from '../../../lib/api.ts';

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
  const [query, setQuery] = useSearchParams();
  const filter: Record<string, string> = {};
  for (const field of fields) {
    const value = query.get(parameters[field]) ?? '';
    if (value && isValid[field](value)) filter[field] = value;
  }
  const change = (values: Partial<Record<MatchField, string>>, more: readonly string[] = []) =>
    setQuery(
      (before) => {
        for (const name of ['page', ...more]) before.delete(name);
        for (const [field, value] of Object.entries(values) as [MatchField, string][]) {
          if (value) before.set(parameters[field], value);
          else before.delete(parameters[field]);
        }
        return before;
      },
      { replace: true },
    );
  return {
    filter: filter as MatchFilter,
    isFiltered: Object.keys(filter).length > 0,
    set: (field, value) => change({ [field]: value }),
    clear: (...more) => change({ competition: '', category: '', venue: '', date: '' }, more),
  };
}

export function useMatchChoices(scope: { sport?: Sport; clubIds?: string[] }) {
  return useQuery({
    queryKey: ['match-choices', scope],
    queryFn: async ({ signal }) => (await api('GET /match-choices', { query: scope, signal })).data,
    staleTime: 300_000,
  }).data;
}
