/**
 * Reports every page that is shown, once the visitor has agreed (A-GEN-12). It stands behind the page inside the same
 * Suspense, so that the page is there and has set its title. What reports is fetched only where views are counted.
 */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useConsent } from '../lib/consent.ts';
import { useConfig } from './config-context.tsx';

export function PageViews() {
  const { pathname } = useLocation();
  const { analyticsId } = useConfig();
  const [accepted] = useConsent();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is a new page
  useEffect(() => {
    if (!analyticsId) return;
    let isShown = true;
    import('../lib/analytics.ts').then(({ reportPageView, stopReporting }) => {
      if (!accepted) stopReporting(analyticsId);
      else if (isShown) reportPageView(analyticsId);
    });
    return () => {
      isShown = false;
    };
  }, [pathname, analyticsId, accepted]);
  return null;
}
