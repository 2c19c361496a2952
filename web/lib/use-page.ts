/**
 * A list's page and filters in the URL, so that Back, a reload and a shared link restore them. The first page has no
 * parameter.
 */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { searchMaxLength } from '../../shared/domain/limits.ts';
import type { Resource } from './query-keys.ts';

/** Highest page number that the server accepts. */
const maxPage = 1_000_000;

/** `section`: id of the element with the list, if it is not the whole page. */
export function usePage(section?: string): { page: number; goTo: (page: number, how?: { replace: boolean }) => void } {
  const [query, change] = useAddress();
  return {
    page: Math.min(maxPage, Math.max(1, Math.trunc(Number(query.get('page'))) || 1)),
    /** Opens a page, and scrolls to the top of the list. */
    goTo: (page, how = { replace: false }) => {
      change({ page: page > 1 && String(page) }, how);
      const list = section && document.getElementById(section);
      if (list) list.scrollIntoView({ behavior: 'smooth' });
      else window.scrollTo({ top: 0, behavior: 'smooth' });
    },
  };
}

/**
 * A list filter in the URL, cut to the length that the server accepts. A change returns to the first page, and replaces
 * the history entry.
 */
export function useFilter(name: string, maxLength = searchMaxLength): [string, (value: string) => void] {
  const [query, change] = useAddress();
  return [(query.get(name) ?? '').slice(0, maxLength), (value) => change({ page: '', [name]: value })];
}

/** The URL's query, and a function that sets some of its parameters and removes those that are empty. */
export function useAddress() {
  const [query, setQuery] = useSearchParams();
  const change = (values: Record<string, string | false | undefined>, how = { replace: true }) =>
    setQuery((before) => {
      for (const [name, value] of Object.entries(values)) {
        if (value) before.set(name, value);
        else before.delete(name);
      }
      return before;
    }, how);
  return [query, change] as const;
}

type Paged = { totalPages: number } | { pagination: { totalPages: number } };

/**
 * The query of a list's page, which stays on the screen until the next one has loaded. If the list has become shorter,
 * it is the last page: a list with items never looks empty.
 */
export const pageQuery = <Data extends Paged>(
  queryKey: readonly [Resource, ...unknown[]],
  page: number,
  read: (page: number, signal: AbortSignal) => Promise<{ data: Data }>,
) =>
  queryOptions({
    queryKey: [...queryKey, page] as const,
    queryFn: async ({ signal }) => {
      const { data } = await read(page, signal);
      const last = 'pagination' in data ? data.pagination.totalPages : data.totalPages;
      return page > last && last > 0 ? (await read(last, signal)).data : data;
    },
    placeholderData: keepPreviousData,
  });
