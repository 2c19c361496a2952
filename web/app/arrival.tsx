/**
 * Somebody has come to another page: what says so to who does not see it is fetched then, and not with the first page. It
 * stands behind the page inside the same Suspense, so that the page is there and has set its title.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The page before, also one of the other layout. */
let last: string | undefined;

export function Arrival() {
  const { pathname } = useLocation();
  useEffect(() => {
    const isFirst = last === undefined;
    if (last === pathname) return undefined;
    last = pathname;
    if (isFirst) return undefined;
    const from = document.activeElement;
    let hasLeft = false;
    import('./arrive.ts').then(
      ({ arrive }) => hasLeft || arrive(from),
      () => undefined,
    );
    return () => {
      hasLeft = true;
    };
  }, [pathname]);
  return null;
}
