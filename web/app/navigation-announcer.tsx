/**
 * Announces navigation to screen readers; lazy-loaded. Rendered after the page inside the same Suspense, so that the
 * page has rendered and set its title.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';

/** The previous path, shared by both layouts. */
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
