/** The page of a list, counted from 1: it is kept in the address, where the first one needs no word. */
import { useSearchParams } from 'react-router-dom';

export function usePage(): { page: number; goTo: (page: number, how?: { replace: boolean }) => void } {
  const [query, setQuery] = useSearchParams();
  return {
    page: Math.max(1, Math.trunc(Number(query.get('page'))) || 1),
    /** Also to the top of the list. */
    goTo: (page, how) => {
      setQuery((before) => {
        if (page > 1) before.set('page', String(page));
        else before.delete('page');
        return before;
      }, how);
      window.scrollTo({ top: 0, behavior: 'smooth' });
    },
  };
}
