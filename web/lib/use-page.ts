/**
 * The page of a list and what it is filtered by, kept in the address: Back, a reload and a link that was sent find the
 * list as it was. The first page needs no word there.
 */
import { useSearchParams } from 'react-router-dom';
import { searchMaxLength } from '../../shared/limits.ts';

/** What the server takes as a page; an address may say anything. */
const mostPages = 1_000_000;

/** `section` is the id of the part that holds the list, where that is not the whole page. */
export function usePage(section?: string): { page: number; goTo: (page: number, how?: { replace: boolean }) => void } {
  const [query, setQuery] = useSearchParams();
  return {
    page: Math.min(mostPages, Math.max(1, Math.trunc(Number(query.get('page'))) || 1)),
    /** Also to the top of the list. */
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
 * One filter of a list, of at most so many letters as the server takes. Another value begins at the first page, and takes
 * no step of its own in the history.
 */
export function useFilter(name: string, longest = searchMaxLength): [string, (value: string) => void] {
  const [query, setQuery] = useSearchParams();
  return [
    (query.get(name) ?? '').slice(0, longest),
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

/** Asks for a page; where the list has become shorter than that, for its last one: a list with items never looks empty. */
export async function pageOrLast<Data extends Paged>(
  page: number,
  read: (page: number) => Promise<{ data: Data }>,
): Promise<Data> {
  const { data } = await read(page);
  const last = 'pagination' in data ? data.pagination.totalPages : data.totalPages;
  return page > last && last > 0 ? (await read(last)).data : data;
}
