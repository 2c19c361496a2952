/**
 * Announces navigation to screen readers; lazy-loaded. Rendered after the page inside the same Suspense, so that the
 * page has set its title.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** Path of the previous page; viewers' pages and the back office share it. */
let lastPath: string | undefined;

export function NavigationAnnouncer() {
  const { pathname } = useLocation();
  useEffect(() => {
    const isFirst = lastPath === undefined;
    if (lastPath === pathname) return undefined;
    lastPath = pathname;
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
