/**
 * A list's page and filters in the URL, so that Back, a reload and a shared link restore them. The first page has no
 * parameter.
 */
import { useSearchParams } from 'react-router-dom';
import { searchMaxLength } from '../../shared/domain/limits.ts';

/** Highest page number that the server accepts. */
const maxPage = 1_000_000;

/** `section`: id of the element with the list, if it is not the whole page. */
export function usePage(section?: string): { page: number; goTo: (page: number, how?: { replace: boolean }) => void } {
  const [query, setQuery] = useSearchParams();
  return {
    page: Math.min(maxPage, Math.max(1, Math.trunc(Number(query.get('page'))) || 1)),
    /** Opens a page, and scrolls to the top of the list. */
    goTo: (page, how) => {
      setQuery((before) => {
        if (page > 1) before.set('page', String(page));
        else before.delete('page');
        return before;
      }, how);
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
  const [query, setQuery] = useSearchParams();
  return [
    (query.get(name) ?? '').slice(0, maxLength),
    (value) =>
      setQuery(
        (before) => {
          before.delete('page');
          if (value) before.set(name, value);
          else before.delete(name);
          return before;
        },
        { replace: true },
      ),
  ];
}

type Paged = { totalPages: number } | { pagination: { totalPages: number } };

/** Fetches a page, or the last one if the list has become shorter: a list with items never looks empty. */
export async function fetchPageOrLast<Data extends Paged>(
  page: number,
  read: (page: number) => Promise<{ data: Data }>,
): Promise<Data> {
  const { data } = await read(page);
  const last = 'pagination' in data ? data.pagination.totalPages : data.totalPages;
  return page > last && last > 0 ? (await read(last)).data : data;
}
