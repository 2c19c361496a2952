/**
 * Announces navigation to screen readers; lazy-loaded. Rendered after the page inside the same Suspense, so that the
 * page has rendered and set its title.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The previous path, shared by both layouts. */
let last: string | undefined;

export function NavigationAnnouncer() {
  const { pathname } = useLocation();
  useEffect(() => {
    const isFirst = last === undefined;
    if (last === pathname) return undefined;
    last = pathname;
    if (isFirst) return undefined;
    const from = document.activeElement;
    let hasLeft = false;
    import('./announce-navigation.ts').then(
      ({ announceNavigation }) => hasLeft || announceNavigation(from),
      () => undefined,
    );
    return () => {
      hasLeft = true;
    };
  }, [pathname]);
  return null;
}
